import type { TFunction } from "i18next";
import { fieldErrorText } from "../forms/error-messages.ts";

/** Server messages about administration fields and their text keys. */
const keys: Readonly<Record<string, string>> = {
  "Artist not found.": "admin.problem.noArtist",
  "This day is in the past.": "admin.problem.over",
  "Please enter a date as YYYY-MM-DD.": "admin.problem.date",
};

export function adminErrorText(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const key = keys[problem];
  if (key !== undefined) return t(key);
  // The schemas report a non-number in zod's own words.
  return /number/i.test(problem) ? t("admin.problem.number") : fieldErrorText(t, problem);
}
