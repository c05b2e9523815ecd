import type { Language } from "@wrapsody/shared/api/language.ts";
import type { PaidPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { OrderDirectory, OrderSummary } from "../../payments/index.ts";
import { parseOrderId, planTitle } from "./order-reference.ts";

export type OrderState = "OPEN" | "FULFILLED" | "EXPIRED" | "REFUSED" | "REFUNDED";

/** An order for a plan. `account_id` is null if the account was deleted. */
export type OrderRow = {
  id: number;
  exposed_id: string;
  code_hash: Buffer;
  account_id: string | null;
  plan: PaidPlan;
  price_cents: number;
  language: Language;
  state: OrderState;
  created_at: string;
  expires_at: string;
};

const columns = sql`id, exposed_id, code_hash, account_id, plan, price_cents, language, state, created_at, expires_at`;

async function findWhere(db: Executor, where: RawBuilder<unknown>): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${columns} from subscription_order where ${where}`.execute(db);
  return rows[0];
}

export function findOrder(db: Executor, id: number): Promise<OrderRow | undefined> {
  return findWhere(db, sql`id = ${id}`);
}

/** Finds an order of the account by its public number. */
export function findOwnOrder(
  db: Executor,
  { exposedId, accountId }: { exposedId: string; accountId: string },
): Promise<OrderRow | undefined> {
  return findWhere(db, sql`exposed_id = ${exposedId} and account_id = ${accountId}`);
}

export function findOpenOrder(db: Executor, accountId: string): Promise<OrderRow | undefined> {
  return findWhere(db, sql`account_id = ${accountId} and state = 'OPEN'`);
}

/** Locks an account and its plans, so that concurrent orders and payments see each other. Returns whether the account exists. */
export async function lockAccount(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  await lockPlans(tx, accountId);
  return rows.length > 0;
}

/**
 * Locks an order and the plans of its account, but not the account itself: account deletion locks the account and then waits for its
 * payments, one of which the caller may have locked.
 */
export async function lockOrder(tx: Executor, id: number): Promise<OrderRow | undefined> {
  const unlocked = await findOrder(tx, id);
  if (unlocked === undefined) return undefined;
  if (unlocked.account_id !== null) await lockPlans(tx, unlocked.account_id);
  await sql`select from subscription_order where id = ${id} for no key update`.execute(tx);
  // Read again, because it may have changed before the lock was granted.
  return findOrder(tx, id);
}

async function lockPlans(tx: Executor, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plans ${accountId}`}, 0))`.execute(tx);
}

type OrderToInsert = Pick<OrderRow, "exposed_id" | "code_hash" | "plan" | "price_cents" | "language"> & {
  accountId: string;
  now: Date;
  expiresAt: Date;
};

/** Returns the id of the new order. */
export async function insertOrder(tx: Executor, order: OrderToInsert): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into subscription_order (exposed_id, code_hash, account_id, plan, price_cents, language, state, created_at, expires_at)
    values (${order.exposed_id}, ${order.code_hash}, ${order.accountId}, ${order.plan}, ${order.price_cents}, ${order.language},
      'OPEN', ${order.now}, ${order.expiresAt})
    returning id`.execute(tx);
  const [added] = rows;
  if (added === undefined) throw new Error("insert returned no row");
  return added.id;
}

export async function writeState(tx: Executor, id: number, state: OrderState): Promise<void> {
  await sql`update subscription_order set state = ${state} where id = ${id}`.execute(tx);
}

/** Expires an order unless it is no longer open. */
export async function expireIfOpen(db: Executor, id: number): Promise<void> {
  await sql`update subscription_order set state = 'EXPIRED' where id = ${id} and state = 'OPEN'`.execute(db);
}

type Row = Omit<OrderSummary, "title"> & { plan: Parameters<typeof planTitle>[0] };

/** Looks up plan orders for administrators. */
export const orderDirectory: OrderDirectory = {
  async summarize(db, references) {
    const ids = references.flatMap((reference) => parseOrderId(reference) ?? []);
    const { rows } = await sql<Row>`
      select id::text as reference, exposed_id as number, plan, state from subscription_order
      where id = any(${ids}::bigint[])`.execute(db);
    return rows.map(({ plan, ...order }) => ({ ...order, title: planTitle(plan, "en") }));
  },
  findByNumber,
};

async function findByNumber(db: Executor, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select id::text as reference from subscription_order where exposed_id = ${number}`.execute(db);
  return rows[0]?.reference;
}
