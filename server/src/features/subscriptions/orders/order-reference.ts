import type { Language } from "@wrapsody/shared/api/language.ts";
import { type PaidPlan, planPrices } from "@wrapsody/shared/payments/subscriptions.ts";
import type { Context } from "../../../platform/context.ts";
import { deriveOrderCode, type OrderReference, type Period } from "../../payments/index.ts";
import { periodForPlan } from "../plan-state.ts";

/** Returns the reference of an order in the payments feature. */
export function orderReference(orderId: number): OrderReference {
  return { kind: "SUBSCRIPTION", reference: String(orderId) };
}

/** Parses the id of an order; undefined if the reference is invalid. */
export function parseOrderId(reference: string): number | undefined {
  return /^\d{1,15}$/.test(reference) ? Number(reference) : undefined;
}

/** Titles on the provider's checkout and invoices, after the name of the site. */
const titles: Record<Language, Record<PaidPlan, string>> = {
  en: { PREMIUM_MONTHLY: "Premium, monthly", PREMIUM_YEARLY: "Premium, yearly" },
  es: { PREMIUM_MONTHLY: "Premium, mensual", PREMIUM_YEARLY: "Premium, anual" },
};

export const planTitle = (plan: PaidPlan, language: Language): string => titles[language][plan];

/** Returns the title, period and current price of a plan. */
export function planPrice(
  { site }: Pick<Context, "site">,
  plan: PaidPlan,
  language: Language,
): { title: string; amountCents: number; period: Period } {
  return {
    title: `${site.latest().name} ${planTitle(plan, language)}`,
    amountCents: planPrices[plan],
    period: periodForPlan(plan),
  };
}

/** Returns the URL of the page that confirms an order. */
export function confirmationUrl(context: Context, { exposed_id }: { exposed_id: string }): string {
  const query = new URLSearchParams({
    c: deriveOrderCode(context, { kind: "SUBSCRIPTION", exposedId: exposed_id }),
    i: exposed_id,
  });
  return `${context.publicUrl}/subscription/confirm?${query}`;
}

export const planPageUrl = ({ publicUrl }: Pick<Context, "publicUrl">): string =>
  `${publicUrl}/my/subscription`;
