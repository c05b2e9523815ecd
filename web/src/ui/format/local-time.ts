import type { TFunction } from "i18next";
import { formatDate } from "./format.ts";

// Uses the time zone of the browser, so only pages that render in the browser may use it.

/** Formats a time as `14:05`. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Formats a moment as `14:05`, on another day than today as `20 Mar 2026, 14:05`. */
export function formatMoment(iso: string, language: string): string {
  const time = formatTime(iso);
  return daysAgo(iso, new Date().toISOString()) === 0 ? time : `${formatDay(iso, language)}, ${time}`;
}

/** Returns the user's calendar day as `2026-03-20`, for grouping and comparing. */
export function dayOf(iso: string): string {
  return new Date(midnightOf(iso)).toISOString().slice(0, 10);
}

/** Formats the user's calendar day as `20 Mar 2026`. */
export function formatDay(iso: string, language: string): string {
  return formatDate(`${dayOf(iso)}T00:00:00Z`, language);
}

/** Formats the user's calendar day as `Today`, `Yesterday` or a date. */
export function formatRecentDay(t: TFunction, iso: string, language: string): string {
  const ago = daysAgo(iso, new Date().toISOString());
  if (ago === 0) return t("accounts.history.today");
  return ago === 1 ? t("accounts.history.yesterday") : formatDay(iso, language);
}

/** Returns the number of midnights between a moment and `now`: 0 is today, 1 yesterday. */
export function daysAgo(iso: string, now: string): number {
  return (midnightOf(now) - midnightOf(iso)) / 86_400_000;
}

/** Returns the user's day as UTC midnight in milliseconds, because every UTC day has 24 hours. */
function midnightOf(iso: string): number {
  const date = new Date(iso);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
