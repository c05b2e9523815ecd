/** Formats when a wrap is listed, as a day and a time with its zone. Without a zone, in that of the browser. */
export function formatRelease(
  listedFrom: string,
  language: string,
  timeZone?: string,
): { day: string; time: string } {
  const zone = timeZone === undefined ? {} : { timeZone };
  const date = new Date(listedFrom);
  const day = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...zone,
  });
  const time = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    ...zone,
  });
  return { day: day.format(date), time: time.format(date) };
}

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** Splits the time until an instant; all zero once it is over. */
export function splitTimeLeft(until: number, now: number): TimeLeft {
  const total = Math.max(0, Math.ceil((until - now) / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3_600),
    minutes: Math.floor((total % 3_600) / 60),
    seconds: total % 60,
  };
}

/** Formats an instant by the minute without its year, with its zone. Without a zone, in that of the browser. */
export function formatMinuteOfYear(instant: string, language: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return format.format(new Date(instant));
}

/** Formats how far away an instant is, in days, hours or minutes: `in 11 days`. */
export function formatDistance(until: number, now: number, language: string): string {
  const { days, hours, minutes } = splitTimeLeft(until, now);
  const format = new Intl.RelativeTimeFormat(language);
  if (days > 0) return format.format(days, "day");
  return hours > 0 ? format.format(hours, "hour") : format.format(minutes, "minute");
}

/** Formats an instant by the minute, with its zone. Without a zone, in that of the browser. */
export function formatMinute(instant: string, language: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return format.format(new Date(instant));
}
