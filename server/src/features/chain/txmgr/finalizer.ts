import type { EvmNetwork } from "../../../platform/config/evm.ts";
import type { RpcClient } from "../rpc/rpc-client.ts";
import type { ChainState, TxManagerRun } from "./run.ts";
import { listUnfinalized, markFinalized, markForRebroadcast } from "./transactions.data.ts";

/** Blocks after which none of our networks has ever reorganised. */
const REORG_DEPTH = 64;
/** Transactions checked in one run after a reorg. */
const MAX_CHECKED = 200;

/** Reads the newest block, at or below `head`, whose transactions count as confirmed. Below 0 while there is none. */
export async function readConfirmedBlock(
  { rpc, network: { confirmations } }: { rpc: RpcClient; network: EvmNetwork },
  head: number,
): Promise<number> {
  if (confirmations !== "finalized") return head - Math.max(1, confirmations) + 1;
  return Math.max(await readFinalizedTag(rpc), head - REORG_DEPTH + 1);
}

/** Returns 0 if the chain is young or its node has no `finalized` block. */
async function readFinalizedTag(rpc: RpcClient): Promise<number> {
  return (await rpc.getHeader("finalized"))?.number ?? 0;
}

/** Reads the newest block that can no longer be reorganised. */
async function readFinalizedBlock(rpc: RpcClient, head: number): Promise<number> {
  const finalized = await readFinalizedTag(rpc);
  return finalized > 0 ? finalized : head - REORG_DEPTH + 1;
}

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
