export type Interval = "day" | "week" | "month" | "year";

const SECONDS = { day: 86_400, week: 604_800 } as const;

/**
 * Adds calendar intervals to a time in seconds; the time of day (UTC) stays. In a month that is too short for the day of `anchor`, the
 * result is its last day; the next longer month returns to that day: 31 January, 28 February, 31 March.
 */
export function addInterval(
  from: number,
  interval: Interval,
  { count = 1, anchor = from }: { count?: number | undefined; anchor?: number } = {},
): number {
  if (interval === "day" || interval === "week") return from + count * SECONDS[interval];
  const date = new Date(from * 1000);
  const anchorDay = new Date(anchor * 1000).getUTCDate();
  const isShortened = date.getUTCDate() === lastDayOf(date) && anchorDay > date.getUTCDate();
  const day = isShortened ? anchorDay : date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === "year" ? 12 : 1) * count);
  date.setUTCDate(Math.min(day, lastDayOf(date)));
  return Math.floor(date.getTime() / 1000);
}

/** Returns the number of days of a month. */
function lastDayOf(time: Date): number {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
}
