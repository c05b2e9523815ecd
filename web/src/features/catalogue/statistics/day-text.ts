import { formatDate } from "../../../ui/format/format.ts";

/** Formats a UTC day (YYYY-MM-DD) as `20 Mar 2026`. */
export function dayText(day: string, language: string): string {
  return formatDate(`${day}T00:00:00Z`, language);
}

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** Formats a UTC day (YYYY-MM-DD) as `Fri 20 Mar 2026`. */
export function weekdayText(day: string, language: string): string {
  const format =
    weekdays.get(language) ?? new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  weekdays.set(language, format);
  return `${format.format(new Date(`${day}T00:00:00Z`))} ${dayText(day, language)}`;
}
