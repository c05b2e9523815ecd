import { classifySendError, RpcError, type SendErrorKind } from "../rpc/errors.ts";
import type { TxManagerRun } from "./run.ts";
import { type ChainTransaction, markSent } from "./transactions.data.ts";

/** Milliseconds after which what is not mined is sent once more: nodes forget. */
const REBROADCAST_AFTER_MS = 10_000;

/**
 * Sends what is signed and was not sent, and what may have been forgotten: always the same bytes. A node that does not answer
 * may have them or not; they stay due. Whether any was sent for the first time.
 */
export async function broadcastDue(run: TxManagerRun, open: readonly ChainTransaction[]): Promise<boolean> {
  const { context, network, alarms } = run;
  const answered: ChainTransaction[] = [];
  let isFirst = false;
  try {
    for (const one of open.filter((candidate) => isDue(run, candidate))) {
      const refused = await broadcast(run, one);
      if (refused === "NO_FUNDS") {
        alarms.set("NO_FUNDS", `${network.name}: ${one.sender} cannot pay for what is signed.`);
        break;
      }
      answered.push(one);
      isFirst ||= one.status === "SIGNED";
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

/** Undefined where a node took it, now or before. What else it says is settled by looking at the chain. */
async function broadcast(
  { rpc, network, alarms }: TxManagerRun,
  { raw }: ChainTransaction,
): Promise<SendErrorKind | undefined> {
  try {
    await rpc.sendRawTransaction(raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const meaning = classifySendError(error);
    if (meaning === "KNOWN") return undefined;
    if (meaning === "OTHER")
      alarms.set("REFUSED", `${network.name}: a node refuses a transaction: ${error.message}`);
    return meaning;
  }
}
