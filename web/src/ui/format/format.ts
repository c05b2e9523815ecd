import { MAX_COUNTED } from "@wrapsody/shared/api/page.ts";

const months: Record<string, readonly string[]> = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
};

/** Formats a duration as `3:41`, and as `1:02:09` from one hour on. */
export function formatDuration(seconds: number): string {
  const { hours, minutes, rest } = clockParts(seconds);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

/**
 * Formats a date as `20 Mar 2026`, in UTC; one without a day as `Mar 2026`, and a year as it is. The month names are our own texts, because the locale data of the server and
 * a browser may differ, and both must render the same.
 */
export function formatDate(iso: string, language: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const names = months[language.slice(0, 2)] ?? months.en;
  if (/^\d{4}$/.test(iso)) return iso;
  if (/^\d{4}-\d{2}$/.test(iso)) return `${names?.[date.getUTCMonth()]} ${iso.slice(0, 4)}`;
  return `${date.getUTCDate()} ${names?.[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats US dollars as `$1,204.50`, in every language. */
export function formatUsd(amount: number): string {
  return usd.format(amount);
}

/** Cached because construction is slow. */
const counts = new Map<string, Intl.NumberFormat>();

/** Formats a count with the thousands separator of the language. */
export function formatCount(count: number, language: string): string {
  const known = counts.get(language);
  const format = known ?? new Intl.NumberFormat(language, { useGrouping: "always" });
  if (known === undefined) counts.set(language, format);
  return format.format(count);
}

/** Formats percent as `5.9%`, in Spanish as `5,9 %`. */
export function formatPercent(percent: number, language: string, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits }).format(percent / 100);
}

/** Formats the total of a filtered list. `1,000+` if counting stopped at the limit. */
export function formatTotal(total: number, language: string): string {
  return `${formatCount(total, language)}${total >= MAX_COUNTED ? "+" : ""}`;
}

/** Shortens an address to `0x7aC4…91eF`. Short texts stay unchanged. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

function clockParts(seconds: number) {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, rest: whole % 60 };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Returns the class that sizes a title (`.display`) so that no word breaks. */
export function titleLength(title: string): "len-s" | "len-m" | "" | "len-l" {
  const longest = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  if (title.length <= 14 && longest <= 8) return "len-s";
  if (title.length <= 24 && longest <= 12) return "len-m";
  return title.length <= 60 && longest <= 18 ? "" : "len-l";
}

/** Formats a code of a fixed list that has no translation: "FIRST_PRESSING" becomes "First pressing". */
export function asWords(name: string): string {
  const words = name.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
