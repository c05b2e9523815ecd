import type { Receipt, RpcClient } from "../rpc/rpc-client.ts";
import { completeTransactions } from "./completion.ts";
import type { ChainState, TxManagerRun } from "./run.ts";
import { type ChainTransaction, markForRebroadcast, markMined } from "./transactions.data.ts";

type ChainStatus =
  /** In a block that is deep enough. */
  | { kind: "SETTLED"; receipt: Receipt }
  /** In a block that may still be taken back. */
  | { kind: "MINED"; receipt: Receipt }
  /** Another transaction has its nonce, for good. */
  | { kind: "LOST" }
  /** Nobody knows it, or it waits. */
  | { kind: "MISSING" };

/** Looks up what has become of open transactions, and writes it down. Whether anything is new. */
export async function confirmTransactions(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  if (open.length === 0) return false;
  const fates = await Promise.all(
    open.map(async (one) => ({ one, fate: await getChainStatus(run, state, one) })),
  );
  const news = fates.filter(({ one, fate }) => hasChanged(one, fate));
  if (news.length === 0) return false;
  await run.context.db.transaction().execute(async (tx) => {
    await markMined(
      tx,
      news.flatMap(({ one, fate }) => (fate.kind === "MINED" ? [{ ...fate.receipt, id: one.id }] : [])),
    );
    await markForRebroadcast(
      tx,
      news.filter(({ fate }) => fate.kind === "MISSING").map(({ one }) => one.id),
    );
    const settled = news.filter(({ fate }) => fate.kind === "SETTLED" || fate.kind === "LOST");
    await completeTransactions(
      run,
      tx,
      settled.map(({ one, fate }) => ({ one, receipt: "receipt" in fate ? fate.receipt : undefined })),
    );
  });
  return true;
}

async function getChainStatus(
  { rpc, sender }: TxManagerRun,
  state: ChainState,
  one: ChainTransaction,
): Promise<ChainStatus> {
  const receipt = await findReceipt(rpc, one);
  if (receipt !== undefined && receipt.block > state.confirmedBlock) return { kind: "MINED", receipt };
  if (receipt !== undefined) {
    // A node may keep the receipt of a block that it has left behind.
    const block = await rpc.getHeader(receipt.block);
    return block?.hash === receipt.blockHash ? { kind: "SETTLED", receipt } : { kind: "MISSING" };
  }
  if (state.confirmedBlock < 0 || (one.sender === sender && state.nonce <= one.nonce))
    return { kind: "MISSING" };
  // Asked for a block that was there before the receipts were asked for: what is in it would have had one.
  const isUsed = (await rpc.getTransactionCount(one.sender, state.confirmedBlock)) > one.nonce;
  // Behind one address there may be several nodes, and one that knew nothing yet.
  return isUsed && (await findReceipt(rpc, one)) === undefined ? { kind: "LOST" } : { kind: "MISSING" };
}

async function findReceipt(rpc: RpcClient, { hashes }: ChainTransaction): Promise<Receipt | undefined> {
  const receipts = await Promise.all(hashes.map((hash) => rpc.getReceipt(hash)));
  return receipts.find((found) => found !== undefined);
}

function hasChanged({ status, blockHash, hash }: ChainTransaction, fate: ChainStatus): boolean {
  if (fate.kind === "MINED")
    return status !== "MINED" || blockHash !== fate.receipt.blockHash || hash !== fate.receipt.hash;
  return fate.kind !== "MISSING" || status === "MINED";
}
