import { type PaidPlan, planPrices } from "@wrapsody/shared/subscriptions.ts";
import type { TFunction } from "i18next";

const usd = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** `$8`, `$9.50`, of US cents. */
export function formatPrice(cents: number): string {
  return usd.format(cents / 100);
}

/** What a year paid at once costs less than twelve months, in whole percent. */
export function savingOfYearly(): number {
  return Math.round(100 * (1 - planPrices.PREMIUM_YEARLY / (12 * planPrices.PREMIUM_MONTHLY)));
}

/** `$10 a month`; without an amount, what the plan costs now. */
export function periodPrice(t: TFunction, plan: PaidPlan, cents: number | null): string {
  return t(`plan.price.${plan}`, { price: formatPrice(cents ?? planPrices[plan]) });
}
