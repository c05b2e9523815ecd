import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { ChainUnreachable, findFirstBlock, listTransfersAfter, type Transfer } from "../../chain/index.ts";
import { invalidateArtworks } from "../public/page-entities.ts";
import {
  advanceSyncedBlock,
  findSyncState,
  listCollectionNetworks,
  updateOwners,
} from "./sync-owners.data.ts";

/** Time that one run may take; the next run is a minute later. */
const RUN_BUDGET_MS = 20_000;

/** Updates the owners of tokens that were transferred on their chains. */
export const syncOwnersJob = job({
  name: "follow-owners",
  payload: z.object({}),
  tries: 1,
  cron: "* * * * *",
  async run(context) {
    const end = performance.now() + RUN_BUDGET_MS;
    const networks = await listCollectionNetworks(context.db);
    for (const network of networks.filter((name) => context.evm.networks.has(name))) {
      try {
        while ((await syncNextBlocks(context, network)) && performance.now() < end);
      } catch (error) {
        if (!(error instanceof ChainUnreachable)) throw error;
        // The next run tries again.
        context.log.info(
          { network, reason: error.alarm },
          "token transfers unavailable; retrying in the next run",
        );
      }
    }
  },
});

/** Reads the next range of blocks. Concurrent runs may read the same range; only one applies it. Returns whether there may be more. */
async function syncNextBlocks(context: Context, network: string): Promise<boolean> {
  const { db, clock } = context;
  // Reads the collections before the chain: one that is created later has no transfers in these blocks.
  const { contracts, block: known } = await findSyncState(db, network);
  const first = known === undefined ? await findFirstBlock(db, network) : undefined;
  const after = known ?? (first === undefined ? undefined : first - 1);
  if (after === undefined) return false;
  const found = await listTransfersAfter(context, { network, contracts, after });
  if (found === undefined) return false;
  return db.transaction().execute(async (tx) => {
    if (!(await advanceSyncedBlock(tx, { network, after, block: found.block }))) return false;
    const transfers = latestTransferPerToken(found.transfers);
    if (transfers.length > 0)
      await invalidateArtworks(tx, await updateOwners(tx, { network, transfers, now: clock.now() }));
    return true;
  });
}

function latestTransferPerToken(transfers: readonly Transfer[]): Transfer[] {
  return [
    ...new Map(transfers.map((transfer) => [`${transfer.contract} ${transfer.tokenId}`, transfer])).values(),
  ];
}
