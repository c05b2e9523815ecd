import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { notify } from "../../../../platform/mail/notify.ts";
import { readContact } from "../../../accounts/index.ts";
import { photosUrl, toMailData } from "./order-code.ts";
import { lockOrder, markReminded, type OrderRow } from "./orders.data.ts";

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
export async function requestPhotoWithReminder(
  context: Context,
  tx: Executor,
  order: OrderRow,
): Promise<void> {
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
