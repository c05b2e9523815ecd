import { PHOTO_DEADLINE_S } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { addEntry, reverseEntry } from "../../../rewards/index.ts";
import { drawParticipants } from "../artworks/draw.ts";
import { tellConfirmed } from "../mails/mails.ts";
import { releaseSpots } from "../spots.ts";
import { lacksPhotos } from "./fulfil.data.ts";
import { markEnded, markFulfilled, markNeedsMaterial, type OrderRow } from "./orders.data.ts";
import { requestPhotoWithReminder } from "./photo-reminder.ts";
import { refundOrder } from "./refunds.ts";

export type FulfilmentResult = "NEEDS_MATERIAL" | "FULFILLED" | "SOLD_OUT";

/**
 * Goes on with an order whose place is taken and paid for, in the transaction that holds it (`lockOrder`): it waits for
 * its photos, or is drawn for and earns its points, and its owner is written to. `SOLD_OUT` where nothing was left to be drawn: the place is given
 * back, and what was paid is the caller's to pay back.
 */
export async function fulfilOrder(
  context: Context,
  tx: Executor,
  order: OrderRow,
): Promise<FulfilmentResult> {
  const { id, campaign_id: campaignId, total_cents } = order;
  const now = context.clock.now();
  const isPaid = total_cents > 0;
  if (await lacksPhotos(tx, { orderId: id, campaignId })) {
    await markNeedsMaterial(tx, id, isPaid ? null : new Date(now.getTime() + PHOTO_DEADLINE_S * 1000));
    if (isPaid && order.state !== "NEEDS_MATERIAL") await requestPhotoWithReminder(context, tx, order);
    return "NEEDS_MATERIAL";
  }
  const { left } = await drawParticipants(context, tx, { campaignId, orders: [id] });
  if (left.length > 0) {
    await releaseSpots(tx, { campaignId, count: 1 });
    if (isPaid) await refundOrder(context, tx, order, "E0033");
    else await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0033" });
    return "SOLD_OUT";
  }
  await markFulfilled(tx, id, now);
  await awardPoints(tx, order, now);
  await tellConfirmed(context, tx, order);
  return "FULFILLED";
}

/** The points of taking part; nobody earns any with a wrap of their own. */
async function awardPoints(tx: Executor, order: OrderRow, now: Date): Promise<void> {
  const { account_id: accountId, owner_id, song_id: songId, reward_points: points } = order;
  if (accountId === null || accountId === owner_id || points === 0) return;
  await addEntry(tx, { accountId, songId, key: entryKey(order), kind: "PARTICIPATION", points, now });
}

/** Takes back the points of an order that was paid back, as far as they are not spent. */
export async function reversePoints(tx: Executor, order: OrderRow, now: Date): Promise<void> {
  const { account_id: accountId, song_id: songId } = order;
  if (accountId !== null) await reverseEntry(tx, { accountId, songId, key: entryKey(order), now });
}

const entryKey = ({ id }: OrderRow) => `participation ${id}`;
