import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { type RefreshTimes, refreshTimes, requestMetadataRefresh } from "../../chain/index.ts";
import { listChangedCollections, recordRefresh } from "./metadata.data.ts";

/**
 * Emits an event for collections whose description has changed (ERC-4906): it is part of every token's metadata. The
 * name and promo image are the collection's.
 */
export const refreshCollectionMetadataJob = job({
  name: "refresh-collection-metadata",
  payload: z.object({}),
  tries: 1,
  sends: "transactions",
  cron: "* * * * *",
  async run(context) {
    const due = refreshTimes(context.clock.now());
    for (const id of await listChangedCollections(context.db, due)) await refreshCollection(context, id, due);
  },
});

async function refreshCollection(context: Context, campaignId: number, due: RefreshTimes): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const refreshed = await recordRefresh(tx, campaignId, { due, now: context.clock.now() });
    if (refreshed === undefined) return;
    await requestMetadataRefresh(context, tx, { ...refreshed, songId: null });
  });
}
