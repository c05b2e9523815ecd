import { type Executor, sql } from "../../../platform/database/database.ts";
import type { ProviderName } from "../payments.data.ts";

/** What a bill is called: its provider's own id. */
export type InvoiceKey = { provider: ProviderName; id: string };

/** A bill as far as its being paid back needs it. Amounts are US cents. */
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

/** Which payment a bill belongs to. */
export async function findPaymentIdOfInvoice(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from payment_invoice where provider in ${providers} and external_id = ${id}`.execute(
    db,
  );
  return rows[0]?.payment_id;
}

/** The bills of a payment that were paid, that of the last period first. For a `tx` that holds the payment. */
export async function listPaidInvoices(tx: Executor, paymentId: string): Promise<RefundableInvoice[]> {
  const { rows } = await sql<RefundableInvoice>`
    select ${columns} from payment_invoice i
    where i.payment_id = ${paymentId} and i.state = 'PAID' and i.amount_cents > 0
    order by i.period_until desc, i.created_at desc, i.external_id desc`.execute(tx);
  return rows;
}

/** Whether somebody can still pay it. */
export async function isOpenInvoice(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_invoice where provider in ${providers} and external_id = ${id} and state = 'OPEN'`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Decides that a bill is paid back; asked for again, a further attempt begins. */
export async function writeInvoiceRefund(
  tx: Executor,
  { provider, id, reason, ends, now }: InvoiceKey & { reason: string; ends: boolean; now: Date },
): Promise<void> {
  await sql`
    update payment_invoice
    set refund_reason = ${reason}, refund_asked_at = ${now}, refund_checked_at = ${now}, refund_attempt = refund_attempt + 1,
      refund_failed = false, refund_ends = refund_ends or ${ends}
    where provider = ${provider} and external_id = ${id}`.execute(tx);
}

/** A bill that is to be paid back and is not yet, with what ends with it. */
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

/** What the provider said of an attempt; a later one may have begun meanwhile. */
export async function writeInvoiceRefundOutcome(
  db: Executor,
  { provider, id, attempt, isFailed, now }: InvoiceKey & { attempt: number; isFailed: boolean; now: Date },
): Promise<void> {
  await sql`
    update payment_invoice set refund_failed = ${isFailed}, refund_checked_at = ${now}
    where provider = ${provider} and external_id = ${id} and refund_attempt = ${attempt}`.execute(db);
}

/** Those that the provider was asked to pay back before `since`, and of which it has not said that it has. */
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
