import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { OrderHandler, SubscriptionTerms } from "../payments/index.ts";
import { mailPlanChanges, mailPlanEnded, mailPlanStarted } from "./mails/mails.ts";
import { orderDirectory } from "./orders/order-directory.data.ts";
import { parseOrderId } from "./orders/order-reference.ts";
import { lockOrder, type OrderRow, writeState } from "./orders/orders.data.ts";
import { toPlanState } from "./plan-state.ts";
import {
  findOfOrder,
  hasLivePaid,
  insertPaid,
  type SubscriptionRow,
  writePlanState,
} from "./subscriptions.data.ts";

/**
 * What is done about orders for plans. Each may be told any number of times and in any order; it is the order's own state, and how its
 * plan stood before, that decide what is left to be done and who is written to.
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

/** Nobody pays for two plans, and nobody who is gone for one: what was paid all the same is paid back. */
async function activatePlan(
  context: Context,
  tx: Executor,
  order: OrderRow,
  terms: SubscriptionTerms | null,
): Promise<"FULFILLED" | "REFUND"> {
  if (terms === null) throw new Error(`the order ${order.id} for a plan was paid for once and for all`);
  const { id: orderId, account_id: accountId, price_cents: priceCents } = order;
  const now = context.clock.now();
  const isOver = terms.status === "ENDED" || accountId === null;
  if (isOver || (await hasLivePaid(tx, accountId, now))) {
    await writeState(tx, orderId, "REFUSED");
    return "REFUND";
  }
  const standing = toPlanState(terms, { priceCents, now });
  await insertPaid(tx, { accountId, orderId, standing, now });
  await writeState(tx, orderId, "FULFILLED");
  await mailPlanStarted(context, tx, { accountId, standing });
  return "FULFILLED";
}

async function updatePlan(
  context: Context,
  tx: Executor,
  row: SubscriptionRow,
  terms: SubscriptionTerms,
): Promise<void> {
  const standing = toPlanState(terms, {
    priceCents: currentPriceCents(row, terms),
    now: context.clock.now(),
  });
  await writePlanState(tx, row.id, standing);
  await mailPlanChanges(context, tx, { row, standing });
}

/** What the period costs that is paid for: with another one, what was said of it before it began. */
function currentPriceCents(
  { expires_at, price_cents, next_price_cents }: SubscriptionRow,
  terms: SubscriptionTerms,
): number {
  const isNext = terms.paidUntil > new Date(expires_at);
  return (isNext ? next_price_cents : null) ?? price_cents ?? 0;
}

/** All of it was paid back: its benefits end at once, whatever its provider said of it before. */
async function endRefundedPlan(context: Context, tx: Executor, row: SubscriptionRow): Promise<void> {
  const now = context.clock.now();
  const expiresAt = new Date(Math.min(now.getTime(), Date.parse(row.expires_at)));
  const standing = {
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
  await writePlanState(tx, row.id, standing);
  if (row.ended_at === null) await mailPlanEnded(context, tx, row.account_id);
}
