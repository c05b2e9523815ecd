import { firstDayOf } from "@wrapsody/shared/catalogue/dates.ts";
import type { RawBuilder } from "kysely";
import { sql } from "../../../platform/database/database.ts";

/** Digits of a day, and of rows without a date. */
const DAY_DIGITS = 10;

/** A date as its columns store it: its first day, and how many characters of it count. */
export type StoredDate<Day extends string | null = string | null> = { day: Day; digits: number };

/** Converts a date, which may be a year, or a year and month. */
export function toStoredDate<Day extends string | null>(date: Day): StoredDate<Day> {
  return {
    day: (date === null ? null : firstDayOf(date)) as Day,
    digits: date?.length ?? DAY_DIGITS,
  };
}

/** Selects a date as YYYY-MM-DD, YYYY-MM or YYYY. */
export function partialDate(day: RawBuilder<unknown>, digits: RawBuilder<unknown>) {
  return sql<string | null>`left(to_char(${day}, 'YYYY-MM-DD'), ${digits})`;
}

/** Selects the release date of `album` or `song_album`; `alias` has its dot. */
export const releaseDate = (alias = "") =>
  partialDate(sql.ref(`${alias}release_date`), sql.ref(`${alias}release_digits`));
