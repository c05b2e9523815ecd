import { classifySendError, RpcError, type SendErrorKind } from "../rpc/errors.ts";
import { raiseNoFunds } from "./fees.ts";
import type { TxManagerRun } from "./run.ts";
import { type ChainTransaction, markSent } from "./transactions.data.ts";

/** Nodes drop pending transactions, so transactions that are not mined are sent again. */
const REBROADCAST_AFTER_MS = 10_000;

/**
 * Broadcasts new transactions and ones that a node may have dropped: always the same bytes. A node that does not answer may
 * have received a transaction or not, so it stays due. Returns true if any was accepted for the first time.
 */
export async function broadcastDue(run: TxManagerRun, open: readonly ChainTransaction[]): Promise<boolean> {
  const { context } = run;
  const answered: ChainTransaction[] = [];
  let isFirst = false;
  try {
    for (const transaction of open.filter((candidate) => isDue(run, candidate))) {
      const error = await broadcastTransaction(run, transaction);
      if (error === "NO_FUNDS") {
        raiseNoFunds({ ...run, sender: transaction.sender });
        break;
      }
      answered.push(transaction);
      isFirst ||= transaction.status === "SIGNED";
    }
  } finally {
    await markSent(context.db, answered, context.clock.now());
  }
  return isFirst;
}

function isDue({ context }: TxManagerRun, { status, triedAt }: ChainTransaction): boolean {
  if (status === "SIGNED") return true;
  if (status !== "SENT") return false;
  return triedAt === null || context.clock.now().getTime() - triedAt.getTime() >= REBROADCAST_AFTER_MS;
}

/** Returns undefined if the node has the transaction. What other errors mean for it is decided by looking at the chain. */
async function broadcastTransaction(
  { rpc, network, alarms }: TxManagerRun,
  { raw }: ChainTransaction,
): Promise<SendErrorKind | undefined> {
  try {
    await rpc.sendRawTransaction(raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const kind = classifySendError(error);
    if (kind === "KNOWN") return undefined;
    if (kind === "OTHER")
      alarms.set("REFUSED", `${network.name}: the node rejected a transaction: ${error.message}`);
    return kind;
  }
}
