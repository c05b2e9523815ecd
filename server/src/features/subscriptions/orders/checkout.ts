import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { closeCheckout, openCheckout, type Purchase } from "../../payments/index.ts";
import { confirmationUrl, orderReference, planPageUrl, planPrice } from "./order-reference.ts";
import { expireIfOpen, findOrder, type OrderRow } from "./orders.data.ts";

/**
 * Opens the provider's checkout for an order and returns its URL. If the provider does not answer, the order stays open for a retry.
 *
 * @throws Failure E0005 if another plan was ordered meanwhile, E0048 and E0038 as `openCheckout`
 */
export async function openOrderCheckout(context: Context, order: OrderRow): Promise<string> {
  const url = await openUnlessClosed(context, order);
  const now = await findOrder(context.db, order.id);
  if (now?.state !== "EXPIRED") return url;
  // The call that expired the order saw no checkout to close.
  await closeCheckout(context, orderReference(order.id));
  throw new Failure("E0005");
}

async function openUnlessClosed(context: Context, order: OrderRow): Promise<string> {
  try {
    return (await openCheckout(context, toPurchase(context, order))).url;
  } catch (error) {
    if (!(error instanceof Failure && error.code === "E0040")) throw error;
    await expireIfOpen(context.db, order.id);
    throw new Failure("E0005", { cause: error });
  }
}

/**
 * Closes an order's checkout, so that two plans cannot be paid. An order without a checkout is expired first; a concurrent
 * `openOrderCheckout` checks that afterwards, and a checkout that it opened until then is closed here.
 *
 * @throws Failure E0047 if the order turns out to be paid, E0048 if the provider does not answer
 */
export async function closeOrderCheckout(context: Context, { id }: Pick<OrderRow, "id">): Promise<void> {
  let state = await closeCheckout(context, orderReference(id));
  if (state === undefined) {
    await expireIfOpen(context.db, id);
    state = await closeCheckout(context, orderReference(id));
  }
  if (state === "PAID") throw new Failure("E0047");
  if (state === "EXPIRED") await expireIfOpen(context.db, id);
}

function toPurchase(context: Context, order: OrderRow): Purchase {
  const { id, account_id, plan, price_cents, language, expires_at } = order;
  if (account_id === null) throw new Error(`the account of order ${id} was deleted`);
  return {
    ...orderReference(id),
    accountId: account_id,
    payeeId: null,
    ...planPrice(context, plan, language),
    amountCents: price_cents,
    platformFeeCents: price_cents,
    expiresAt: new Date(expires_at),
    successUrl: confirmationUrl(context, order),
    cancelUrl: planPageUrl(context),
  };
}
