import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { getOrderHandler } from "../orders.ts";
import { type PaymentRow, type Problem, writeProviderState } from "../payments.data.ts";
import type { CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";
import { refundPayment } from "../refunds/refund-payment.ts";
import { syncSubscription, toTerms } from "../subscriptions/sync-subscription.ts";
import { transitionPayment } from "./transition.ts";

/** What a provider said when it was asked at `askedAt`. */
export type ProviderState = { facts: CheckoutSnapshot; askedAt: Date };

/**
 * Carries out what the provider said of a locked payment. Answers whether it changed, and whether what it began to pay for again and
 * again has to be ended.
 */
export async function applyProviderState(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  { facts, askedAt }: ProviderState,
): Promise<{ isChanged: boolean; mustCancelSubscription: boolean }> {
  const { intentId, feeCents, subscription } = facts;
  const problem = detectProblem(payment, facts);
  const partCents = partlyRefundedCents(payment, facts);
  await writeProviderState(tx, {
    id: payment.id,
    intentId,
    feeCents,
    partCents,
    problem,
    now: context.clock.now(),
  });
  const isChanged =
    problem !== payment.problem ||
    partCents !== payment.part_refunded_cents ||
    (feeCents !== null && feeCents !== payment.provider_fee_cents);
  const kept =
    subscription && (await syncSubscription(context, tx, payment, { told: subscription, askedAt }));
  // Whoever paid something else has not paid for this; people pay it back on the provider's pages.
  const after = await (problem === "AMOUNT_DIFFERS"
    ? transitionPayment(context, tx, payment, "expired")
    : transitionByCheckout(context, tx, payment, facts));
  const isTold = subscription !== null && kept !== undefined;
  if (isTold && isPaid(payment) && after.state === payment.state)
    await getOrderHandler(payment.kind)?.onSubscriptionSynced?.(
      context,
      tx,
      payment.reference,
      toTerms(subscription),
    );
  return {
    isChanged: isChanged || kept === true || after.state !== payment.state,
    mustCancelSubscription: isTold && isToEnd(payment, after, subscription),
  };
}

const isPaid = ({ state }: PaymentRow) => state === "PAID" || state === "REFUNDING";

/** Nothing more may be charged for what was paid back or is no order's, and of what has ended no bill may be left to be paid. */
function isToEnd(before: PaymentRow, after: PaymentRow, { status, bills }: SubscriptionSnapshot): boolean {
  if (status !== "ENDED") return after.state === "REFUNDED" || after.state === "EXPIRED";
  return before.ended_at === null && bills.some(({ state }) => state === "OPEN");
}

async function transitionByCheckout(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  facts: CheckoutSnapshot,
): Promise<PaymentRow> {
  if (facts.checkout === "CLOSED") return transitionPayment(context, tx, payment, "expired");
  if (facts.checkout === "OPEN") return payment;
  const terms = facts.subscription && toTerms(facts.subscription);
  const paid = await transitionPayment(context, tx, payment, "paid", terms);
  // All of it went back already, whoever had it done: nothing is left to be paid back.
  if (isFullyRefunded(facts, paid)) return transitionPayment(context, tx, paid, "refunded");
  if (paid.state === "REFUNDING" && payment.state !== "REFUNDING") {
    const { kind, reference, refund_reason } = paid;
    await refundPayment(context, tx, { kind, reference, reason: refund_reason ?? "" });
  }
  return paid;
}

/** Of what is paid for again and again it is the last period that counts: an earlier one is paid back, and it goes on. */
function isFullyRefunded(
  { refundedCents, subscription }: CheckoutSnapshot,
  { amount_cents }: PaymentRow,
): boolean {
  const last = subscription === null ? undefined : latestPaidInvoice(subscription.bills);
  if (last === undefined) return refundedCents >= amount_cents;
  return last.refundedCents >= last.amountCents;
}

function latestPaidInvoice(bills: readonly InvoiceSnapshot[]): InvoiceSnapshot | undefined {
  const paid = bills.filter(({ state, amountCents }) => state === "PAID" && amountCents > 0);
  return paid.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0];
}

/**
 * What went back of what is paid once, as long as that is not all; where all of it goes back then, the part stays that went before.
 * Bills say themselves what went back of each.
 */
function partlyRefundedCents(
  { amount_cents, part_refunded_cents }: PaymentRow,
  { refundedCents, subscription }: CheckoutSnapshot,
): number {
  if (subscription !== null) return 0;
  return refundedCents < amount_cents ? refundedCents : part_refunded_cents;
}

/** What was taken has to be what was asked for; a problem that the provider no longer has is over. */
function detectProblem({ problem, amount_cents }: PaymentRow, facts: CheckoutSnapshot): Problem | null {
  const isSame = facts.amountCents === amount_cents && facts.currency === "usd";
  if (facts.checkout === "PAID" && !isSame) return "AMOUNT_DIFFERS";
  if (facts.isDisputed) return "DISPUTED";
  return problem === "REFUND_FAILED" && facts.refundedCents < amount_cents ? problem : null;
}
