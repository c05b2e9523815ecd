import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import type { OrderReference } from "../orders.ts";
import { findPaymentOfOrder, lockPayment, type PaymentRow, writeProblem } from "../payments.data.ts";
import type { RefundOutcome } from "../provider.ts";
import { getStripeOf } from "../stripe/connection.ts";
import { createPaymentRefund } from "../stripe/refunds.ts";
import { startRefund, transitionPayment } from "../sync/transition.ts";

/** Refunds an order; retries while the provider does not answer. */
export const refundPaymentJob = job({
  name: "refund-payment",
  sends: "payments",
  payload: z.object({
    kind: z.enum(["PARTICIPATION", "SUBSCRIPTION"]),
    reference: z.string(),
    reason: z.string(),
  }),
  tries: 25,
  run: (context, payload) => executeRefund(context, payload),
});

/**
 * Enqueues the refund of a paid order in the caller's transaction. A repeat has no effect, nor has the refund of an order that was not
 * paid. It takes no lock, so the caller may hold any.
 */
export async function refundPayment(
  { queue }: Context,
  tx: Executor,
  { kind, reference, reason }: OrderReference & { reason: string },
): Promise<void> {
  await queue.enqueue(tx, refundPaymentJob, { kind, reference, reason });
}

/**
 * Stores the decision before the request, so that a job that was killed repeats it with the same idempotency key; the provider lists
 * existing refunds first. Subscriptions are cancelled before they are refunded.
 */
async function executeRefund(context: Context, { reason, ...order }: OrderReference & { reason: string }) {
  const payment = await lockAndStartRefund(context, order, reason);
  if (payment?.state !== "REFUNDING" || payment.intent_id === null) return;
  const outcome = await createPaymentRefund(getStripeOf(context, payment).stripe, {
    paymentId: payment.id,
    intentId: payment.intent_id,
    amountCents: payment.amount_cents,
    attempt: payment.refund_attempt,
    isShared: payment.destination !== null,
    subscriptionId: payment.subscription_id,
  });
  await context.db.transaction().execute((tx) => recordOutcome(context, tx, payment, outcome));
}

function lockAndStartRefund(
  context: Context,
  order: OrderReference,
  reason: string,
): Promise<PaymentRow | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const found = await findPaymentOfOrder(tx, order);
    const payment = found === undefined ? undefined : await lockPayment(tx, found.id);
    return payment === undefined ? undefined : startRefund(context, tx, payment, reason);
  });
}

/** Records the outcome of a refund attempt, unless a later attempt has started. */
async function recordOutcome(
  context: Context,
  tx: Executor,
  attempted: PaymentRow,
  outcome: RefundOutcome,
): Promise<void> {
  const payment = await lockPayment(tx, attempted.id);
  if (payment?.state !== "REFUNDING") return;
  if (outcome === "DONE") await transitionPayment(context, tx, payment, "refunded");
  if (payment.refund_attempt !== attempted.refund_attempt) return;
  const problem = outcome === "FAILED" ? ("REFUND_FAILED" as const) : null;
  await writeProblem(tx, { id: payment.id, problem, now: context.clock.now() });
}
