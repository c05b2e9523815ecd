import type { ChainNode, Receipt } from "./node.ts";
import { settle } from "./settle.ts";
import type { Shift, Sight } from "./shift.ts";
import { type ChainTransaction, markMined, markMissing } from "./transactions.data.ts";

type Fate =
  /** In a block that is deep enough. */
  | { kind: "SETTLED"; receipt: Receipt }
  /** In a block that may still be taken back. */
  | { kind: "MINED"; receipt: Receipt }
  /** Another transaction has its nonce, for good. */
  | { kind: "LOST" }
  /** Nobody knows it, or it waits. */
  | { kind: "MISSING" };

/** Looks up what has become of open transactions, and writes it down. Whether anything is new. */
export async function follow(
  shift: Shift,
  sight: Sight,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  if (open.length === 0) return false;
  const fates = await Promise.all(open.map(async (one) => ({ one, fate: await fateOf(shift, sight, one) })));
  const news = fates.filter(({ one, fate }) => isNews(one, fate));
  if (news.length === 0) return false;
  await shift.context.db.transaction().execute(async (tx) => {
    await markMined(
      tx,
      news.flatMap(({ one, fate }) => (fate.kind === "MINED" ? [{ ...fate.receipt, id: one.id }] : [])),
    );
    await markMissing(
      tx,
      news.filter(({ fate }) => fate.kind === "MISSING").map(({ one }) => one.id),
    );
    const settled = news.filter(({ fate }) => fate.kind === "SETTLED" || fate.kind === "LOST");
    await settle(
      shift,
      tx,
      settled.map(({ one, fate }) => ({ one, receipt: "receipt" in fate ? fate.receipt : undefined })),
    );
  });
  return true;
}

async function fateOf({ node, sender }: Shift, sight: Sight, one: ChainTransaction): Promise<Fate> {
  const receipt = await receiptOf(node, one);
  if (receipt !== undefined && receipt.block > sight.settled) return { kind: "MINED", receipt };
  if (receipt !== undefined) {
    // A node may keep the receipt of a block that it has left behind.
    const block = await node.header(receipt.block);
    return block?.hash === receipt.blockHash ? { kind: "SETTLED", receipt } : { kind: "MISSING" };
  }
  if (sight.settled < 0 || (one.sender === sender && sight.nonce <= one.nonce)) return { kind: "MISSING" };
  // Asked for a block that was there before the receipts were asked for: what is in it would have had one.
  const isUsed = (await node.nonce(one.sender, sight.settled)) > one.nonce;
  // Behind one address there may be several nodes, and one that knew nothing yet.
  return isUsed && (await receiptOf(node, one)) === undefined ? { kind: "LOST" } : { kind: "MISSING" };
}

async function receiptOf(node: ChainNode, { hashes }: ChainTransaction): Promise<Receipt | undefined> {
  const receipts = await Promise.all(hashes.map((hash) => node.receipt(hash)));
  return receipts.find((found) => found !== undefined);
}

function isNews({ status, blockHash, hash }: ChainTransaction, fate: Fate): boolean {
  if (fate.kind === "MINED")
    return status !== "MINED" || blockHash !== fate.receipt.blockHash || hash !== fate.receipt.hash;
  return fate.kind !== "MISSING" || status === "MINED";
}
