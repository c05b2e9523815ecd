import type { OwnSubscription, PaidPlan } from "@wrapsody/shared/subscriptions.ts";

/**
 * How a plan goes on, as its owner is told.
 * - `OVERDUE`: it is to be renewed, what was paid for is over, and the news of the next payment has not come yet.
 * - `UNPAID`: the card was declined for it.
 * - `LAPSED`: it is not paid for, and the days are over that it is kept so; it gives nothing until it is.
 */
export type PlanStatus = "GRANTED" | "CANCELLED" | "LAPSED" | "UNPAID" | "OVERDUE" | "SWITCHES" | "RENEWS";

/** `now` is a moment in milliseconds. */
export function planStatus(current: OwnSubscription, now: number): PlanStatus {
  if (current.is_granted) return "GRANTED";
  if (current.is_canceled || current.renews_as === null) return "CANCELLED";
  if (Date.parse(current.kept_until) <= now) return "LAPSED";
  if (current.is_unpaid) return "UNPAID";
  if (isPeriodOver(current, now)) return "OVERDUE";
  return current.renews_as === current.plan ? "RENEWS" : "SWITCHES";
}

/** Whether nothing is left of the period that was paid for last. */
export function isPeriodOver({ expires_at }: OwnSubscription, now: number): boolean {
  return Date.parse(expires_at) <= now;
}

/** What may be said of the next period, and what the plan is renewed as then. */
export type Offer = { name: "switch" | "stay" | "resume"; plan: PaidPlan };

export function nextPeriodOffer(current: OwnSubscription, now: number): Offer | undefined {
  const { plan } = current;
  switch (planStatus(current, now)) {
    case "RENEWS":
      return { name: "switch", plan: plan === "PREMIUM_MONTHLY" ? "PREMIUM_YEARLY" : "PREMIUM_MONTHLY" };
    case "SWITCHES":
      return { name: "stay", plan };
    case "CANCELLED":
      return isPeriodOver(current, now) ? undefined : { name: "resume", plan };
    default:
      return undefined;
  }
}
