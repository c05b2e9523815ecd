import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { closeCheckout, openCheckout, refreshPaymentState } from "../../../payments/index.ts";
import { applyToOrder } from "./apply-event.ts";
import { confirmationUrl, orderReference, participateUrl } from "./order-code.ts";
import { findOrder, type OrderRow } from "./orders.data.ts";

/**
 * Opens the provider's checkout for an order and returns its URL. Releases the spot if that fails: a payment through a page
 * that another tab opened before still gets a spot or a refund.
 *
 * @throws Failure E0005 if the order was cancelled meanwhile, and what `openCheckout` throws
 */
export async function openOrderCheckout(context: Context, order: OrderRow): Promise<string> {
  const url = await openCheckoutOrExpire(context, order);
  if ((await findOrder(context.db, order.id))?.state !== "EXPIRED") return url;
  // The cancellation saw no checkout that it could have closed.
  await closeCheckout(context, orderReference(order.id));
  throw new Failure("E0005");
}

async function openCheckoutOrExpire(context: Context, order: OrderRow): Promise<string> {
  try {
    return (await openCheckout(context, toPurchase(context, order))).url;
  } catch (error) {
    await applyToOrder(context, order.id, { type: "EXPIRED" });
    throw error;
  }
}

function toPurchase(context: Context, order: OrderRow): Parameters<typeof openCheckout>[1] {
  const { account_id, payee_id, name, total_cents, fee_cents, expires_at } = order;
  if (account_id === null || expires_at === null)
    throw new Error(`order ${order.id} has no buyer or deadline`);
  return {
    ...orderReference(order.id),
    accountId: account_id,
    payeeId: payee_id,
    title: name,
    amountCents: total_cents,
    platformFeeCents: fee_cents,
    expiresAt: new Date(expires_at),
    successUrl: confirmationUrl(context, order),
    cancelUrl: participateUrl(context, order),
  };
}

/**
 * Expires an overdue order if the provider says that its checkout is closed; an open checkout may still be paid.
 * `refreshPaymentState` applies every other answer.
 *
 * @throws Failure E0048 if the provider does not answer
 */
export async function expireIfUnpaid(context: Context, orderId: number): Promise<void> {
  const state = await refreshPaymentState(context, orderReference(orderId));
  if (state === undefined || state === "EXPIRED") await applyToOrder(context, orderId, { type: "EXPIRED" });
}
