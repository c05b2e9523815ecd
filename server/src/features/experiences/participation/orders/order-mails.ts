import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { notify } from "../../../../platform/mail/notify.ts";
import { readContact } from "../../../accounts/index.ts";
import { claimNotification } from "../artworks/failures.data.ts";
import type { OpenBatch } from "../batches/batches.data.ts";
import { confirmationUrl, photosUrl } from "./order-code.ts";
import { lockOrder, markReminded, type OrderRow } from "./orders.data.ts";
import { type Change, toRefundReason } from "./transition.ts";

/** Enqueues the mail that a change of an order causes, if any. */
export async function sendOrderMail(
  context: Context,
  tx: Executor,
  order: OrderRow,
  change: Change,
): Promise<void> {
  switch (change.mail) {
    case "CONFIRMED":
      return notify(context, tx, "spot-confirmed", await readContact(tx, order.account_id), {
        ...toMailData(order),
        link: confirmationUrl(context, order),
        isKept: order.wallet === null,
      });
    case "PHOTO_REQUEST":
      return requestPhotoWithReminder(context, tx, order);
    case "REFUND":
      return notify(context, tx, "order-refunded", await readContact(tx, order.account_id), {
        ...toMailData(order),
        link: confirmationUrl(context, order),
        why: toRefundReason(change.failedBy),
        isArtworkKept: change.artwork === "DRAWN",
      });
    case null:
      return;
  }
}

function toMailData({ name, exposed_id, total_cents }: OrderRow) {
  return { experience: name, order: exposed_id, totalCents: total_cents };
}

const REMIND_AFTER_MS = 24 * 60 * 60 * 1000;

/** Reminds the buyer of a paid order once that a photo is still missing. */
export const remindOfPhotoJob = job({
  name: "remind-of-photo",
  payload: z.object({ orderId: z.number().int() }),
  tries: 10,
  run: (context, { orderId }) => context.db.transaction().execute((tx) => sendReminder(context, tx, orderId)),
});

async function sendReminder(context: Context, tx: Executor, id: number): Promise<void> {
  const order = await lockOrder(tx, id);
  if (order?.state !== "NEEDS_MATERIAL" || order.campaign === "DELETED") return;
  if (order.total_cents === 0 || order.reminded_at !== null) return;
  await markReminded(tx, id, context.clock.now());
  await requestPhoto(context, tx, "photo-reminder", order);
}

/** Requests the photo of an order that was just paid, and schedules the reminder. */
async function requestPhotoWithReminder(context: Context, tx: Executor, order: OrderRow): Promise<void> {
  await requestPhoto(context, tx, "photo-requested", order);
  const runAt = new Date(context.clock.now().getTime() + REMIND_AFTER_MS);
  await context.queue.enqueue(tx, remindOfPhotoJob, { orderId: order.id }, { runAt });
}

async function requestPhoto(
  context: Context,
  tx: Executor,
  kind: "photo-requested" | "photo-reminder",
  order: OrderRow,
): Promise<void> {
  const buyer = await readContact(tx, order.account_id);
  await notify(context, tx, kind, buyer, { ...toMailData(order), link: photosUrl(context, order) });
}

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

/** Mails the sender of a wallet list how many of its artworks were minted. */
export async function sendBatchSummary(
  context: Context,
  tx: Executor,
  { batch, minted, failed }: { batch: OpenBatch; minted: number; failed: number },
): Promise<void> {
  const sender = await readContact(tx, batch.created_by);
  const data = { experience: batch.name, minted, link: mintPageUrl(context, batch.pretty_id) };
  if (failed === 0) await notify(context, tx, "wallet-list-minted", sender, data);
  else await notify(context, tx, "wallet-list-partly-minted", sender, { ...data, failed });
}

/** Returns the page of the studio that lists wallet lists and failed artworks, and retries them. */
function mintPageUrl({ publicUrl }: Context, prettyId: string): string {
  return `${publicUrl}/my/experiences/${encodeURIComponent(prettyId)}/mint`;
}
