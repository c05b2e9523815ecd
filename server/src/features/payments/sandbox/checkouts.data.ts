import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Period } from "../orders.ts";

export type SandboxCheckout = {
  id: string;
  payment_id: string;
  title: string;
  amount_cents: number;
  ways_back: Buffer;
  status: "OPEN" | "PAID" | "CLOSED";
  refunded: boolean;
  /** Interval and customer of a subscription; null for a one-time payment. */
  period: Period | null;
  customer_id: string | null;
};

/** An expired checkout reads as closed. */
const columns = (now: Date) => sql`
  id, payment_id, title, amount_cents, ways_back, period, customer_id, refunded_at is not null as refunded,
  case when status = 'OPEN' and expires_at <= ${now} then 'CLOSED' else status end as status`;

/** Inserts a checkout unless the payment has one. */
export async function insertCheckout(
  db: Executor,
  checkout: Omit<SandboxCheckout, "status" | "refunded"> & {
    expiresAt: Date;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into sandbox_checkout (id, payment_id, title, amount_cents, ways_back, period, customer_id, status, created_at, expires_at)
    values (${checkout.id}, ${checkout.payment_id}, ${checkout.title}, ${checkout.amount_cents}, ${checkout.ways_back}, ${checkout.period},
      ${checkout.customer_id}, 'OPEN', ${checkout.now}, ${checkout.expiresAt})
    on conflict (payment_id) do nothing`.execute(db);
}

export async function readCheckoutOf(db: Executor, paymentId: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox_checkout where payment_id = ${paymentId}`.execute(db);
  return rows[0];
}

export async function readCheckout(
  db: Executor,
  id: string,
  now: Date,
): Promise<SandboxCheckout | undefined> {
  const { rows } = await sql<SandboxCheckout>`
    select ${columns(now)} from sandbox_checkout where id = ${id}`.execute(db);
  return rows[0];
}

export async function listCheckouts(db: Executor, since: Date, now: Date): Promise<SandboxCheckout[]> {
  const { rows } = await sql<SandboxCheckout>`
    select ${columns(now)} from sandbox_checkout where created_at >= ${since} order by created_at desc`.execute(
    db,
  );
  return rows;
}

/** Lists the payments refunded since then. */
export async function listRefunded(db: Executor, since: Date): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from sandbox_checkout where refunded_at >= ${since} order by refunded_at desc`.execute(
    db,
  );
  return rows.map(({ payment_id }) => payment_id);
}

/** Returns whether this call marked it as paid. */
export async function markPaid(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update sandbox_checkout set status = 'PAID', paid_at = ${now}
    where id = ${id} and status = 'OPEN' and expires_at > ${now} returning id`.execute(tx);
  return rows.length > 0;
}

export async function markClosed(db: Executor, id: string): Promise<void> {
  await sql`update sandbox_checkout set status = 'CLOSED' where id = ${id} and status = 'OPEN'`.execute(db);
}

/** Returns whether there was a paid checkout, refunded or not. */
export async function markRefunded(db: Executor, paymentId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update sandbox_checkout set refunded_at = coalesce(refunded_at, ${now})
    where payment_id = ${paymentId} and status = 'PAID' returning id`.execute(db);
  return rows.length > 0;
}

export async function insertSandboxAccount(db: Executor, id: string, now: Date): Promise<void> {
  await sql`
    insert into sandbox_payout_account (id, created_at) values (${id}, ${now}) on conflict do nothing`.execute(
    db,
  );
}

export async function readSandboxAccount(
  db: Executor,
  id: string,
): Promise<{ is_ready: boolean } | undefined> {
  const { rows } = await sql<{ is_ready: boolean }>`
    select is_ready from sandbox_payout_account where id = ${id}`.execute(db);
  return rows[0];
}

export async function markAccountReady(tx: Executor, id: string): Promise<void> {
  await sql`update sandbox_payout_account set is_ready = true where id = ${id}`.execute(tx);
}
