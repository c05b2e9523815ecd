import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { advance } from "./advance.ts";
import { handlerOf } from "./handlers.ts";
import { type PaymentRow, type Problem, writeChecked } from "./payments.data.ts";
import type { BillFacts, Facts, SubscriptionFacts } from "./provider.ts";
import { refundPayment } from "./refunds.ts";
import { keepTerms, termsOf } from "./terms.ts";

/** What a provider said when it was asked at `askedAt`. */
export type Told = { facts: Facts; askedAt: Date };

/**
 * Carries out what the provider said of a locked payment. Answers whether it changed, and whether what it began to pay for again and
 * again has to be ended.
 */
export async function carryOut(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  { facts, askedAt }: Told,
): Promise<{ isChanged: boolean; isToEnd: boolean }> {
  const { intentId, feeCents, subscription } = facts;
  const problem = problemOf(payment, facts);
  const partCents = partOf(payment, facts);
  await writeChecked(tx, {
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
  const kept = subscription && (await keepTerms(context, tx, payment, { told: subscription, askedAt }));
  // Whoever paid something else has not paid for this; people pay it back on the provider's pages.
  const after = await (problem === "AMOUNT_DIFFERS"
    ? advance(context, tx, payment, "expired")
    : advanceBy(context, tx, payment, facts));
  const isTold = subscription !== null && kept !== undefined;
  if (isTold && isPaid(payment) && after.state === payment.state)
    await handlerOf(payment.kind)?.onTerms?.(context, tx, payment.reference, termsOf(subscription));
  return {
    isChanged: isChanged || kept === true || after.state !== payment.state,
    isToEnd: isTold && isToEnd(payment, after, subscription),
  };
}

const isPaid = ({ state }: PaymentRow) => state === "PAID" || state === "REFUNDING";

/** Nothing more may be charged for what was paid back or is no order's, and of what has ended no bill may be left to be paid. */
function isToEnd(before: PaymentRow, after: PaymentRow, { status, bills }: SubscriptionFacts): boolean {
  if (status !== "ENDED") return after.state === "REFUNDED" || after.state === "EXPIRED";
  return before.ended_at === null && bills.some(({ state }) => state === "OPEN");
}

async function advanceBy(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  facts: Facts,
): Promise<PaymentRow> {
  if (facts.checkout === "CLOSED") return advance(context, tx, payment, "expired");
  if (facts.checkout === "OPEN") return payment;
  const terms = facts.subscription && termsOf(facts.subscription);
  const paid = await advance(context, tx, payment, "paid", terms);
  // All of it went back already, whoever had it done: nothing is left to be paid back.
  if (isPaidBack(facts, paid)) return advance(context, tx, paid, "refunded");
  if (paid.state === "REFUNDING" && payment.state !== "REFUNDING") {
    const { kind, reference, refund_reason } = paid;
    await refundPayment(context, tx, { kind, reference, reason: refund_reason ?? "" });
  }
  return paid;
}

/** Of what is paid for again and again it is the last period that counts: an earlier one is paid back, and it goes on. */
function isPaidBack({ refundedCents, subscription }: Facts, { amount_cents }: PaymentRow): boolean {
  const last = subscription === null ? undefined : lastPaid(subscription.bills);
  if (last === undefined) return refundedCents >= amount_cents;
  return last.refundedCents >= last.amountCents;
}

function lastPaid(bills: readonly BillFacts[]): BillFacts | undefined {
  const paid = bills.filter(({ state, amountCents }) => state === "PAID" && amountCents > 0);
  return paid.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0];
}

/**
 * What went back of what is paid once, as long as that is not all; where all of it goes back then, the part stays that went before.
 * Bills say themselves what went back of each.
 */
function partOf(
  { amount_cents, part_refunded_cents }: PaymentRow,
  { refundedCents, subscription }: Facts,
): number {
  if (subscription !== null) return 0;
  return refundedCents < amount_cents ? refundedCents : part_refunded_cents;
}

/** What was taken has to be what was asked for; a problem that the provider no longer has is over. */
function problemOf({ problem, amount_cents }: PaymentRow, facts: Facts): Problem | null {
  const isSame = facts.amountCents === amount_cents && facts.currency === "usd";
  if (facts.checkout === "PAID" && !isSame) return "AMOUNT_DIFFERS";
  if (facts.isDisputed) return "DISPUTED";
  return problem === "REFUND_FAILED" && facts.refundedCents < amount_cents ? problem : null;
}
