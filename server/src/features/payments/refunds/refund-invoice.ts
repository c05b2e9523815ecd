import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { PaymentRow } from "../payments.data.ts";
import { getProviderOf } from "../providers.ts";
import { syncPayment } from "../sync/sync-payment.ts";
import {
  findPendingRefund,
  type InvoiceKey,
  listPaidInvoices,
  type RefundableInvoice,
  writeInvoiceRefund,
  writeInvoiceRefundOutcome,
} from "./invoice-refunds.data.ts";

/** Pays a bill back; asks the provider again after what it did not answer. */
export const refundInvoiceJob = job({
  name: "refund-bill",
  payload: z.object({ provider: z.enum(["STRIPE", "SANDBOX"]), id: z.string() }),
  tries: 25,
  run: executeInvoiceRefund,
});

/** A paid bill of a payment that the caller's transaction holds, and whether what it is a bill of ends with it. */
export type PaidInvoice = { bill: RefundableInvoice; ends: boolean };

/** That of the last period that is paid for ends what still goes on: until when that lasts is read from it. */
export async function findPaidInvoices(tx: Executor, payment: PaymentRow): Promise<PaidInvoice[]> {
  const goesOn = payment.ended_at === null && payment.state === "PAID";
  const bills = await listPaidInvoices(tx, payment.id);
  return bills.map((bill, at) => ({ bill, ends: goesOn && at === 0 }));
}

/**
 * Decides that a bill is paid back, and leaves it to a job. One that is being paid back, or is already, stays as it is; one that failed
 * is tried again. Answers whether something new is to be done.
 */
export async function startInvoiceRefund(
  { clock, queue }: Context,
  tx: Executor,
  { bill, ends }: PaidInvoice,
  reason: string,
): Promise<boolean> {
  if (!isRefundable({ bill })) return false;
  const { provider, id } = bill;
  await writeInvoiceRefund(tx, { provider, id, reason, ends, now: clock.now() });
  await queue.enqueue(tx, refundInvoiceJob, { provider, id });
  return true;
}

/** Neither paid back, nor being. */
export function isRefundable({ bill }: Pick<PaidInvoice, "bill">): boolean {
  const { refunded_cents, amount_cents, refund_asked_at, refund_failed } = bill;
  return refunded_cents < amount_cents && (refund_asked_at === null || refund_failed);
}

/**
 * Asks the provider to, then what it knows of the payment: that carries out what follows. Whoever is killed in between asks for the same
 * attempt again.
 */
async function executeInvoiceRefund(context: Context, key: InvoiceKey): Promise<void> {
  const bill = await findPendingRefund(context.db, key);
  if (bill === undefined) return;
  const { payment_id: paymentId, refund_attempt: attempt, amount_cents: amountCents } = bill;
  const outcome = await getProviderOf(context, bill).refundInvoice({
    billId: bill.id,
    paymentId,
    amountCents,
    attempt,
    subscriptionId: bill.refund_ends ? bill.subscription_id : null,
  });
  await syncPayment(context, paymentId);
  const isFailed = outcome === "FAILED";
  await writeInvoiceRefundOutcome(context.db, { ...key, attempt, isFailed, now: context.clock.now() });
}
