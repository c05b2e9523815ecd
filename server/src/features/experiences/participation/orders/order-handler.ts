import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { OrderHandler } from "../../../payments/index.ts";
import { applyOrderEvent, type OrderResult } from "./apply-event.ts";
import { parseOrderReference } from "./order-code.ts";
import { orderDirectory } from "./order-directory.data.ts";
import { lockOrder } from "./orders.data.ts";
import type { OrderEvent } from "./transition.ts";

/**
 * Tells participation orders what happened to their payments. The calls may come repeatedly and in any order: the state of
 * the order decides what is left to do.
 */
export const participationOrderHandler: OrderHandler = {
  directory: orderDirectory,
  async onPaid(context, tx, reference) {
    const result = await applyToReference(context, tx, reference, { type: "PAID" });
    return result === undefined || result.isRefundDue ? "REFUND" : "FULFILLED";
  },
  async onExpired(context, tx, reference) {
    await applyToReference(context, tx, reference, { type: "EXPIRED" });
  },
  async onRefunded(context, tx, reference) {
    await applyToReference(context, tx, reference, { type: "REFUNDED" });
  },
};

/** Returns undefined if there is no such order. */
async function applyToReference(
  context: Context,
  tx: Executor,
  reference: string,
  event: OrderEvent,
): Promise<OrderResult | undefined> {
  const id = parseOrderReference(reference);
  const order = id === undefined ? undefined : await lockOrder(tx, id);
  return order && applyOrderEvent(context, tx, order, event);
}
