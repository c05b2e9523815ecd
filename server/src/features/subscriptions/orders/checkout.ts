import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { closeCheckout, openCheckout, type Purchase } from "../../payments/index.ts";
import { confirmationUrl, planPageUrl } from "./links.ts";
import { orderReference, planPrice } from "./order-reference.ts";
import { expireIfOpen, findOrder, type OrderRow } from "./orders.data.ts";

/**
 * Opens the provider's page for an order, and answers its address. One whose provider did not answer stays as it is: the same may be
 * asked again.
 *
 * @throws Failure E0005 where another plan was ordered meanwhile, E0048 and E0038 as `openCheckout`
 */
export async function openOrderCheckout(context: Context, order: OrderRow): Promise<string> {
  const url = await openUnlessClosed(context, order);
  const now = await findOrder(context.db, order.id);
  if (now?.state !== "EXPIRED") return url;
  // Whoever ended it saw no checkout yet.
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
 * Has an order's checkout closed, so that nobody pays for two plans. Of one that is not open yet the order is ended first, which
 * whoever opens it looks at afterwards; what they have opened until then is closed.
 *
 * @throws Failure E0047 where it turns out that it is paid, E0048 where the provider does not answer
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
  if (account_id === null) throw new Error(`nobody can pay for the order ${id}`);
  return {
    ...orderReference(id),
    accountId: account_id,
    payeeId: null,
    ...planPrice(plan, language),
    amountCents: price_cents,
    platformFeeCents: price_cents,
    expiresAt: new Date(expires_at),
    successUrl: confirmationUrl(context, order),
    cancelUrl: planPageUrl(context),
  };
}
