import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact } from "../../accounts/index.ts";
import { claimDigest, listDueCampaigns, takeNotices } from "./digests.data.ts";

/** At most one mail per experience and kind in this time, however many fans buy at once. */
const DIGEST_INTERVAL_MS = 15 * 60 * 1000;

/**
 * Notifies publishers of sales and refunds, grouped by experience. The notices that a mail reports are deleted in the transaction that
 * enqueues it, so a job that is killed or runs twice loses and repeats nothing.
 */
export const sendEarningDigestsJob = job({
  name: "send-earning-digests",
  payload: z.object({}),
  tries: 1,
  cron: "* * * * *",
  async run(context) {
    const before = new Date(context.clock.now().getTime() - DIGEST_INTERVAL_MS);
    for (const campaignId of await listDueCampaigns(context.db, before))
      await sendDigest(context, campaignId, before);
  },
});

async function sendDigest(context: Context, campaignId: number, before: Date): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await claimDigest(tx, { campaignId, before, now: context.clock.now() }))) return;
    for (const { account_id, experience, kind, orders, total_cents: totalCents } of await takeNotices(
      tx,
      campaignId,
    )) {
      const publisher = await readContact(tx, account_id);
      const data = { experience, totalCents, link: `${context.publicUrl}/my/earnings` };
      if (kind === "SALE") await notify(context, tx, "sales-made", publisher, { ...data, orders });
      else await notify(context, tx, "sales-refunded", publisher, { ...data, refunds: orders });
    }
  });
}
