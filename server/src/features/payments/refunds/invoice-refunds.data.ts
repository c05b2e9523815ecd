import { type Executor, sql } from "../../../platform/database/database.ts";
import type { ProviderName } from "../payments.data.ts";

/** Identifies an invoice by its provider and the id there. */
export type InvoiceKey = { provider: ProviderName; id: string };

/** The columns of an invoice that refunds need. Amounts are US cents. */
export type RefundableInvoice = InvoiceKey & {
  payment_id: string;
  state: "OPEN" | "PAID" | "VOID";
  amount_cents: number;
  refunded_cents: number;
  refund_asked_at: string | null;
  refund_attempt: number;
  refund_failed: boolean;
  refund_ends: boolean;
};

const columns = sql`
  i.provider, i.external_id as id, i.payment_id, i.state, i.amount_cents, i.refunded_cents, i.refund_asked_at, i.refund_attempt,
  i.refund_failed, i.refund_ends`;

const providers = sql`('STRIPE', 'SANDBOX')`;

export async function findPaymentIdOfInvoice(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from payment_invoice where provider in ${providers} and external_id = ${id}`.execute(
    db,
  );
  return rows[0]?.payment_id;
}

/** Lists the paid invoices of a payment that `tx` has locked, the latest period first. */
export async function listPaidInvoices(tx: Executor, paymentId: string): Promise<RefundableInvoice[]> {
  const { rows } = await sql<RefundableInvoice>`
    select ${columns} from payment_invoice i
    where i.payment_id = ${paymentId} and i.state = 'PAID' and i.amount_cents > 0
    order by i.period_until desc, i.created_at desc, i.external_id desc`.execute(tx);
  return rows;
}

/** Returns whether the invoice can still be paid. */
export async function isOpenInvoice(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_invoice where provider in ${providers} and external_id = ${id} and state = 'OPEN'`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Marks an invoice for refund; marking it again starts a further attempt. */
export async function writeInvoiceRefund(
  tx: Executor,
  {
    provider,
    id,
    reason,
    endsSubscription,
    now,
  }: InvoiceKey & { reason: string; endsSubscription: boolean; now: Date },
): Promise<void> {
  await sql`
    update payment_invoice
    set refund_reason = ${reason}, refund_asked_at = ${now}, refund_checked_at = ${now}, refund_attempt = refund_attempt + 1,
      refund_failed = false, refund_ends = refund_ends or ${endsSubscription}
    where provider = ${provider} and external_id = ${id}`.execute(tx);
}

/** Returns an invoice whose refund is pending, with its subscription; undefined if none is pending. */
export async function findPendingRefund(
  db: Executor,
  { provider, id }: InvoiceKey,
): Promise<(RefundableInvoice & { subscription_id: string | null }) | undefined> {
  const { rows } = await sql<RefundableInvoice & { subscription_id: string | null }>`
    select ${columns}, p.subscription_id from payment_invoice i join payment p on p.id = i.payment_id
    where i.provider = ${provider} and i.external_id = ${id} and i.refund_asked_at is not null
      and not i.refund_failed and i.refunded_cents < i.amount_cents`.execute(db);
  return rows[0];
}

/** Writes the outcome of a refund attempt, unless a later attempt has started. */
export async function writeInvoiceRefundOutcome(
  db: Executor,
  { provider, id, attempt, isFailed, now }: InvoiceKey & { attempt: number; isFailed: boolean; now: Date },
): Promise<void> {
  await sql`
    update payment_invoice set refund_failed = ${isFailed}, refund_checked_at = ${now}
    where provider = ${provider} and external_id = ${id} and refund_attempt = ${attempt}`.execute(db);
}

/** Lists the refunds that were requested before `since` and that the provider has not confirmed. */
export async function listPendingRefunds(
  db: Executor,
  { provider, since }: { provider: ProviderName; since: Date },
): Promise<InvoiceKey[]> {
  const { rows } = await sql<InvoiceKey>`
    select provider, external_id as id from payment_invoice
    where provider = ${provider} and refund_asked_at is not null and refunded_cents < amount_cents and not refund_failed
      and refund_checked_at < ${since}
    order by refund_checked_at limit 500`.execute(db);
  return rows;
}
