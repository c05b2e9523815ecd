import type { Language } from "@wrapsody/shared/api/language.ts";
import type { Period } from "../../orders.ts";
import { texts } from "./texts.ts";

/** Formats US cents, e.g. `$12.50`. */
export function formatPrice(language: Language, amountCents: number): string {
  return new Intl.NumberFormat(language, { style: "currency", currency: "USD" }).format(amountCents / 100);
}

/** Formats a recurring price with its currency, e.g. `US$ 10.00 each month`. */
export function formatRecurringPrice(language: Language, amountCents: number, period: Period): string {
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amountCents / 100);
  const price = language === "en" ? `US$ ${number}` : `${number} US$`;
  return `${price} ${texts[language].each[period]}`;
}

/** Formats a UTC date, e.g. `21 November 2026`. */
export function formatDay(language: Language, time: Date): string {
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(time);
}
