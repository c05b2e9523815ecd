import { type ChainState, readFinalizedBlock, type TxManagerRun } from "./run.ts";
import { listUnfinalized, markFinalized, markForRebroadcast } from "./transactions.data.ts";

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
