const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A date and a time on a clock, without a zone: `2026-12-04T18:30`. */
export const localTimePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Returns whether a text is the name of a time zone, such as Europe/Madrid. Offsets are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns what a clock in a time zone shows at an instant, by the minute. */
export function toLocalTime(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/**
 * Returns the instant at which a clock in a time zone shows a local time; undefined if it never does, because clocks go forward
 * over it, or because there is no such day. Of the two instants when clocks go back, the first.
 */
export function toInstant(local: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Offsets change at most once within two days, so one of these two is in force at the local time.
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS].map(
    (nearby) => asUtc - offsetMs(new Date(nearby), timeZone),
  );
  const matching = candidates.filter((instant) => toLocalTime(new Date(instant), timeZone) === local);
  return matching.length === 0 ? undefined : new Date(Math.min(...matching));
}

/** How far clocks in the zone are ahead of UTC. */
function offsetMs(instant: Date, timeZone: string): number {
  const minute = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${toLocalTime(new Date(minute), timeZone)}:00Z`) - minute;
}
