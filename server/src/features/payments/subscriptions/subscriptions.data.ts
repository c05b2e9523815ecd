import { type Executor, sql } from "../../../platform/database/database.ts";
import type { ProviderName } from "../payments.data.ts";
import type { InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";

/** Stores the snapshot of a subscription that was requested at `askedAt`. */
export async function writeSubscription(
  tx: Executor,
  { id, snapshot, askedAt, now }: { id: string; snapshot: SubscriptionSnapshot; askedAt: Date; now: Date },
): Promise<void> {
  const endedAt = snapshot.status === "ENDED" ? now : null;
  await sql`
    update payment set subscription_id = ${snapshot.id}, customer_id = ${snapshot.customerId}, paid_until = ${snapshot.paidUntil},
      ended_at = coalesce(ended_at, ${endedAt}::timestamptz), terms_asked_at = ${askedAt}
    where id = ${id}`.execute(tx);
}

/** Inserts or updates an invoice. Returns whether anything changed. */
export async function upsertInvoice(
  tx: Executor,
  { paymentId, provider, invoice }: { paymentId: string; provider: ProviderName; invoice: InvoiceSnapshot },
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_invoice as known (provider, external_id, payment_id, number, amount_cents, refunded_cents, state, period,
      period_from, period_until, created_at, paid_at)
    values (${provider}, ${invoice.id}, ${paymentId}, ${invoice.number}, ${invoice.amountCents}, ${invoice.refundedCents}, ${invoice.state},
      ${invoice.period}, ${invoice.from}, ${invoice.until}, ${invoice.createdAt}, ${invoice.paidAt})
    on conflict (provider, external_id) do update set number = excluded.number, amount_cents = excluded.amount_cents,
      refunded_cents = excluded.refunded_cents, state = excluded.state, period = excluded.period,
      period_from = excluded.period_from, period_until = excluded.period_until, paid_at = excluded.paid_at
    where known.payment_id = excluded.payment_id
      and (known.number, known.amount_cents, known.refunded_cents, known.state, known.period_until, known.paid_at)
        is distinct from (excluded.number, excluded.amount_cents, excluded.refunded_cents, excluded.state, excluded.period_until,
          excluded.paid_at)
    returning external_id`.execute(tx);
  return rows.length > 0;
}

/**
 * Locks and lists an account's active subscriptions and the open checkouts that could start one. Account deletion waits here for a
 * transaction that records a payment; without the lock both could wait for each other.
 */
export async function lockRecurringPayments(tx: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where account_id = ${accountId} and period is not null and ended_at is null
      and (state in ('OPENING', 'OPEN') or subscription_id is not null)
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists active subscriptions whose paid period is over and that were not synced since `since`. */
export async function listDueForRenewal(
  db: Executor,
  { provider, since, now }: { provider: ProviderName; since: Date; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${provider} and subscription_id is not null and ended_at is null and paid_until <= ${now}
      and checked_at < ${since}
    order by checked_at limit 500`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists active subscriptions by id (keyset pagination). */
export async function listActiveSubscriptions(
  db: Executor,
  query: { provider: ProviderName; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${query.provider} and subscription_id is not null and ended_at is null and id > ${query.after}::uuid
    order by id limit ${query.limit}`.execute(db);
  return rows.map(({ id }) => id);
}
