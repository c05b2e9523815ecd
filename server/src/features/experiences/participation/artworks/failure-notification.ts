import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { tellFailed } from "../mails/mails.ts";
import { claimNotification } from "./failure-notification.data.ts";

/**
 * Mails the publisher that an artwork failed: once, until the publisher retries one of the failures. A job, so that recording
 * a mint outcome does not lock the campaign.
 */
export const notifyFailuresJob = job({
  name: "tell-failures",
  payload: z.object({ campaignId: z.number().int() }),
  tries: 25,
  run: notifyFailures,
});

async function notifyFailures(context: Context, { campaignId }: { campaignId: number }): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const campaign = await claimNotification(tx, campaignId, context.clock.now());
    if (campaign !== undefined) await tellFailed(context, tx, campaign);
  });
}
