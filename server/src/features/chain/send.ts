import { meaningOf, NodeRefusal, type RefusedSend } from "./errors.ts";
import type { Shift } from "./shift.ts";
import { type ChainTransaction, markSent } from "./transactions.data.ts";

/** Milliseconds after which what is not mined is sent once more: nodes forget. */
const againAfter = 10_000;

/**
 * Sends what is signed and was not sent, and what may have been forgotten: always the same bytes. A node that does not answer
 * may have them or not; they stay due. Whether any was sent for the first time.
 */
export async function sendDue(shift: Shift, open: readonly ChainTransaction[]): Promise<boolean> {
  const { context, network, alarms } = shift;
  const answered: ChainTransaction[] = [];
  let isFirst = false;
  try {
    for (const one of open.filter((candidate) => isDue(shift, candidate))) {
      const refused = await send(shift, one);
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

function isDue({ context }: Shift, { status, triedAt }: ChainTransaction): boolean {
  if (status === "SIGNED") return true;
  if (status !== "SENT") return false;
  return triedAt === null || context.clock.now().getTime() - triedAt.getTime() >= againAfter;
}

/** Undefined where a node took it, now or before. What else it says is settled by looking at the chain. */
async function send(
  { node, network, alarms }: Shift,
  { raw }: ChainTransaction,
): Promise<RefusedSend | undefined> {
  try {
    await node.send(raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    const meaning = meaningOf(error);
    if (meaning === "KNOWN") return undefined;
    if (meaning === "OTHER")
      alarms.set("REFUSED", `${network.name}: a node refuses a transaction: ${error.message}`);
    return meaning;
  }
}
