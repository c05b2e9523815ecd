import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { OrderHandler, SubscriptionTerms } from "../payments/index.ts";
import { parseOrderId } from "./orders/order-reference.ts";
import { lockOrder, type OrderRow, orderDirectory, writeState } from "./orders/orders.data.ts";
import { mailPlanChanges, mailPlanEnded, mailPlanStarted } from "./plan-mails.ts";
import { toPlanState } from "./plan-state.ts";
import {
  findOfOrder,
  hasLivePaid,
  insertPaid,
  type SubscriptionRow,
  writePlanState,
} from "./subscriptions.data.ts";

/**
 * Handles payments of plan orders. Each method may run repeatedly and in any order; the state of the order and of its plan decide what
 * is left to do and which mails are sent.
 */
export const subscriptionOrderHandler: OrderHandler = {
  directory: orderDirectory,
  async onPaid(context, tx, reference, terms) {
    const order = await lockOrderByReference(tx, reference);
    switch (order?.state) {
      case "FULFILLED":
        return "FULFILLED";
      case "OPEN":
      case "EXPIRED":
        return activatePlan(context, tx, order, terms);
      default:
        return "REFUND";
    }
  },
  async onExpired(_context, tx, reference) {
    const order = await lockOrderByReference(tx, reference);
    if (order?.state === "OPEN") await writeState(tx, order.id, "EXPIRED");
  },
  async onSubscriptionSynced(context, tx, reference, terms) {
    const order = await lockOrderByReference(tx, reference);
    const row = order?.state === "FULFILLED" ? await findOfOrder(tx, order.id) : undefined;
    if (row !== undefined && row.ended_at === null) await updatePlan(context, tx, row, terms);
  },
  async onRefunded(context, tx, reference) {
    const order = await lockOrderByReference(tx, reference);
    if (order?.state !== "FULFILLED") return;
    await writeState(tx, order.id, "REFUNDED");
    const row = await findOfOrder(tx, order.id);
    if (row !== undefined) await endRefundedPlan(context, tx, row);
  },
};

async function lockOrderByReference(tx: Executor, reference: string): Promise<OrderRow | undefined> {
  const id = parseOrderId(reference);
  return id === undefined ? undefined : lockOrder(tx, id);
}

/** Activates a paid plan. Refunds it if the account has a plan already or was deleted. */
async function activatePlan(
  context: Context,
  tx: Executor,
  order: OrderRow,
  terms: SubscriptionTerms | null,
): Promise<"FULFILLED" | "REFUND"> {
  if (terms === null) throw new Error(`payment of plan order ${order.id} has no subscription`);
  const { id: orderId, account_id: accountId, price_cents: priceCents } = order;
  const now = context.clock.now();
  const isOver = terms.status === "ENDED" || accountId === null;
  if (isOver || (await hasLivePaid(tx, accountId, now))) {
    await writeState(tx, orderId, "REFUSED");
    return "REFUND";
  }
  const state = toPlanState(terms, { priceCents, now });
  await insertPaid(tx, { accountId, orderId, state, now });
  await writeState(tx, orderId, "FULFILLED");
  await mailPlanStarted(context, tx, { accountId, state });
  return "FULFILLED";
}

async function updatePlan(
  context: Context,
  tx: Executor,
  row: SubscriptionRow,
  terms: SubscriptionTerms,
): Promise<void> {
  const state = toPlanState(terms, {
    priceCents: currentPriceCents(row, terms),
    now: context.clock.now(),
  });
  await writePlanState(tx, row.id, state);
  await mailPlanChanges(context, tx, { row, state });
}

/** Returns the price of the paid period. After a switch it is the price that was announced as the next one. */
function currentPriceCents(
  { expires_at, price_cents, next_price_cents }: SubscriptionRow,
  terms: SubscriptionTerms,
): number {
  const isNext = terms.paidUntil > new Date(expires_at);
  return (isNext ? next_price_cents : null) ?? price_cents ?? 0;
}

/** Ends a fully refunded plan immediately, whatever period was paid. */
async function endRefundedPlan(context: Context, tx: Executor, row: SubscriptionRow): Promise<void> {
  const now = context.clock.now();
  const expiresAt = new Date(Math.min(now.getTime(), Date.parse(row.expires_at)));
  const state = {
    plan: row.plan,
    expiresAt,
    keptUntil: expiresAt,
    isCanceled: true,
    isUnpaid: false,
    renewsAs: null,
    priceCents: row.price_cents ?? 0,
    nextPriceCents: null,
    endedAt: now,
  };
  await writePlanState(tx, row.id, state);
  if (row.ended_at === null) await mailPlanEnded(context, tx, row.account_id);
}
