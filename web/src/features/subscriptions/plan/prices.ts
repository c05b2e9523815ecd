import { type PaidPlan, planPrices } from "@wrapsody/shared/subscriptions.ts";
import type { TFunction } from "i18next";

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
