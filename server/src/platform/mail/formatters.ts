import type { Language } from "@wrapsody/shared/language.ts";

/** Formats dates (UTC) and amounts (US cents) in a language. */
export type Formatters = {
  day(date: Date): string;
  /** A price; omits zero cents. */
  money(cents: number): string;
  /** An amount with cents, as on a receipt. */
  receipt(cents: number): string;
};

export function createFormatters(language: Language): Formatters {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const currency = { style: "currency", currency: "USD" } as const;
  const prices = new Intl.NumberFormat(language, { ...currency, trailingZeroDisplay: "stripIfInteger" });
  const receipts = new Intl.NumberFormat(language, currency);
  return {
    day: (date) => days.format(date),
    money: (cents) => prices.format(cents / 100),
    receipt: (cents) => receipts.format(cents / 100),
  };
}
