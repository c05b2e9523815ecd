import type { Period } from "../orders.ts";

const monthsOf = { MONTH: 1, YEAR: 12 } as const satisfies Record<Period, number>;

/**
 * When a period ends that begins at `from`: a calendar month or year later, at the same time of day (UTC). A month that is too short for
 * the day on which everything began, `anchor`, ends a period on its last day, and the next longer one goes back to that day: 31 January,
 * 28 February, 31 March.
 */
export function endOfPeriod(from: Date, period: Period, anchor: Date): Date {
  const isShortened = from.getUTCDate() === lastDayOf(from) && anchor.getUTCDate() > from.getUTCDate();
  const day = isShortened ? anchor.getUTCDate() : from.getUTCDate();
  const until = new Date(from);
  until.setUTCDate(1);
  until.setUTCMonth(from.getUTCMonth() + monthsOf[period]);
  until.setUTCDate(Math.min(day, lastDayOf(until)));
  return until;
}

/** The number of days of its month. */
function lastDayOf(time: Date): number {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
}
