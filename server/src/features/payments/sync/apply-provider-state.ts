import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { getOrderHandler } from "../orders.ts";
import { type PaymentRow, type Problem, writeDisputes, writeProviderState } from "../payments.data.ts";
import type { CheckoutSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from "../provider.ts";
import { refundPayment } from "../refunds/refund-payment.ts";
import { syncSubscription, toTerms } from "../subscriptions/sync-subscription.ts";
import { transitionPayment } from "./transition.ts";

/** A checkout as the provider reported it; `askedAt` is the time of the request. */
export type ProviderState = { snapshot: CheckoutSnapshot; askedAt: Date };

/**
 * Applies what the provider reported of a locked payment. Returns whether the payment changed, and whether the caller has to cancel
 * the subscription at the provider.
 */
export async function applyProviderState(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  { snapshot, askedAt }: ProviderState,
): Promise<{ isChanged: boolean; mustCancelSubscription: boolean }> {
  const { intentId, feeCents, subscription } = snapshot;
  const problem = detectProblem(payment, snapshot);
  const partCents = partlyRefundedCents(payment, snapshot);
  await writeProviderState(tx, {
    id: payment.id,
    intentId,
    feeCents,
    partCents,
    problem,
    now: context.clock.now(),
  });
  await writeDisputes(tx, payment, snapshot.disputes);
  const isChanged =
    problem !== payment.problem ||
    partCents !== payment.part_refunded_cents ||
    (feeCents !== null && feeCents !== payment.provider_fee_cents);
  const isSubscriptionChanged =
    subscription && (await syncSubscription(context, tx, payment, { snapshot: subscription, askedAt }));
  // Another amount does not pay for the order; administrators refund it on the provider's pages.
  const after = await (problem === "AMOUNT_DIFFERS"
    ? transitionPayment(context, tx, payment, "expired")
    : transitionByCheckout(context, tx, payment, snapshot));
  const isCurrent = subscription !== null && isSubscriptionChanged !== undefined;
  if (isCurrent && isPaid(payment) && after.state === payment.state)
    await getOrderHandler(payment.kind)?.onSubscriptionSynced?.(
      context,
      tx,
      payment.reference,
      toTerms(subscription),
    );
  return {
    isChanged: isChanged || isSubscriptionChanged === true || after.state !== payment.state,
    mustCancelSubscription: isCurrent && mustCancel(payment, after, subscription),
  };
}

const isPaid = ({ state }: PaymentRow) => state === "PAID" || state === "REFUNDING";

/**
 * Returns whether the provider could still charge where nothing more is owed: for a payment that was refunded or expired, or by an
 * open invoice of a subscription that has just ended.
 */
function mustCancel(
  before: PaymentRow,
  after: PaymentRow,
  { status, invoices }: SubscriptionSnapshot,
): boolean {
  if (status !== "ENDED") return after.state === "REFUNDED" || after.state === "EXPIRED";
  return before.ended_at === null && invoices.some(({ state }) => state === "OPEN");
}

async function transitionByCheckout(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  snapshot: CheckoutSnapshot,
): Promise<PaymentRow> {
  if (snapshot.checkout === "CLOSED") return transitionPayment(context, tx, payment, "expired");
  if (snapshot.checkout === "OPEN") return payment;
  const terms = snapshot.subscription && toTerms(snapshot.subscription);
  const paidPayment = await transitionPayment(context, tx, payment, "paid", terms);
  // The provider has refunded it already, so no refund job is needed.
  if (isFullyRefunded(snapshot, paidPayment)) return transitionPayment(context, tx, paidPayment, "refunded");
  if (paidPayment.state === "REFUNDING" && payment.state !== "REFUNDING") {
    const { kind, reference, refund_reason } = paidPayment;
    await refundPayment(context, tx, { kind, reference, reason: refund_reason ?? "" });
  }
  return paidPayment;
}

/** A recurring payment is refunded once its latest paid invoice is; it outlives the refund of an earlier one. */
function isFullyRefunded(
  { refundedCents, subscription }: CheckoutSnapshot,
  { amount_cents }: PaymentRow,
): boolean {
  const latest = subscription === null ? undefined : latestPaidInvoice(subscription.invoices);
  if (latest === undefined) return refundedCents >= amount_cents;
  return latest.refundedCents >= latest.amountCents;
}

function latestPaidInvoice(invoices: readonly InvoiceSnapshot[]): InvoiceSnapshot | undefined {
  const paid = invoices.filter(({ state, amountCents }) => state === "PAID" && amountCents > 0);
  return paid.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
}

/**
 * Returns the partial refund of a one-time payment. A full refund leaves the earlier partial amount as it was. Invoices carry their own
 * refunded amounts.
 */
function partlyRefundedCents(
  { amount_cents, part_refunded_cents }: PaymentRow,
  { refundedCents, subscription }: CheckoutSnapshot,
): number {
  if (subscription !== null) return 0;
  return refundedCents < amount_cents ? refundedCents : part_refunded_cents;
}

/** Compares the charged amount with the requested one. A problem that the provider no longer reports is cleared. */
function detectProblem({ problem, amount_cents }: PaymentRow, snapshot: CheckoutSnapshot): Problem | null {
  const isSameAmount = snapshot.amountCents === amount_cents && snapshot.currency === "usd";
  if (snapshot.checkout === "PAID" && !isSameAmount) return "AMOUNT_DIFFERS";
  if (snapshot.isDisputed) return "DISPUTED";
  return problem === "REFUND_FAILED" && snapshot.refundedCents < amount_cents ? problem : null;
}
