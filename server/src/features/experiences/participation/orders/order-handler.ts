import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure } from "../../../../platform/failure.ts";
import type { OrderHandler } from "../../../payments/index.ts";
import { tellPaidBack } from "../mails/mails.ts";
import { releaseSpots, reserveSpots } from "../spots.ts";
import { fulfilOrder, reversePoints } from "./fulfil.ts";
import { orderDirectory } from "./order-directory.data.ts";
import { parseOrderReference } from "./order-reference.ts";
import { lockOrder, markEnded, markRefunded, type OrderRow } from "./orders.data.ts";
import { refundOrder } from "./refunds.ts";

/**
 * What is done about orders for places. Both may be told any number of times and in any order; it is the order's own
 * state that decides what is left to be done.
 */
export const participationOrderHandler: OrderHandler = {
  directory: orderDirectory,
  async onPaid(context, tx, reference) {
    const order = await lockReferencedOrder(tx, reference);
    switch (order?.state) {
      case "NEEDS_MATERIAL":
      case "FULFILLED":
        return "FULFILLED";
      case "AWAITING_PAYMENT":
        return fulfilPaid(context, tx, order);
      case "EXPIRED":
        return fulfilLatePayment(context, tx, order);
      default:
        return "REFUND";
    }
  },
  async onExpired(_context, tx, reference) {
    const order = await lockReferencedOrder(tx, reference);
    if (order?.state !== "AWAITING_PAYMENT") return;
    await markEnded(tx, order.id, { state: "EXPIRED", failedBy: "E0040" });
    await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
  },
  /**
   * An artwork that is drawn stays its owner's, without the points; one that waits for its photos is not made any more. Of
   * what came to nothing before, its owner was told then.
   */
  async onRefunded(context, tx, reference) {
    const order = await lockReferencedOrder(tx, reference);
    const now = context.clock.now();
    if (order === undefined || !(await markRefunded(tx, order.id, now))) return;
    if (order.state === "FULFILLED") {
      await reversePoints(tx, order, now);
      await tellPaidBack(context, tx, { order, why: "BY_THE_HOUSE", keeps: true });
    }
    if (order.state !== "NEEDS_MATERIAL") return;
    await refundOrder(context, tx, order, "E0040");
    await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
  },
};

async function lockReferencedOrder(tx: Executor, reference: string): Promise<OrderRow | undefined> {
  const id = parseOrderReference(reference);
  return id === undefined ? undefined : lockOrder(tx, id);
}

/** A campaign that was deleted gives nothing any more. */
async function fulfilPaid(context: Context, tx: Executor, order: OrderRow): Promise<"FULFILLED" | "REFUND"> {
  if (!order.isDeleted)
    return (await fulfilOrder(context, tx, order)) === "SOLD_OUT" ? "REFUND" : "FULFILLED";
  await releaseSpots(tx, { campaignId: order.campaign_id, count: 1 });
  return refund(context, tx, order, "E0001");
}

/** The place was given back before the payment came: it gets another one if there is one. */
async function fulfilLatePayment(
  context: Context,
  tx: Executor,
  order: OrderRow,
): Promise<"FULFILLED" | "REFUND"> {
  if (order.isDeleted) return refund(context, tx, order, "E0001");
  if (order.total_cents === 0) return "REFUND";
  try {
    await reserveSpots(tx, { campaignId: order.campaign_id, count: 1 });
  } catch (error) {
    if (error instanceof Failure) return refund(context, tx, order, error.code);
    throw error;
  }
  return fulfilPaid(context, tx, order);
}

async function refund(
  context: Context,
  tx: Executor,
  order: OrderRow,
  failedBy: ErrorCode,
): Promise<"REFUND"> {
  await refundOrder(context, tx, order, failedBy);
  return "REFUND";
}
