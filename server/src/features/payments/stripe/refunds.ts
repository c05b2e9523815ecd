import type Stripe from "stripe";
import type { RefundAsked, RefundOutcome } from "../provider.ts";
import { answered, refusalCode } from "./client.ts";
import { cancelSubscription } from "./renewals.ts";

/** What would be charged for again is ended first: whoever is killed in between ends it once more, which changes nothing. */
export async function payBack(stripe: Stripe, asked: RefundAsked): Promise<RefundOutcome> {
  if (asked.subscriptionId !== null) await cancelSubscription(stripe, asked.subscriptionId);
  return refundIntent(stripe, asked);
}

/**
 * Pays all that is left of a payment back. What was paid back already is looked up first: Stripe forgets an idempotency key after a day
 * or more, and people pay back on its own pages too.
 */
async function refundIntent(stripe: Stripe, asked: RefundAsked): Promise<RefundOutcome> {
  const known = await answered(stripe.refunds.list({ payment_intent: asked.intentId, limit: 100 }));
  const same = known.data.find(({ metadata }) => isAttempt(metadata, asked));
  if (same !== undefined) return outcomeOf(same.status);
  const live = known.data.filter(({ status }) => outcomeOf(status) !== "FAILED");
  if (live.reduce((sum, { amount }) => sum + amount, 0) >= asked.amountCents)
    return live.every(({ status }) => outcomeOf(status) === "DONE") ? "DONE" : "UNDER_WAY";
  return create(stripe, asked);
}

async function create(stripe: Stripe, asked: RefundAsked): Promise<RefundOutcome> {
  const { paymentId, intentId, attempt, isShared } = asked;
  try {
    const { status } = await answered(
      stripe.refunds.create(
        {
          payment_intent: intentId,
          metadata: { payment_id: paymentId, attempt: String(attempt) },
          // The publisher gives their share back, and the platform its fee.
          ...(isShared ? { reverse_transfer: true, refund_application_fee: true } : {}),
        },
        { idempotencyKey: `refund ${paymentId} ${attempt}` },
      ),
    );
    return outcomeOf(status);
  } catch (error) {
    const code = refusalCode(error);
    if (code === undefined) throw error;
    return code === "charge_already_refunded" ? "DONE" : "FAILED";
  }
}

function isAttempt(metadata: Stripe.Metadata | null, { paymentId, attempt }: RefundAsked): boolean {
  return metadata?.payment_id === paymentId && metadata.attempt === String(attempt);
}

function outcomeOf(status: string | null): RefundOutcome {
  if (status === "succeeded") return "DONE";
  return status === "failed" || status === "canceled" ? "FAILED" : "UNDER_WAY";
}
