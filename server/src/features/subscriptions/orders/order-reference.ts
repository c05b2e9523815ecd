import type { Language } from "@wrapsody/shared/language.ts";
import { type PaidPlan, planPrices } from "@wrapsody/shared/subscriptions.ts";
import type { OrderReference, Period } from "../../payments/index.ts";
import { periodForPlan } from "../plan-state.ts";

/** What an order is called where it is paid for. */
export function orderReference(orderId: number): OrderReference {
  return { kind: "SUBSCRIPTION", reference: String(orderId) };
}

/** The number of the order; undefined for what is none. */
export function parseOrderId(reference: string): number | undefined {
  return /^\d{1,15}$/.test(reference) ? Number(reference) : undefined;
}

/** What the provider writes on its page and its bills. */
const titles: Record<Language, Record<PaidPlan, string>> = {
  en: { PREMIUM_MONTHLY: "Wrapsody Premium, monthly", PREMIUM_YEARLY: "Wrapsody Premium, yearly" },
  es: { PREMIUM_MONTHLY: "Wrapsody Premium, mensual", PREMIUM_YEARLY: "Wrapsody Premium, anual" },
};

export const planTitle = (plan: PaidPlan, language: Language): string => titles[language][plan];

/** A plan as something to be paid for, at today's price. */
export function planPrice(
  plan: PaidPlan,
  language: Language,
): { title: string; amountCents: number; period: Period } {
  return { title: planTitle(plan, language), amountCents: planPrices[plan], period: periodForPlan(plan) };
}
