import { type Executor, sql } from "../../../platform/database/database.ts";
import type { ProviderName } from "../payments.data.ts";
import type { InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";

/** What the provider said of a subscription when it was asked at `askedAt`. */
export async function writeSubscription(
  tx: Executor,
  { id, told, askedAt, now }: { id: string; told: SubscriptionSnapshot; askedAt: Date; now: Date },
): Promise<void> {
  const endedAt = told.status === "ENDED" ? now : null;
  await sql`
    update payment set subscription_id = ${told.id}, customer_id = ${told.customerId}, paid_until = ${told.paidUntil},
      ended_at = coalesce(ended_at, ${endedAt}::timestamptz), terms_asked_at = ${askedAt}
    where id = ${id}`.execute(tx);
}

/** Answers whether it is new, or another than it was. */
export async function upsertInvoice(
  tx: Executor,
  { paymentId, provider, bill }: { paymentId: string; provider: ProviderName; bill: InvoiceSnapshot },
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_invoice as known (provider, external_id, payment_id, number, amount_cents, refunded_cents, state, period,
      period_from, period_until, created_at, paid_at)
    values (${provider}, ${bill.id}, ${paymentId}, ${bill.number}, ${bill.amountCents}, ${bill.refundedCents}, ${bill.state},
      ${bill.period}, ${bill.from}, ${bill.until}, ${bill.createdAt}, ${bill.paidAt})
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
 * What an account pays for again and again, and what it could still pay in a checkout that is open. Held until the transaction ends:
 * whoever deletes the account waits here for who is writing down that something was paid, not while both hold what the other needs.
 */
export async function lockRecurringPayments(tx: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where account_id = ${accountId} and period is not null and ended_at is null
      and (state in ('OPENING', 'OPEN') or subscription_id is not null)
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whose paid period is over, and of which nobody has asked since `since` how they go on. */
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

/** A page of what is paid for again and again, by its key. */
export async function listActiveSubscriptions(
  db: Executor,
  given: { provider: ProviderName; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${given.provider} and subscription_id is not null and ended_at is null and id > ${given.after}::uuid
    order by id limit ${given.limit}`.execute(db);
  return rows.map(({ id }) => id);
}
