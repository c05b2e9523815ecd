import type { PaidPlan, Subscription } from "@wrapsody/shared/payments/subscriptions.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { PlanState } from "./plan-state.ts";

/** Lists the plans that currently give an account benefits, the longest-lasting first. */
export async function listSubscriptions(db: Executor, accountId: string, now: Date): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select id, plan, expires_at, is_canceled from subscription
    where account_id = ${accountId} and kept_until > ${now} order by kept_until desc, id desc`.execute(db);
  return rows;
}

/** Returns whether the account has Premium: bought, granted, or within the days of grace. */
export async function isPremium(db: Executor, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscription where account_id = ${accountId} and kept_until > ${now} limit 1`.execute(db);
  return rows.length > 0;
}

/** A subquery of the ids of all accounts with Premium. */
export const premiumAccountIds = (now: Date): RawBuilder<unknown> =>
  sql`select account_id from subscription where kept_until > ${now}`;

/** A plan. `order_id` is null if it was granted. Amounts are US cents. */
export type SubscriptionRow = {
  id: number;
  account_id: string;
  order_id: number | null;
  plan: PaidPlan;
  expires_at: string;
  kept_until: string;
  is_canceled: boolean;
  is_unpaid: boolean;
  renews_as: PaidPlan | null;
  price_cents: number | null;
  next_price_cents: number | null;
  ended_at: string | null;
};

export type PaidRow = SubscriptionRow & { order_id: number };

const columns = sql`id, account_id, order_id, plan, expires_at, kept_until, is_canceled, is_unpaid, renews_as, price_cents,
  next_price_cents, ended_at`;

/** Still paid or kept; a renewing plan stays live however long the provider retries the charge. */
const isLive = (now: Date) =>
  sql`order_id is not null and ended_at is null and (kept_until > ${now} or renews_as is not null)`;

/** Returns the account's bought plan, or else its granted one. */
export async function findCurrent(
  db: Executor,
  accountId: string,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscription
    where account_id = ${accountId} and ((${isLive(now)}) or kept_until > ${now})
    order by (${isLive(now)}) desc, kept_until desc, id desc limit 1`.execute(db);
  return rows[0];
}

export async function hasLivePaid(db: Executor, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscription where account_id = ${accountId} and ${isLive(now)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns a bought plan of the account. */
export async function findPaid(
  db: Executor,
  { id, accountId }: { id: number; accountId: string },
): Promise<PaidRow | undefined> {
  const { rows } = await sql<PaidRow>`
    select ${columns} from subscription
    where id = ${id} and account_id = ${accountId} and order_id is not null`.execute(db);
  return rows[0];
}

export async function findOfOrder(db: Executor, orderId: number): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscription where order_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Requires that `tx` has locked the account's plans and the order. */
export async function insertPaid(
  tx: Executor,
  { accountId, orderId, state, now }: { accountId: string; orderId: number; state: PlanState; now: Date },
): Promise<void> {
  await sql`
    insert into subscription (account_id, order_id, plan, expires_at, kept_until, is_canceled, is_unpaid, renews_as, price_cents,
      next_price_cents, ended_at, created_at)
    values (${accountId}, ${orderId}, ${state.plan}, ${state.expiresAt}, ${state.keptUntil}, ${state.isCanceled},
      ${state.isUnpaid}, ${state.renewsAs}, ${state.priceCents}, ${state.nextPriceCents}, ${state.endedAt},
      ${now})`.execute(tx);
}

/** Requires that `tx` has locked the order. */
export async function writePlanState(tx: Executor, id: number, state: PlanState): Promise<void> {
  await sql`
    update subscription set plan = ${state.plan}, expires_at = ${state.expiresAt}, kept_until = ${state.keptUntil},
      is_canceled = ${state.isCanceled}, is_unpaid = ${state.isUnpaid}, renews_as = ${state.renewsAs},
      price_cents = ${state.priceCents}, next_price_cents = ${state.nextPriceCents}, ended_at = ${state.endedAt}
    where id = ${id}`.execute(tx);
}
