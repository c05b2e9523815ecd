import { graceDays, type OwnSubscription, type PaidPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import type { Period, SubscriptionTerms } from "../payments/index.ts";
import type { SubscriptionRow } from "./subscriptions.data.ts";

/** The state of a bought plan. Amounts are US cents. */
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
 * Derives a plan's state from its payment terms. A plan that renews is kept for `graceDays` beyond the paid period, because a card may be
 * declined or a webhook late; a cancelled or ended plan is not.
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

/** Presents a plan to its owner. */
export function presentSubscription(row: SubscriptionRow): OwnSubscription {
  const { id, order_id, plan, expires_at, is_canceled, renews_as, next_price_cents, is_unpaid, kept_until } =
    row;
  return {
    id,
    plan,
    expires_at,
    is_canceled,
    is_granted: order_id === null,
    renews_as,
    next_price_cents,
    is_unpaid,
    kept_until,
  };
}
