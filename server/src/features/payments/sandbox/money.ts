import type { Language } from "@wrapsody/shared/language.ts";
import type { Period } from "../orders.ts";
import { texts } from "./texts.ts";

/** `$12.50`, of US cents. */
export function priceOf(language: Language, amountCents: number): string {
  return new Intl.NumberFormat(language, { style: "currency", currency: "USD" }).format(amountCents / 100);
}

/** `US$ 10.00 each month`: whoever is charged again and again is told in which dollars. */
export function recurringPriceOf(language: Language, amountCents: number, period: Period): string {
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amountCents / 100);
  const price = language === "en" ? `US$ ${number}` : `${number} US$`;
  return `${price} ${texts[language].each[period]}`;
}

/** `21 November 2026`, in UTC as everything is reckoned. */
export function dayOf(language: Language, time: string): string {
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(time));
}
