import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Period } from "../orders.ts";
import type { Price } from "../provider.ts";

/** A subscription of the sandbox. Amounts are US cents. */
export type SandboxSubscription = {
  id: string;
  number: number;
  payment_id: string;
  customer_id: string;
  title: string;
  amount_cents: number;
  period: Period;
  status: "PAID" | "UNPAID" | "ENDED";
  paid_until: string;
  next_title: string | null;
  next_amount_cents: number | null;
  next_period: Period | null;
  declines: boolean;
  declined: number;
  created_at: string;
};

const columns = sql`
  id, number, payment_id, customer_id, title, amount_cents, period, status, paid_until, next_title, next_amount_cents, next_period,
  declines, declined, created_at`;

/** Inserts a paid subscription that renews at the same price. */
export async function insertSubscription(
  tx: Executor,
  subscription: Pick<
    SandboxSubscription,
    "id" | "payment_id" | "customer_id" | "title" | "amount_cents" | "period"
  > & {
    paidUntil: Date;
    now: Date;
  },
): Promise<SandboxSubscription> {
  const { id, payment_id, customer_id, title, amount_cents, period, paidUntil, now } = subscription;
  const { rows } = await sql<SandboxSubscription>`
    insert into sandbox_subscription (id, payment_id, customer_id, title, amount_cents, period, status, paid_until, next_title,
      next_amount_cents, next_period, created_at)
    values (${id}, ${payment_id}, ${customer_id}, ${title}, ${amount_cents}, ${period}, 'PAID', ${paidUntil}, ${title},
      ${amount_cents}, ${period}, ${now})
    returning ${columns}`.execute(tx);
  if (rows[0] === undefined) throw new Error("insert returned no row");
  return rows[0];
}

/** Locks a subscription. Every change of it or its invoices takes this lock, so that each period ends once. */
export async function lockSubscription(tx: Executor, id: string): Promise<SandboxSubscription | undefined> {
  const { rows } = await sql<SandboxSubscription>`
    select ${columns} from sandbox_subscription where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function lockSubscriptionOf(
  tx: Executor,
  paymentId: string,
): Promise<SandboxSubscription | undefined> {
  const { rows } = await sql<SandboxSubscription>`
    select ${columns} from sandbox_subscription where payment_id = ${paymentId} for update`.execute(tx);
  return rows[0];
}

/** Lists a customer's subscriptions, the latest first. */
export async function listSubscriptionsOf(db: Executor, customerId: string): Promise<SandboxSubscription[]> {
  const { rows } = await sql<SandboxSubscription>`
    select ${columns} from sandbox_subscription where customer_id = ${customerId}
    order by created_at desc, number desc`.execute(db);
  return rows;
}

/** Writes the result of ending a period. */
export async function writeStatus(
  tx: Executor,
  {
    id,
    status,
    paid_until,
    declined,
  }: Pick<SandboxSubscription, "id" | "status" | "declined"> & {
    paid_until: Date;
  },
): Promise<void> {
  await sql`
    update sandbox_subscription set status = ${status}, paid_until = ${paid_until}, declined = ${declined}
    where id = ${id}`.execute(tx);
}

/** Writes the current price. */
export async function writePrice(
  tx: Executor,
  { id, title, amount_cents, period }: Pick<SandboxSubscription, "id" | "title" | "amount_cents" | "period">,
): Promise<void> {
  await sql`
    update sandbox_subscription set title = ${title}, amount_cents = ${amount_cents}, period = ${period}
    where id = ${id}`.execute(tx);
}

export async function writeRenewal(tx: Executor, id: string, next: Price | null): Promise<void> {
  await sql`
    update sandbox_subscription
    set next_title = ${next?.title ?? null}, next_amount_cents = ${next?.amountCents ?? null}, next_period = ${next?.period ?? null}
    where id = ${id}`.execute(tx);
}

/** Sets the card of all of a customer's subscriptions. */
export async function writeDeclines(db: Executor, customerId: string, declines: boolean): Promise<void> {
  await sql`
    update sandbox_subscription set declines = ${declines}
    where customer_id = ${customerId} and status <> 'ENDED'`.execute(db);
}
