import { finalBlock } from "./finality.ts";
import { finalizedBlock, type Shift, type Sight } from "./shift.ts";
import { listYoung, markFinal, markMissing } from "./transactions.data.ts";

/** As many as are looked at in one go where a chain has taken blocks back. */
const atOnce = 200;

/**
 * What is done stays done as long as its block is there, until that is final. One look is enough as long as all is well: the
 * newest block stands on all before it. What a chain has taken back is sent again, the same bytes.
 */
export async function watchYoung({ context, network, node }: Shift, sight: Sight): Promise<boolean> {
  const [newest] = await listYoung(context.db, network.name, 1);
  // A node that has not seen the block yet is behind, or the chain is shorter now: that shows when it has grown.
  if (newest === undefined || newest.block > sight.head) return false;
  if ((await node.header(newest.block))?.hash === newest.blockHash) {
    const final = finalBlock({ head: sight.head, finalized: await finalizedBlock(node) });
    if (final >= 0) await markFinal(context.db, network.name, final, context.clock.now());
    return false;
  }
  const young = await listYoung(context.db, network.name, atOnce);
  const seen = young.filter(({ block }) => block <= sight.head);
  const hashes = await Promise.all(seen.map(({ block }) => node.header(block)));
  const gone = seen.filter(({ blockHash }, at) => hashes[at]?.hash !== blockHash);
  await markMissing(
    context.db,
    gone.map(({ id }) => id),
  );
  return gone.length > 0;
}
