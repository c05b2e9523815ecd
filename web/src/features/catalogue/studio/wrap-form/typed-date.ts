import { isPossibleYear, parseDate } from "@wrapsody/shared/catalogue/dates.ts";
import type { TFunction } from "i18next";

/** Normalizes a typed date. Returns undefined if it cannot be read. */
export function writeDate(typed: string): string | undefined {
  const parsed = parseDate(typed);
  return "date" in parsed ? parsed.date : undefined;
}

/** Marks a date that was stored before its year was checked. */
export function yearNote(t: TFunction, date: string): string | undefined {
  const isDate = /^\d{4}(-\d{2}(-\d{2})?)?$/.test(date);
  return isDate && !isPossibleYear(date) ? t("studio.problem.year") : undefined;
}
