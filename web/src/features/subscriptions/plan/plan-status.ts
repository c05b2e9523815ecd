import { type OwnSubscription, type PaidPlan, planPrices } from "@wrapsody/shared/payments/subscriptions.ts";
import type { TFunction } from "i18next";

/**
 * The status of a plan as shown to its owner.
 * - `OVERDUE`: the paid period is over, and the payment for the renewal is not confirmed yet.
 * - `UNPAID`: the card was declined.
 * - `LAPSED`: the grace period without payment is over; the plan grants nothing until it is paid.
 */
export type PlanStatus = "GRANTED" | "CANCELLED" | "LAPSED" | "UNPAID" | "OVERDUE" | "SWITCHES" | "RENEWS";

/** `now` is in milliseconds. */
export function planStatus(current: OwnSubscription, now: number): PlanStatus {
  if (current.is_granted) return "GRANTED";
  if (current.is_canceled || current.renews_as === null) return "CANCELLED";
  if (Date.parse(current.kept_until) <= now) return "LAPSED";
  if (current.is_unpaid) return "UNPAID";
  if (isPeriodOver(current, now)) return "OVERDUE";
  return current.renews_as === current.plan ? "RENEWS" : "SWITCHES";
}

/** Returns true if the last paid period is over. */
export function isPeriodOver({ expires_at }: OwnSubscription, now: number): boolean {
  return Date.parse(expires_at) <= now;
}

/** A possible change of the next period, and the plan that it then renews as. */
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

const usd = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** Formats US cents as `$8` or `$9.50`. */
export function formatPrice(cents: number): string {
  return usd.format(cents / 100);
}

/** Returns the saving of a yearly plan over twelve months, in whole percent. */
export function savingOfYearly(): number {
  return Math.round(100 * (1 - planPrices.PREMIUM_YEARLY / (12 * planPrices.PREMIUM_MONTHLY)));
}

/** Formats a price as `$10 a month`; without an amount, the current price of the plan. */
export function periodPrice(t: TFunction, plan: PaidPlan, cents: number | null): string {
  return t(`plan.price.${plan}`, { price: formatPrice(cents ?? planPrices[plan]) });
}
