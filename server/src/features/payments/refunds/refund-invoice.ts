import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { PaymentRow } from "../payments.data.ts";
import { getStripeOf } from "../stripe/connection.ts";
import { createInvoiceRefund } from "../stripe/refunds.ts";
import { syncPayment } from "../sync/sync-payment.ts";
import {
  findPendingRefund,
  type InvoiceKey,
  listPaidInvoices,
  type RefundableInvoice,
  writeInvoiceRefund,
  writeInvoiceRefundOutcome,
} from "./invoice-refunds.data.ts";

/** Refunds an invoice; retries while the provider does not answer. The job keeps the name under which older versions enqueued it. */
export const refundInvoiceJob = job({
  name: "refund-bill",
  sends: "payments",
  payload: z.object({ provider: z.enum(["STRIPE", "SANDBOX"]), id: z.string() }),
  tries: 25,
  run: executeInvoiceRefund,
});

/** A paid invoice of a payment that the caller has locked, and whether its refund ends the subscription. */
export type PaidInvoice = { invoice: RefundableInvoice; endsSubscription: boolean };

/** Lists paid invoices, the latest period first. Refunding the latest one ends an active subscription: it is what `paid_until` stems from. */
export async function findPaidInvoices(tx: Executor, payment: PaymentRow): Promise<PaidInvoice[]> {
  const isActive = payment.ended_at === null && payment.state === "PAID";
  const invoices = await listPaidInvoices(tx, payment.id);
  return invoices.map((invoice, index) => ({ invoice, endsSubscription: isActive && index === 0 }));
}

/**
 * Marks an invoice for refund and enqueues the job. An invoice that is refunded or being refunded stays as it is; a failed refund is
 * tried again. Returns whether a refund was enqueued.
 */
export async function startInvoiceRefund(
  { clock, queue }: Context,
  tx: Executor,
  { invoice, endsSubscription }: PaidInvoice,
  reason: string,
): Promise<boolean> {
  if (!isRefundable(invoice)) return false;
  const { provider, id } = invoice;
  await writeInvoiceRefund(tx, { provider, id, reason, endsSubscription, now: clock.now() });
  await queue.enqueue(tx, refundInvoiceJob, { provider, id });
  return true;
}

/** Returns whether an invoice is neither refunded nor being refunded. */
export function isRefundable(invoice: RefundableInvoice): boolean {
  const { refunded_cents, amount_cents, refund_asked_at, refund_failed } = invoice;
  return refunded_cents < amount_cents && (refund_asked_at === null || refund_failed);
}

/**
 * Refunds at the provider, then syncs the payment, which applies the consequences. A job that was killed in between repeats the same
 * attempt, which the provider carries out once.
 */
async function executeInvoiceRefund(context: Context, key: InvoiceKey): Promise<void> {
  const invoice = await findPendingRefund(context.db, key);
  if (invoice === undefined) return;
  const { payment_id: paymentId, refund_attempt: attempt, amount_cents: amountCents } = invoice;
  const outcome = await createInvoiceRefund(getStripeOf(context, invoice).stripe, {
    invoiceId: invoice.id,
    paymentId,
    amountCents,
    attempt,
    subscriptionId: invoice.refund_ends ? invoice.subscription_id : null,
  });
  await syncPayment(context, paymentId);
  const isFailed = outcome === "FAILED";
  await writeInvoiceRefundOutcome(context.db, { ...key, attempt, isFailed, now: context.clock.now() });
}
