import { finalizedBlock } from "./finality.ts";
import { type ChainState, readFinalizedBlock, type TxManagerRun } from "./run.ts";
import { listUnfinalized, markFinalized, markForRebroadcast } from "./transactions.data.ts";

/** As many as are looked at in one go where a chain has taken blocks back. */
const MAX_CHECKED = 200;

/**
 * What is done stays done as long as its block is there, until that is final. One look is enough as long as all is well: the
 * newest block stands on all before it. What a chain has taken back is sent again, the same bytes.
 */
export async function detectReorgs(
  { context, network, rpc }: TxManagerRun,
  state: ChainState,
): Promise<boolean> {
  const [newest] = await listUnfinalized(context.db, network.name, 1);
  // A node that has not seen the block yet is behind, or the chain is shorter now: that shows when it has grown.
  if (newest === undefined || newest.block > state.head) return false;
  if ((await rpc.getHeader(newest.block))?.hash === newest.blockHash) {
    const final = finalizedBlock({ head: state.head, finalized: await readFinalizedBlock(rpc) });
    if (final >= 0) await markFinalized(context.db, network.name, final, context.clock.now());
    return false;
  }
  const young = await listUnfinalized(context.db, network.name, MAX_CHECKED);
  const seen = young.filter(({ block }) => block <= state.head);
  const hashes = await Promise.all(seen.map(({ block }) => rpc.getHeader(block)));
  const gone = seen.filter(({ blockHash }, at) => hashes[at]?.hash !== blockHash);
  await markForRebroadcast(
    context.db,
    gone.map(({ id }) => id),
  );
  return gone.length > 0;
}
