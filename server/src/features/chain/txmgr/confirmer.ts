import type { Receipt, RpcClient } from "../rpc/rpc-client.ts";
import { completeTransactions, type EndedTransaction } from "./completion.ts";
import { type ChainState, readFinalizedBlock, type TxManagerRun } from "./run.ts";
import {
  type ChainTransaction,
  listUnfinalized,
  markFinalized,
  markForRebroadcast,
  markMined,
} from "./transactions.data.ts";

type ChainStatus =
  /** In a block that is deep enough. */
  | { kind: "CONFIRMED"; receipt: Receipt }
  /** In a block that may still be reorganised. */
  | { kind: "MINED"; receipt: Receipt }
  /** Another transaction used its nonce, in a confirmed block. */
  | { kind: "REPLACED" }
  /** Pending, or unknown to the node. */
  | { kind: "NOT_FOUND" };

/** Looks up open transactions on the chain and stores what has changed. Returns true if anything has. */
export async function confirmTransactions(
  run: TxManagerRun,
  state: ChainState,
  open: readonly ChainTransaction[],
): Promise<boolean> {
  if (open.length === 0) return false;
  const found = await Promise.all(
    open.map(async (transaction) => ({ transaction, status: await getChainStatus(run, state, transaction) })),
  );
  const changed = found.filter(({ transaction, status }) => hasChanged(transaction, status));
  if (changed.length === 0) return false;
  await run.context.db.transaction().execute(async (tx) => {
    await markMined(
      tx,
      changed.flatMap(({ transaction: { id }, status }) =>
        status.kind === "MINED" ? [{ ...status.receipt, id }] : [],
      ),
    );
    await markForRebroadcast(
      tx,
      changed.flatMap(({ transaction: { id }, status }) => (status.kind === "NOT_FOUND" ? [id] : [])),
    );
    await completeTransactions(
      run,
      tx,
      changed.flatMap(({ transaction, status }): EndedTransaction[] => {
        if (status.kind === "CONFIRMED") return [{ transaction, receipt: status.receipt }];
        return status.kind === "REPLACED" ? [{ transaction, receipt: undefined }] : [];
      }),
    );
  });
  return true;
}

async function getChainStatus(
  { rpc, sender }: TxManagerRun,
  { confirmedBlock, nonce }: ChainState,
  transaction: ChainTransaction,
): Promise<ChainStatus> {
  const receipt = await findReceipt(rpc, transaction);
  if (receipt !== undefined && receipt.block > confirmedBlock) return { kind: "MINED", receipt };
  if (receipt !== undefined) {
    // Nodes may keep the receipt of a block that was reorganised away.
    const block = await rpc.getHeader(receipt.block);
    return block?.hash === receipt.blockHash ? { kind: "CONFIRMED", receipt } : { kind: "NOT_FOUND" };
  }
  const isNonceFree = transaction.sender === sender && nonce <= transaction.nonce;
  if (confirmedBlock < 0 || isNonceFree) return { kind: "NOT_FOUND" };
  // The block existed before the receipt was looked up: if the transaction were in it, the receipt would have been found.
  const isNonceUsed = (await rpc.getTransactionCount(transaction.sender, confirmedBlock)) > transaction.nonce;
  // One URL may stand for several nodes, and the first lookup may have reached one that was behind.
  const isReplaced = isNonceUsed && (await findReceipt(rpc, transaction)) === undefined;
  return { kind: isReplaced ? "REPLACED" : "NOT_FOUND" };
}

/** Finds the receipt of any of the transactions signed for the nonce. */
async function findReceipt(rpc: RpcClient, { hashes }: ChainTransaction): Promise<Receipt | undefined> {
  const receipts = await Promise.all(hashes.map((hash) => rpc.getReceipt(hash)));
  return receipts.find((receipt) => receipt !== undefined);
}

function hasChanged({ status, blockHash, hash }: ChainTransaction, now: ChainStatus): boolean {
  if (now.kind === "MINED")
    return status !== "MINED" || blockHash !== now.receipt.blockHash || hash !== now.receipt.hash;
  return now.kind !== "NOT_FOUND" || status === "MINED";
}

/** Transactions checked in one run after a reorg. */
const MAX_CHECKED = 200;

/**
 * Checks that the blocks of confirmed transactions are still part of the chain, until those blocks are final. Transactions of a
 * block that was reorganised away are broadcast again, with the same bytes. One header is enough while nothing has changed,
 * because the newest block builds on all earlier ones.
 */
export async function detectReorgs(
  { context, network, rpc }: TxManagerRun,
  state: ChainState,
): Promise<void> {
  const [newest] = await listUnfinalized(context.db, network.name, 1);
  // The node is behind, or the chain is shorter now. Which of the two it is shows once the chain has grown.
  if (newest === undefined || newest.block > state.head) return;
  if ((await rpc.getHeader(newest.block))?.hash === newest.blockHash) {
    const final = await readFinalizedBlock(rpc, state.head);
    if (final >= 0) await markFinalized(context.db, network.name, final, context.clock.now());
    return;
  }
  const unfinalized = await listUnfinalized(context.db, network.name, MAX_CHECKED);
  const reached = unfinalized.filter(({ block }) => block <= state.head);
  const headers = await Promise.all(reached.map(({ block }) => rpc.getHeader(block)));
  const reorganised = reached.filter(({ blockHash }, at) => headers[at]?.hash !== blockHash);
  await markForRebroadcast(
    context.db,
    reorganised.map(({ id }) => id),
  );
}
