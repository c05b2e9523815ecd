/** Longest accepted track: one day (seconds). */
export const MAX_DURATION_S = 86_400;
const HOUR_S = 3_600;
const MINUTE_S = 60;

/** A duration in whole seconds. */
export type ParsedDuration = {
  seconds: number;
  /**
   * What the text may mean instead: a spreadsheet makes hours and minutes of typed minutes and seconds, and saves 3:45 as 3:45:00.
   * Undefined if the text is clear.
   */
  otherwise: number | undefined;
};

/**
 * Parses a duration: `00:03:45`, `3:45`, `225`, `3m 45s`, `3′45″`, `PT3M45S`, and the times of day that spreadsheets make of one. Returns
 * undefined if it is none, zero or longer than a day.
 */
export function parseDuration(text: string): ParsedDuration | undefined {
  const typed = text.trim().toLowerCase().replace(/[’′]/g, "'").replace(/[”″]/g, '"');
  const time = readTimeOfDay(typed) ?? readFractionOfDay(typed);
  const read = time === undefined ? readTypedDuration(typed) : chooseMeaning(time);
  if (read === undefined) return undefined;
  const seconds = Math.round(read.seconds);
  return seconds > 0 && seconds <= MAX_DURATION_S ? { ...read, seconds } : undefined;
}

/** Returns the seconds of a duration, the likelier ones if the text is not clear. */
export function readDuration(text: string): number | undefined {
  return parseDuration(text)?.seconds;
}

/** Returns whether a text that is no duration looks like one that a spreadsheet has converted. */
export function isConvertedDuration(text: string): boolean {
  return convertedForms.some((form) => form.test(text.trim()));
}

/** A decimal number, a clock beyond a day, and a time with words or a date. */
const convertedForms = [
  /^\d*[.,]\d+(e-\d+)?$/i,
  /^\d+:[0-5]\d:[0-5]\d$/,
  /^\d+:\d\d(:\d\d)?\s*[^\d\s:][^\d:]*$/,
  /^[^\d:-]+\d+:\d\d/,
  /^[\d-/.]+[t\s]+\d+:\d\d/i,
];

function readTypedDuration(typed: string): ParsedDuration | undefined {
  const seconds = clockSeconds(typed) ?? spelledSeconds(typed);
  // Less than a second is a part of a day whose decimals are rounded.
  if (seconds === undefined || seconds < 1) return undefined;
  const isWhole = /^\d+:\d+:0?0([.,]0+)?$/.test(typed);
  const minutes = isWhole && seconds >= HOUR_S ? seconds / MINUTE_S : undefined;
  // No track lasts 75:20:00, so 75:20 was typed.
  if (minutes !== undefined && seconds > MAX_DURATION_S) return { seconds: minutes, otherwise: undefined };
  return { seconds, otherwise: minutes };
}

/** `hh:mm:ss`, `mm:ss` or seconds, optionally with a fraction. */
function clockSeconds(text: string): number | undefined {
  if (!/^\d{1,5}(:[0-5]?\d){0,2}([.,]\d{1,20})?$/.test(text)) return undefined;
  return text
    .replace(",", ".")
    .split(":")
    .reduce((total, part) => total * 60 + Number(part), 0);
}

function spelledSeconds(text: string): number | undefined {
  const form =
    /^(?:pt)?\s*(?:(\d{1,2})\s*h(?:ours?|rs?)?)?\s*(?:(\d{1,4})\s*(?:m(?:in(?:utes?)?)?|'))?\s*(?:(\d{1,5}(?:[.,]\d{1,6})?)\s*(?:s(?:ec(?:onds?)?)?|"|''))?$/;
  const match = form.exec(text);
  if (match === null || match.slice(1).every((part) => part === undefined)) return undefined;
  const [hours = "0", minutes = "0", seconds = "0"] = match.slice(1);
  return Number(hours) * HOUR_S + Number(minutes) * MINUTE_S + Number(seconds.replace(",", "."));
}

/** The halves of the day, as spreadsheets name them in English, Spanish, Chinese, Japanese and Korean. */
const morning = /^(?:a\.?\s?m\.?|上午|午前|오전)$/;
const afternoon = /^(?:p\.?\s?m\.?|下午|午後|오후)$/;
/** The day zero of spreadsheets, which some write before a time. */
const dayZero =
  /^(?:1899[-/.]12[-/.]30|(?:30[-/.]12|12[-/.]30)[-/.]1899|1900[-/.]01[-/.]00|(?:00?[-/.]0?1|0?1[-/.]00?)[-/.]1900)[t\s]\s*/;

/** Reads `3:45:00 a. m.`, `上午3:45:00` and `1899-12-30 03:45:00`. Without seconds, it may hide some below an hour. */
function readTimeOfDay(typed: string): number | undefined {
  const text = typed.replace(dayZero, "");
  const [, before = "", digits = "", after = ""] = /^(\D*)(\d[\d:.,]*)(\D*)$/.exec(text) ?? [];
  const half = `${before}${after}`.trim().replace(/^z$/, "");
  const [, hour, minute, second] = /^(\d?\d):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?$/.exec(digits) ?? [];
  if (hour === undefined || (half === "" && text === typed)) return undefined;
  const isAfternoon = afternoon.test(half);
  if (half !== "" && ((!isAfternoon && !morning.test(half)) || Number(hour) > 12)) return undefined;
  const hours = half === "" ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || (second === undefined && hours === 0)) return undefined;
  return hours * HOUR_S + Number(minute) * MINUTE_S + Number(second ?? 0);
}

/** Decimals that are enough for a second. */
const EXACT_DECIMALS = 5;
/** As `[mm]:ss`, more days exceed the longest track. */
const MAX_DAYS = MAX_DURATION_S / (24 * 60);

/**
 * Reads a part of a day, `0.15625`, in seconds. Fewer decimals are read only if they make whole minutes, since they may be rounded.
 * More than a day is `[mm]:ss`, if there are more decimals than seconds have.
 */
function readFractionOfDay(typed: string): number | undefined {
  const match = /^(\d{0,3})[.,](\d{1,20})(?:e-(\d{1,2}))?$/.exec(typed);
  if (match === null) return undefined;
  const [, whole = "", decimals = "", exponent = "0"] = match;
  const days = Number(`${whole || "0"}.${decimals}e-${exponent}`);
  const places = decimals.length + Number(exponent);
  const minutes = days * 24 * 60;
  const errorMinutes = places < EXACT_DECIMALS ? 1e-9 : 720 * 10 ** -places + 1e-9;
  const isWhole = Math.abs(minutes - Math.round(minutes)) <= errorMinutes;
  if (days >= MAX_DAYS) return undefined;
  if (days >= 1) return isWhole && places > 6 ? Math.round(minutes) * MINUTE_S : undefined;
  if (isWhole) return Math.round(minutes) * MINUTE_S;
  return places < EXACT_DECIMALS ? undefined : Math.round(minutes * MINUTE_S);
}

/** Chooses what was typed for a time of day: `3:45` became 3:45:00, and `0:03:45` stayed what it is. */
function chooseMeaning(time: number): ParsedDuration {
  const minutes = time % MINUTE_S === 0 ? time / MINUTE_S : undefined;
  if (minutes === undefined || time === 0) return { seconds: time, otherwise: undefined };
  if (time > MAX_DURATION_S) return { seconds: minutes, otherwise: undefined };
  return time >= HOUR_S ? { seconds: minutes, otherwise: time } : { seconds: time, otherwise: minutes };
}

/** Formats seconds as `hh:mm:ss`, as the specification writes durations. */
export function writeDuration(seconds: number): string {
  const parts = [Math.floor(seconds / HOUR_S), Math.floor(seconds / MINUTE_S) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Formats seconds as `3m 45s`, which spreadsheets leave as it is. */
export function spellDuration(seconds: number): string {
  const parts = [
    `${Math.floor(seconds / HOUR_S)}h`,
    `${Math.floor(seconds / MINUTE_S) % 60}m`,
    `${seconds % 60}s`,
  ];
  return parts.filter((part) => !part.startsWith("0")).join(" ");
}
