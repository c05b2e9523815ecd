import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { closeCheckout, openCheckout } from "../../../payments/index.ts";
import { expireUnpaid } from "./expire-unpaid.ts";
import { confirmationUrl, participateUrl } from "./links.ts";
import { orderReference } from "./order-reference.ts";
import { findOrder, type OrderRow } from "./orders.data.ts";

/**
 * Opens the provider's page for an order, and answers its address. Where that fails the place is given back: should
 * somebody pay all the same, by a page that another tab of theirs has opened meanwhile, they get a place again or their
 * money back.
 *
 * @throws Failure E0005 where the place was given up meanwhile, and what `openCheckout` throws
 */
export async function openOrderCheckout(context: Context, order: OrderRow): Promise<string> {
  const url = await openCheckoutOrExpire(context, order);
  if ((await findOrder(context.db, order.id))?.state !== "EXPIRED") return url;
  // Whoever gave it up saw no checkout yet.
  await closeCheckout(context, orderReference(order.id));
  throw new Failure("E0005");
}

async function openCheckoutOrExpire(context: Context, order: OrderRow): Promise<string> {
  try {
    return (await openCheckout(context, toPurchase(context, order))).url;
  } catch (error) {
    await expireUnpaid(context, order.id);
    throw error;
  }
}

function toPurchase(context: Context, order: OrderRow): Parameters<typeof openCheckout>[1] {
  const { account_id, payee_id, name, total_cents, fee_cents, expires_at } = order;
  if (account_id === null || expires_at === null) throw new Error(`nobody can pay for the order ${order.id}`);
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
