import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { OrderHandler } from "../../../payments/index.ts";
import { releasePlaces, reservePlaces } from "../places.ts";
import { advance, takeBackPoints } from "./fulfil.ts";
import { lockOrder, markEnded, type OrderRow } from "./orders.data.ts";
import { orderIdOf } from "./payment.ts";

/**
 * What is done about orders for places. Both may be told any number of times and in any order; it is the order's own
 * state that decides what is left to be done.
 */
export const participationOrders: OrderHandler = {
  async onPaid(context, tx, reference) {
    const order = await held(tx, reference);
    switch (order?.state) {
      case "NEEDS_MATERIAL":
      case "FULFILLED":
        return "FULFILLED";
      case "AWAITING_PAYMENT":
        return goOn(context, tx, order);
      case "EXPIRED":
        return goOnLate(context, tx, order);
      default:
        return "REFUND";
    }
  },
  async onExpired(_context, tx, reference) {
    const order = await held(tx, reference);
    if (order?.state !== "AWAITING_PAYMENT") return;
    await markEnded(tx, order.id, { state: "EXPIRED", failedBy: "E0040" });
    await releasePlaces(tx, { campaignId: order.campaign_id, count: 1 });
  },
  /** An artwork that is drawn stays its owner's, without the points; one that waits for its photos is not made any more. */
  async onRefunded(context, tx, reference) {
    const order = await held(tx, reference);
    if (order?.state === "FULFILLED") await takeBackPoints(tx, order, context.clock.now());
    if (order?.state !== "NEEDS_MATERIAL") return;
    await markEnded(tx, order.id, { state: "REFUNDED", failedBy: "E0040" });
    await releasePlaces(tx, { campaignId: order.campaign_id, count: 1 });
  },
};

async function held(tx: Executor, reference: string): Promise<OrderRow | undefined> {
  const id = orderIdOf(reference);
  return id === undefined ? undefined : lockOrder(tx, id);
}

/** A campaign that was deleted gives nothing any more. */
async function goOn(context: Context, tx: Executor, order: OrderRow): Promise<"FULFILLED" | "REFUND"> {
  if (!order.isDeleted) return (await advance(context, tx, order)) === "SOLD_OUT" ? "REFUND" : "FULFILLED";
  await releasePlaces(tx, { campaignId: order.campaign_id, count: 1 });
  return giveUp(tx, order);
}

/** The place was given back before the payment came: it gets another one if there is one. */
async function goOnLate(context: Context, tx: Executor, order: OrderRow): Promise<"FULFILLED" | "REFUND"> {
  if (order.isDeleted || order.total_cents === 0) return giveUp(tx, order);
  try {
    await reservePlaces(tx, { campaignId: order.campaign_id, count: 1 });
  } catch (error) {
    if (error instanceof Failure) return giveUp(tx, order);
    throw error;
  }
  return goOn(context, tx, order);
}

async function giveUp(tx: Executor, { id }: OrderRow): Promise<"REFUND"> {
  await markEnded(tx, id, { state: "REFUNDED", failedBy: "E0033" });
  return "REFUND";
}
