import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { OrderHandler } from "../../../payments/index.ts";
import { tellPaidBack } from "../mails/mails.ts";
import { releasePlaces, reservePlaces } from "../places.ts";
import { advance, takeBackPoints } from "./fulfil.ts";
import { lockOrder, markEnded, markRefunded, type OrderRow } from "./orders.data.ts";
import { endPaid } from "./paid-back.ts";
import { orderIdOf } from "./payment.ts";
import { orderDesk } from "./shown.data.ts";

/**
 * What is done about orders for places. Both may be told any number of times and in any order; it is the order's own
 * state that decides what is left to be done.
 */
export const participationOrders: OrderHandler = {
  desk: orderDesk,
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
  /**
   * An artwork that is drawn stays its owner's, without the points; one that waits for its photos is not made any more. Of
   * what came to nothing before, its owner was told then.
   */
  async onRefunded(context, tx, reference) {
    const order = await held(tx, reference);
    const now = context.clock.now();
    if (order === undefined || !(await markRefunded(tx, order.id, now))) return;
    if (order.state === "FULFILLED") {
      await takeBackPoints(tx, order, now);
      await tellPaidBack(context, tx, { order, why: "BY_THE_HOUSE", keeps: true });
    }
    if (order.state !== "NEEDS_MATERIAL") return;
    await endPaid(context, tx, order, "E0040");
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
  return giveUp(context, tx, order, "E0001");
}

/** The place was given back before the payment came: it gets another one if there is one. */
async function goOnLate(context: Context, tx: Executor, order: OrderRow): Promise<"FULFILLED" | "REFUND"> {
  if (order.isDeleted) return giveUp(context, tx, order, "E0001");
  if (order.total_cents === 0) return "REFUND";
  try {
    await reservePlaces(tx, { campaignId: order.campaign_id, count: 1 });
  } catch (error) {
    if (error instanceof Failure) return giveUp(context, tx, order, error.code);
    throw error;
  }
  return goOn(context, tx, order);
}

async function giveUp(
  context: Context,
  tx: Executor,
  order: OrderRow,
  failedBy: ErrorCode,
): Promise<"REFUND"> {
  await endPaid(context, tx, order, failedBy);
  return "REFUND";
}
