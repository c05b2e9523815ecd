/** The year of the first sound recording. */
const FIRST_YEAR = 1860;

/** Problems of typed dates. */
export const dateTexts = {
  form: "Please enter a date as YYYY-MM-DD, YYYY-MM or YYYY.",
  year: `Please enter a year from ${FIRST_YEAR} to next year.`,
  ambiguous: "Day and month may be swapped. Please enter a date as YYYY-MM-DD.",
  number: "A spreadsheet has converted this date to a number. Please enter it as YYYY-MM-DD.",
} as const;
export type DateProblem = keyof typeof dateTexts;

/** Returns whether a date is from the time of recordings, at most of next year. */
export function isPossibleYear(date: string, now = new Date()): boolean {
  const year = Number(date.slice(0, 4));
  return year >= FIRST_YEAR && year <= now.getUTCFullYear() + 1;
}

/** The first day of a date that may be a year, or a year and month. */
export function firstDayOf(date: string): string {
  return `${date}${"YYYY-01-01".slice(date.length)}`;
}

const yearFirst = /^(\d{4})(?:[-/. ](\d{1,2})(?:[-/. ](\d{1,2}))?)?$/;
const monthAndYear = /^(\d{1,2})[-/. ](\d{4})$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const shortYear = /^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2}$/;
/** Days since 1900, from 1927 on. */
const dayNumber = /^\d{5}([.,]0+)?$/;
const midnight = /[T ]0?0:00(:00(\.0+)?)?Z?$/;

/**
 * Parses a date with the year first and any separators, because spreadsheets reformat dates. It may be a year, or a year and month; zeros
 * for the rest, as some tags have them, are none. With the year last, it is read only if one number cannot be a month, or both are the
 * same.
 */
export function parseDate(text: string, now = new Date()): { date: string } | { problem: DateProblem } {
  const typed = text.trim().replace(midnight, "");
  const [, year, month, day] = yearFirst.exec(typed) ?? compact.exec(typed) ?? [];
  if (year !== undefined) return checkDate([year, month, day], now);
  const [, onlyMonth, itsYear] = monthAndYear.exec(typed) ?? [];
  if (itsYear !== undefined) return checkDate([itsYear, onlyMonth, undefined], now);
  const [, first = "", second = "", lastYear] = yearLast.exec(typed) ?? [];
  if (lastYear !== undefined) {
    if (Number(first) > 12 || Number(first) === Number(second))
      return checkDate([lastYear, second, first], now);
    return Number(second) > 12 ? checkDate([lastYear, first, second], now) : { problem: "ambiguous" };
  }
  if (shortYear.test(typed)) return { problem: "ambiguous" };
  return { problem: dayNumber.test(typed) ? "number" : "form" };
}

type Parts = [year: string, month: string | undefined, day: string | undefined];

function checkDate([year, month = "00", day = "00"]: Parts, now: Date): ReturnType<typeof parseDate> {
  const hasMonth = Number(month) > 0;
  if (!hasMonth && Number(day) > 0) return { problem: "form" };
  const parts = hasMonth ? (Number(day) > 0 ? [year, month, day] : [year, month]) : [year];
  const date = parts.map((part) => part.padStart(2, "0")).join("-");
  const whole = firstDayOf(date);
  const isReal = !Number.isNaN(Date.parse(whole)) && new Date(whole).toISOString().startsWith(whole);
  if (!isReal) return { problem: "form" };
  return isPossibleYear(date, now) ? { date } : { problem: "year" };
}
