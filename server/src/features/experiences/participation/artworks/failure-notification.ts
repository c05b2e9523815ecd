import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { tellFailed } from "../mails/mails.ts";
import { claimNotification } from "./failure-notification.data.ts";

/**
 * Writes to the publisher of an experience in which an artwork failed that somebody took part for. Once, however many fail:
 * again only after the publisher has had one of them made anew. A job, so that whoever ends an artwork holds nothing of its
 * campaign.
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
