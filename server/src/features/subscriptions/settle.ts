import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import type { OrderHandler, Terms } from "../payments/index.ts";
import { tellBegun, tellChanged, tellEnded } from "./mails/mails.ts";
import { lockOrder, type OrderRow, writeState } from "./orders/orders.data.ts";
import { orderIdOf } from "./orders/payment.ts";
import { orderDesk } from "./orders/shown.data.ts";
import { standingOf } from "./standing.ts";
import {
  findOfOrder,
  hasLivePaid,
  insertPaid,
  type SubscriptionRow,
  writeStanding,
} from "./subscriptions.data.ts";

/**
 * What is done about orders for plans. Each may be told any number of times and in any order; it is the order's own state, and how its
 * plan stood before, that decide what is left to be done and who is written to.
 */
export const subscriptionOrders: OrderHandler = {
  desk: orderDesk,
  async onPaid(context, tx, reference, terms) {
    const order = await held(tx, reference);
    switch (order?.state) {
      case "FULFILLED":
        return "FULFILLED";
      case "OPEN":
      case "EXPIRED":
        return begin(context, tx, order, terms);
      default:
        return "REFUND";
    }
  },
  async onExpired(_context, tx, reference) {
    const order = await held(tx, reference);
    if (order?.state === "OPEN") await writeState(tx, order.id, "EXPIRED");
  },
  async onTerms(context, tx, reference, terms) {
    const order = await held(tx, reference);
    const row = order?.state === "FULFILLED" ? await findOfOrder(tx, order.id) : undefined;
    if (row !== undefined && row.ended_at === null) await goOn(context, tx, row, terms);
  },
  async onRefunded(context, tx, reference) {
    const order = await held(tx, reference);
    if (order?.state !== "FULFILLED") return;
    await writeState(tx, order.id, "REFUNDED");
    const row = await findOfOrder(tx, order.id);
    if (row !== undefined) await endNow(context, tx, row);
  },
};

async function held(tx: Executor, reference: string): Promise<OrderRow | undefined> {
  const id = orderIdOf(reference);
  return id === undefined ? undefined : lockOrder(tx, id);
}

/** Nobody pays for two plans, and nobody who is gone for one: what was paid all the same is paid back. */
async function begin(
  context: Context,
  tx: Executor,
  order: OrderRow,
  terms: Terms | null,
): Promise<"FULFILLED" | "REFUND"> {
  if (terms === null) throw new Error(`the order ${order.id} for a plan was paid for once and for all`);
  const { id: orderId, account_id: accountId, price_cents: priceCents } = order;
  const now = context.clock.now();
  const isOver = terms.status === "ENDED" || accountId === null;
  if (isOver || (await hasLivePaid(tx, accountId, now))) {
    await writeState(tx, orderId, "REFUSED");
    return "REFUND";
  }
  const standing = standingOf(terms, { priceCents, now });
  await insertPaid(tx, { accountId, orderId, standing, now });
  await writeState(tx, orderId, "FULFILLED");
  await tellBegun(context, tx, { accountId, standing });
  return "FULFILLED";
}

async function goOn(context: Context, tx: Executor, row: SubscriptionRow, terms: Terms): Promise<void> {
  const standing = standingOf(terms, { priceCents: paidPrice(row, terms), now: context.clock.now() });
  await writeStanding(tx, row.id, standing);
  await tellChanged(context, tx, { row, standing });
}

/** What the period costs that is paid for: with another one, what was said of it before it began. */
function paidPrice({ expires_at, price_cents, next_price_cents }: SubscriptionRow, terms: Terms): number {
  const isNext = terms.paidUntil > new Date(expires_at);
  return (isNext ? next_price_cents : null) ?? price_cents ?? 0;
}

/** All of it was paid back: its benefits end at once, whatever its provider said of it before. */
async function endNow(context: Context, tx: Executor, row: SubscriptionRow): Promise<void> {
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
  await writeStanding(tx, row.id, standing);
  if (row.ended_at === null) await tellEnded(context, tx, row.account_id);
}
