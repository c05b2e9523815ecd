import type { Language } from "@wrapsody/shared/api/language.ts";

/** Formats dates (UTC unless a time zone is given), amounts (US cents), shares and durations in a language. */
export type Formatters = {
  day(date: Date): string;
  /** A day with the time, in UTC or in a time zone. */
  time(date: Date, timeZone?: string): string;
  /** A price; omits zero cents. */
  price(cents: number): string;
  /** An amount with cents, as on a receipt. */
  receipt(cents: number): string;
  /** An amount in the smallest unit of a currency, whose ISO code may be in lower case. */
  money(amount: number, currency: string): string;
  /** A share, given in hundredths of a percent. */
  percent(basisPoints: number): string;
  /** A duration: `10 minutes`, `1 hora`. */
  duration(seconds: number): string;
};

export function createFormatters(language: Language): Formatters {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const timesIn = (timeZone: string) =>
    new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short",
    });
  const currency = { style: "currency", currency: "USD" } as const;
  const prices = new Intl.NumberFormat(language, { ...currency, trailingZeroDisplay: "stripIfInteger" });
  const receipts = new Intl.NumberFormat(language, currency);
  const shares = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  return {
    day: (date) => days.format(date),
    time: (date, timeZone = "UTC") => timesIn(timeZone).format(date),
    price: (cents) => prices.format(cents / 100),
    receipt: (cents) => receipts.format(cents / 100),
    money: (amount, currency) => formatMoney(amount, currency, language),
    percent: (basisPoints) => shares.format(basisPoints / 10_000),
    duration: (seconds) => formatDuration(seconds, language),
  };
}

/** Most currencies have hundredths; some, such as JPY, have no fractions. */
function formatMoney(amount: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function formatDuration(seconds: number, language: Language): string {
  const [unit, length] = unitOf(seconds);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    seconds / length,
  );
}

/** Formats one day as 24 hours, because "1 day" is often read as "until the end of tomorrow". */
function unitOf(seconds: number): ["day" | "hour" | "minute", number] {
  if (seconds > 86_400 && seconds % 86_400 === 0) return ["day", 86_400];
  return seconds % 3_600 === 0 ? ["hour", 3_600] : ["minute", 60];
}
