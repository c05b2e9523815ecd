import { z } from "zod";
import { job } from "../../../platform/jobs/queue.ts";
import { emitWebhookEvent } from "../../accounts/index.ts";
import { takeListingChanges } from "./listing-changes.data.ts";

/** Changes for which one transaction emits events: a suspended account may have very many wraps. */
const BATCH_SIZE = 500;

/**
 * Emits `listing.changed` for the wraps that a restriction or its end changed, in batches. A change is removed in the transaction that
 * emits its event, so that it is reported once however often the job runs or is killed. The schedule covers wraps that get or lose a
 * restriction in another way, such as a change of their artist's owner.
 */
export const reportListingChangesJob = job({
  name: "report-listing-changes",
  payload: z.object({}),
  tries: 10,
  priority: "bulk",
  cron: "* * * * *",
  async run(context) {
    await context.db.transaction().execute(async (tx) => {
      const changes = await takeListingChanges(tx, BATCH_SIZE);
      for (const { accountId, changedAt, ...data } of changes)
        await emitWebhookEvent(context, tx, { accountId, type: "listing.changed", data, at: changedAt });
      if (changes.length === BATCH_SIZE) await context.queue.enqueue(tx, reportListingChangesJob, {});
    });
  },
});
