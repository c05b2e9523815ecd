import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { notify } from "../../../../platform/mail/notify.ts";
import { readContact } from "../../../accounts/index.ts";
import { mintPageUrl } from "../orders/order-code.ts";
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
    if (campaign === undefined) return;
    await notify(context, tx, "artwork-failed", await readContact(tx, campaign.owner_id), {
      experience: campaign.name,
      link: mintPageUrl(context, campaign.pretty_id),
    });
  });
}
