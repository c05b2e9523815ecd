import { parseCronItem } from "graphile-worker";

const MINUTE_MS = 60_000;
/** Enough for a monthly schedule. Rarer ones are not monitored. */
const SEARCHED_MINUTES = 70 * 24 * 60;

/** Returns the last times of a schedule before a moment, the latest first; fewer if they are too long ago. */
export function listScheduledTimes(schedule: string, before: Date, count: number): Date[] {
  const { match } = parseCronItem({ task: "backup", match: schedule });
  const times: Date[] = [];
  let time = Math.floor(before.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let minute = 0; minute < SEARCHED_MINUTES && times.length < count; minute += 1) {
    const date = new Date(time);
    const isMatch = match({
      min: date.getUTCMinutes(),
      hour: date.getUTCHours(),
      date: date.getUTCDate(),
      month: date.getUTCMonth() + 1,
      dow: date.getUTCDay(),
    });
    if (isMatch) times.push(date);
    time -= MINUTE_MS;
  }
  return times;
}
