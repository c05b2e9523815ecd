import { photosWithin } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database.ts";
import { addEntry, reverseEntry } from "../../../rewards/index.ts";
import { drawParticipants } from "../draw.ts";
import { tellConfirmed } from "../mails/mails.ts";
import { releasePlaces } from "../places.ts";
import { lacksPhotos } from "./fulfil.data.ts";
import { markEnded, markFulfilled, markNeedsMaterial, type OrderRow } from "./orders.data.ts";
import { endPaid } from "./paid-back.ts";
import { askNowAndLater } from "./remind.ts";

export type Advanced = "NEEDS_MATERIAL" | "FULFILLED" | "SOLD_OUT";

/**
 * Goes on with an order whose place is taken and paid for, in the transaction that holds it (`lockOrder`): it waits for
 * its photos, or is drawn for and earns its points, and its owner is written to. `SOLD_OUT` where nothing was left to be drawn: the place is given
 * back, and what was paid is the caller's to pay back.
 */
export async function advance(context: Context, tx: Executor, order: OrderRow): Promise<Advanced> {
  const { id, campaign_id: campaignId, total_cents } = order;
  const now = context.clock.now();
  const isPaid = total_cents > 0;
  if (await lacksPhotos(tx, { orderId: id, campaignId })) {
    await markNeedsMaterial(tx, id, isPaid ? null : new Date(now.getTime() + photosWithin * 1000));
    if (isPaid && order.state !== "NEEDS_MATERIAL") await askNowAndLater(context, tx, order);
    return "NEEDS_MATERIAL";
  }
  const { left } = await drawParticipants(context, tx, { campaignId, orders: [id] });
  if (left.length > 0) {
    await releasePlaces(tx, { campaignId, count: 1 });
    if (isPaid) await endPaid(context, tx, order, "E0033");
    else await markEnded(tx, id, { state: "EXPIRED", failedBy: "E0033" });
    return "SOLD_OUT";
  }
  await markFulfilled(tx, id, now);
  await award(tx, order, now);
  await tellConfirmed(context, tx, order);
  return "FULFILLED";
}

/** The points of taking part; nobody earns any with a wrap of their own. */
async function award(tx: Executor, order: OrderRow, now: Date): Promise<void> {
  const { account_id: accountId, owner_id, song_id: songId, reward_points: points } = order;
  if (accountId === null || accountId === owner_id || points === 0) return;
  await addEntry(tx, { accountId, songId, key: entryKey(order), kind: "PARTICIPATION", points, now });
}

/** Takes back the points of an order that was paid back, as far as they are not spent. */
export async function takeBackPoints(tx: Executor, order: OrderRow, now: Date): Promise<void> {
  const { account_id: accountId, song_id: songId } = order;
  if (accountId !== null) await reverseEntry(tx, { accountId, songId, key: entryKey(order), now });
}

const entryKey = ({ id }: OrderRow) => `participation ${id}`;
