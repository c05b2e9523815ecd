import type { PaidPlan, Subscription } from "@wrapsody/shared/subscriptions.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { PlanState } from "./plan-state.ts";

/** The plans that give an account their benefits, the one that lasts longest first. */
export async function listSubscriptions(db: Executor, accountId: string, now: Date): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select id, plan, expires_at, is_canceled from subscription
    where account_id = ${accountId} and kept_until > ${now} order by kept_until desc, id desc`.execute(db);
  return rows;
}

/** Whether the account has the benefits of a premium plan: one that is paid for or given, or kept some days beyond that. */
export async function isPremium(db: Executor, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscription where account_id = ${accountId} and kept_until > ${now} limit 1`.execute(db);
  return rows.length > 0;
}

/** The ids of all accounts with those benefits, as a query of its own. */
export const premiumAccountIds = (now: Date): RawBuilder<unknown> =>
  sql`select account_id from subscription where kept_until > ${now}`;

/** A plan with all that is kept of it. `order_id` is null where it was given. Amounts are US cents. */
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

/** Still paid for, or kept after that: one that is to be renewed is, however long its provider tries. */
const isLive = (now: Date) =>
  sql`order_id is not null and ended_at is null and (kept_until > ${now} or renews_as is not null)`;

/** What an account pays for, or else what it was given. */
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

/** A plan of the account that it pays or paid for. */
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

/** For a `tx` that holds the account and the order. */
export async function insertPaid(
  tx: Executor,
  {
    accountId,
    orderId,
    standing,
    now,
  }: { accountId: string; orderId: number; standing: PlanState; now: Date },
): Promise<void> {
  await sql`
    insert into subscription (account_id, order_id, plan, expires_at, kept_until, is_canceled, is_unpaid, renews_as, price_cents,
      next_price_cents, ended_at, created_at)
    values (${accountId}, ${orderId}, ${standing.plan}, ${standing.expiresAt}, ${standing.keptUntil}, ${standing.isCanceled},
      ${standing.isUnpaid}, ${standing.renewsAs}, ${standing.priceCents}, ${standing.nextPriceCents}, ${standing.endedAt},
      ${now})`.execute(tx);
}

/** For a `tx` that holds the order. */
export async function writePlanState(tx: Executor, id: number, standing: PlanState): Promise<void> {
  await sql`
    update subscription set plan = ${standing.plan}, expires_at = ${standing.expiresAt}, kept_until = ${standing.keptUntil},
      is_canceled = ${standing.isCanceled}, is_unpaid = ${standing.isUnpaid}, renews_as = ${standing.renewsAs},
      price_cents = ${standing.priceCents}, next_price_cents = ${standing.nextPriceCents}, ended_at = ${standing.endedAt}
    where id = ${id}`.execute(tx);
}
