import type { Period } from "../orders.ts";

const MONTHS_PER_PERIOD = { MONTH: 1, YEAR: 12 } as const satisfies Record<Period, number>;

/**
 * Returns the end of a period: a calendar month or year later, at the same time of day (UTC). In a month that is too short for the day
 * of `anchor`, the period ends on its last day; the next longer month returns to that day: 31 January, 28 February, 31 March.
 */
export function endOfPeriod(from: Date, period: Period, anchor: Date): Date {
  const isShortened = from.getUTCDate() === lastDayOf(from) && anchor.getUTCDate() > from.getUTCDate();
  const day = isShortened ? anchor.getUTCDate() : from.getUTCDate();
  const until = new Date(from);
  until.setUTCDate(1);
  until.setUTCMonth(from.getUTCMonth() + MONTHS_PER_PERIOD[period]);
  until.setUTCDate(Math.min(day, lastDayOf(until)));
  return until;
}

/** Returns the number of days of a month. */
function lastDayOf(time: Date): number {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
}
