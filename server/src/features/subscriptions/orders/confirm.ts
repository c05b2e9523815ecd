import { type OwnSubscription, planOrderTexts } from "@wrapsody/shared/payments/subscriptions.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { hasAmountMismatch, matchesOrderCode, refreshPaymentState } from "../../payments/index.ts";
import { presentSubscription } from "../plan-state.ts";
import { findOfOrder } from "../subscriptions.data.ts";
import { orderReference } from "./order-reference.ts";
import { expireIfOpen, findOwnOrder, type OrderRow } from "./orders.data.ts";

type OrderCredentials = { accountId: string; orderId: string; code: string };

/**
 * Confirms the caller's paid order by its code. A repeat returns the same plan.
 *
 * @throws Failure E0035 for a wrong code or an order that is not theirs, E0039 if it is not paid yet, E0040 if it expired or was
 * refunded, E0047 if another plan was paid before it
 */
export async function confirmOrder(context: Context, proof: OrderCredentials): Promise<OwnSubscription> {
  const beforeSync = await requireOrderByCode(context, proof);
  if (beforeSync.state === "OPEN") await syncOrder(context, beforeSync);
  const order = await requireOrderByCode(context, proof);
  if (order.state === "EXPIRED" && (await hasAmountMismatch(context.db, orderReference(order.id))))
    throw new Failure("E0040", { message: planOrderTexts.otherAmount });
  requireFulfilled(order);
  const row = await findOfOrder(context.db, order.id);
  if (row === undefined) throw new Error(`fulfilled order ${order.id} has no plan`);
  return presentSubscription(row);
}

async function requireOrderByCode(
  context: Context,
  { accountId, orderId, code }: OrderCredentials,
): Promise<OrderRow> {
  const order = await findOwnOrder(context.db, { exposedId: orderId, accountId });
  if (order === undefined || !matchesOrderCode(context, { ...order, kind: "SUBSCRIPTION" }, code))
    throw new Failure("E0035");
  return order;
}

/** Syncs the payment, which runs the order handler. An order whose checkout was never opened expires here. */
async function syncOrder(context: Context, order: OrderRow): Promise<void> {
  const state = await refreshPaymentState(context, orderReference(order.id));
  const isUnopened = state === undefined && new Date(order.expires_at) <= context.clock.now();
  if (state === "EXPIRED" || isUnopened) await expireIfOpen(context.db, order.id);
}

function requireFulfilled({ state }: OrderRow): void {
  if (state === "OPEN") throw new Failure("E0039");
  if (state === "EXPIRED") throw new Failure("E0040");
  if (state === "REFUSED") throw new Failure("E0047", { message: refused });
  if (state === "REFUNDED") throw new Failure("E0040", { message: planOrderTexts.refunded });
}

const refused = "You already have a Premium plan. This payment will be refunded.";
