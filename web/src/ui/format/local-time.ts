import { formatDate } from "./format.ts";

// By the reader's own clock and calendar, so only for pages that are drawn in the browser alone.

/** `14:05`. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `2026-03-20`: the reader's day, as lists are grouped and compared by. */
export function dayOf(iso: string): string {
  return new Date(midnightOf(iso)).toISOString().slice(0, 10);
}

/** `20 Mar 2026`. */
export function formatDay(iso: string, language: string): string {
  return formatDate(`${dayOf(iso)}T00:00:00Z`, language);
}

/** How many midnights lie between a moment and `now`, a moment too: 0 is today, 1 yesterday. */
export function daysAgo(iso: string, now: string): number {
  return (midnightOf(now) - midnightOf(iso)) / 86_400_000;
}

/** The reader's day as the milliseconds of its midnight in UTC, where every day has as many hours. */
function midnightOf(iso: string): number {
  const date = new Date(iso);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
