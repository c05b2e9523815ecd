import type Stripe from "stripe";
import type { InvoiceRefundRequest, RefundOutcome, RefundRequest } from "../provider.ts";
import { callStripe, rejectionCode } from "./client.ts";
import { idOf } from "./objects.ts";
import { cancelSubscription } from "./renewals.ts";

/** What would be charged for again is ended first: whoever is killed in between ends it once more, which changes nothing. */
export async function refundPayment(stripe: Stripe, asked: RefundRequest): Promise<RefundOutcome> {
  if (asked.subscriptionId !== null) await cancelSubscription(stripe, asked.subscriptionId);
  const { paymentId, attempt, intentId, isShared, amountCents } = asked;
  const metadata = { payment_id: paymentId, attempt: String(attempt) };
  const key = `refund ${paymentId} ${attempt}`;
  return refundIntent(stripe, { intentId, amountCents, isShared, metadata, key });
}

/** As `payBack`, by what the bill was paid by. What is paid for again and again is the house's own, so nobody shares in it. */
export async function refundInvoice(stripe: Stripe, asked: InvoiceRefundRequest): Promise<RefundOutcome> {
  if (asked.subscriptionId !== null) await cancelSubscription(stripe, asked.subscriptionId);
  const { billId, paymentId, attempt } = asked;
  const { payments } = await callStripe(stripe.invoices.retrieve(billId, { expand: ["payments"] }));
  const paid = (payments?.data ?? []).filter(({ status }) => status === "paid");
  const outcomes: RefundOutcome[] = [];
  for (const { amount_paid, payment } of paid) {
    const intentId = idOf(payment.payment_intent);
    if (intentId === undefined) continue;
    const metadata = { payment_id: paymentId, bill_id: billId, attempt: String(attempt) };
    const key = `refund ${billId} ${intentId} ${attempt}`;
    const amountCents = amount_paid ?? asked.amountCents;
    outcomes.push(await refundIntent(stripe, { intentId, amountCents, isShared: false, metadata, key }));
  }
  return combineOutcomes(outcomes);
}

/** What was paid in another way than by a card cannot be paid back to one. */
function combineOutcomes(outcomes: readonly RefundOutcome[]): RefundOutcome {
  if (outcomes.length === 0 || outcomes.includes("FAILED")) return "FAILED";
  return outcomes.includes("UNDER_WAY") ? "UNDER_WAY" : "DONE";
}

/** `metadata` is that of one attempt, `key` keeps a repeat of it from doing anything. */
type IntentRefund = {
  intentId: string;
  amountCents: number;
  isShared: boolean;
  metadata: Record<string, string>;
  key: string;
};

/**
 * Pays all that is left of a payment back. What was paid back already is looked up first: Stripe forgets an idempotency key after a day
 * or more, and people pay back on its own pages too.
 */
async function refundIntent(stripe: Stripe, asked: IntentRefund): Promise<RefundOutcome> {
  const known = await callStripe(stripe.refunds.list({ payment_intent: asked.intentId, limit: 100 }));
  const same = known.data.find(({ metadata }) => isAttempt(metadata, asked.metadata));
  if (same !== undefined) return toOutcome(same.status);
  const live = known.data.filter(({ status }) => toOutcome(status) !== "FAILED");
  if (live.reduce((sum, { amount }) => sum + amount, 0) >= asked.amountCents)
    return live.every(({ status }) => toOutcome(status) === "DONE") ? "DONE" : "UNDER_WAY";
  return createRefund(stripe, asked);
}

async function createRefund(stripe: Stripe, asked: IntentRefund): Promise<RefundOutcome> {
  const { intentId, isShared, metadata, key } = asked;
  try {
    const { status } = await callStripe(
      stripe.refunds.create(
        {
          payment_intent: intentId,
          metadata,
          // The publisher gives their share back, and the platform its fee.
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

function isAttempt(made: Stripe.Metadata | null, asked: Record<string, string>): boolean {
  return Object.entries(asked).every(([name, value]) => made?.[name] === value);
}

function toOutcome(status: string | null): RefundOutcome {
  if (status === "succeeded") return "DONE";
  return status === "failed" || status === "canceled" ? "FAILED" : "UNDER_WAY";
}
