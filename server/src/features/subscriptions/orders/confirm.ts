import { type OwnSubscription, planOrderTexts } from "@wrapsody/shared/subscriptions.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { hasAmountMismatch, matchesOrderCode, refreshPaymentState } from "../../payments/index.ts";
import { presentSubscription } from "../present.ts";
import { findOfOrder } from "../subscriptions.data.ts";
import { orderReference } from "./order-reference.ts";
import { expireIfOpen, findOwnOrder, type OrderRow } from "./orders.data.ts";

type OrderCredentials = { accountId: string; orderId: string; code: string };

/**
 * Confirms the caller's order by its code once it is paid for, and answers the same to every repeat.
 *
 * @throws Failure E0035 for a wrong code or an order that is not theirs, E0039 as long as it is not paid for, E0040 where its time is
 * over or it was paid back, E0047 where another plan was paid for before it
 */
export async function confirmOrder(context: Context, proof: OrderCredentials): Promise<OwnSubscription> {
  const known = await requireOrderByCode(context, proof);
  if (known.state === "OPEN") await syncOrder(context, known);
  const order = await requireOrderByCode(context, proof);
  if (order.state === "EXPIRED" && (await hasAmountMismatch(context.db, orderReference(order.id))))
    throw new Failure("E0040", { message: planOrderTexts.otherAmount });
  requireFulfilled(order);
  const row = await findOfOrder(context.db, order.id);
  if (row === undefined) throw new Error(`nothing was given for the order ${order.id}`);
  return presentSubscription(row);
}

async function requireOrderByCode(
  { db }: Context,
  { accountId, orderId, code }: OrderCredentials,
): Promise<OrderRow> {
  const order = await findOwnOrder(db, { exposedId: orderId, accountId });
  if (order === undefined || !matchesOrderCode(order, code)) throw new Failure("E0035");
  return order;
}

/** What the provider says is carried out by `lookUpPayment`; a checkout that was never opened is over with its time. */
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

const refused = "You have a premium plan already. This payment is paid back.";
