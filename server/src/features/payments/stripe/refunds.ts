import type Stripe from "stripe";
import type { InvoiceRefundRequest, RefundOutcome, RefundRequest } from "../provider.ts";
import { callStripe, idOf, rejectionCode } from "./client.ts";
import { cancelAtStripe } from "./renewals.ts";

/** Cancels the subscription before the refund. A job that was killed in between cancels again, which changes nothing. */
export async function createPaymentRefund(stripe: Stripe, request: RefundRequest): Promise<RefundOutcome> {
  if (request.subscriptionId !== null) await cancelAtStripe(stripe, request.subscriptionId);
  const { paymentId, attempt, intentId, isShared, amountCents } = request;
  const metadata = { payment_id: paymentId, attempt: String(attempt) };
  const key = `refund ${paymentId} ${attempt}`;
  return refundIntent(stripe, { intentId, amountCents, isShared, metadata, key });
}

/** Refunds the payments of an invoice as `refundPayment` does. Subscriptions have no payee, so nothing is reversed. */
export async function createInvoiceRefund(
  stripe: Stripe,
  request: InvoiceRefundRequest,
): Promise<RefundOutcome> {
  if (request.subscriptionId !== null) await cancelAtStripe(stripe, request.subscriptionId);
  const { invoiceId, paymentId, attempt } = request;
  const { payments } = await callStripe(stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
  const paid = (payments?.data ?? []).filter(({ status }) => status === "paid");
  const outcomes: RefundOutcome[] = [];
  for (const { amount_paid, payment } of paid) {
    const intentId = idOf(payment.payment_intent);
    if (intentId === undefined) continue;
    const metadata = { payment_id: paymentId, bill_id: invoiceId, attempt: String(attempt) };
    const key = `refund ${invoiceId} ${intentId} ${attempt}`;
    const amountCents = amount_paid ?? request.amountCents;
    outcomes.push(await refundIntent(stripe, { intentId, amountCents, isShared: false, metadata, key }));
  }
  return combineOutcomes(outcomes);
}

/** An invoice without a card payment cannot be refunded. */
function combineOutcomes(outcomes: readonly RefundOutcome[]): RefundOutcome {
  if (outcomes.length === 0 || outcomes.includes("FAILED")) return "FAILED";
  return outcomes.includes("UNDER_WAY") ? "UNDER_WAY" : "DONE";
}

/** `metadata` identifies the attempt; `key` is its idempotency key. */
type IntentRefund = {
  intentId: string;
  amountCents: number;
  isShared: boolean;
  metadata: Record<string, string>;
  key: string;
};

/**
 * Refunds the rest of a payment intent. Lists existing refunds first, because Stripe forgets idempotency keys after a day and the
 * dashboard can refund too.
 */
async function refundIntent(stripe: Stripe, request: IntentRefund): Promise<RefundOutcome> {
  const known = await callStripe(stripe.refunds.list({ payment_intent: request.intentId, limit: 100 }));
  const same = known.data.find(({ metadata }) => isAttempt(metadata, request.metadata));
  if (same !== undefined) return toOutcome(same.status);
  const live = known.data.filter(({ status }) => toOutcome(status) !== "FAILED");
  if (live.reduce((sum, { amount }) => sum + amount, 0) >= request.amountCents)
    return live.every(({ status }) => toOutcome(status) === "DONE") ? "DONE" : "UNDER_WAY";
  return createRefund(stripe, request);
}

async function createRefund(stripe: Stripe, request: IntentRefund): Promise<RefundOutcome> {
  const { intentId, isShared, metadata, key } = request;
  try {
    const { status } = await callStripe(
      stripe.refunds.create(
        {
          payment_intent: intentId,
          metadata,
          // Reverses the publisher's share and the platform fee.
          ...(isShared ? { reverse_transfer: true, refund_application_fee: true } : {}),
        },
        { idempotencyKey: key },
      ),
    );
    return toOutcome(status);
  } catch (error) {
    const code = rejectionCode(error);
    if (code === undefined) throw error;
    return code === "charge_already_refunded" ? "DONE" : "FAILED";
  }
}

function isAttempt(metadata: Stripe.Metadata | null, request: Record<string, string>): boolean {
  return Object.entries(request).every(([name, value]) => metadata?.[name] === value);
}

function toOutcome(status: string | null): RefundOutcome {
  if (status === "succeeded") return "DONE";
  return status === "failed" || status === "canceled" ? "FAILED" : "UNDER_WAY";
}
