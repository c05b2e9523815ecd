import { graceDays, type PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import type { Period, SubscriptionTerms } from "../payments/index.ts";

/** How a plan stands that is paid for. Amounts are US cents. */
export type PlanState = {
  plan: PaidPlan;
  expiresAt: Date;
  keptUntil: Date;
  isCanceled: boolean;
  isUnpaid: boolean;
  renewsAs: PaidPlan | null;
  priceCents: number;
  nextPriceCents: number | null;
  endedAt: Date | null;
};

const planOfPeriod = { MONTH: "PREMIUM_MONTHLY", YEAR: "PREMIUM_YEARLY" } as const satisfies Record<
  Period,
  PaidPlan
>;
const periodOfPlan = { PREMIUM_MONTHLY: "MONTH", PREMIUM_YEARLY: "YEAR" } as const satisfies Record<
  PaidPlan,
  Period
>;

export const planForPeriod = (period: Period): PaidPlan => planOfPeriod[period];
export const periodForPlan = (plan: PaidPlan): Period => periodOfPlan[plan];

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What a plan is by its terms. One that is to be renewed is kept some days beyond what is paid for, because a card may be declined and
 * the news of a payment late; one that was cancelled or has ended is not.
 */
export function toPlanState(
  terms: SubscriptionTerms,
  { priceCents, now }: { priceCents: number; now: Date },
): PlanState {
  const { status, paidUntil, period } = terms;
  const next = status === "ENDED" ? null : terms.next;
  return {
    plan: planForPeriod(period),
    expiresAt: paidUntil,
    keptUntil: next === null ? paidUntil : new Date(paidUntil.getTime() + graceDays * DAY_MS),
    isCanceled: next === null,
    isUnpaid: status === "UNPAID",
    renewsAs: next && planForPeriod(next.period),
    priceCents,
    nextPriceCents: next?.amountCents ?? null,
    endedAt: status === "ENDED" ? now : null,
  };
}
