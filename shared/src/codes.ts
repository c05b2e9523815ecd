/** A normalised code, and whether its check digit is correct. */
export type ReadCode = { code: string; checked: boolean };

/**
 * Parses an ISWC (ISO 15707) in any usual notation, with or without separators and prefix. Returns
 * `T-034.524.680-1`, with `checked: false` for a wrong check digit; undefined if it is none.
 */
export function readIswc(text: string): ReadCode | undefined {
  const compact = compactOf(text).replace(/^ISWC/, "");
  const digits = /^T(\d{9})(\d)$/.exec(compact);
  if (digits === null) return undefined;
  const [, work = "", check = ""] = digits;
  const sum = [...work].reduce((total, digit, index) => total + Number(digit) * (index + 1), 1);
  const code = `T-${work.slice(0, 3)}.${work.slice(3, 6)}.${work.slice(6)}-${check}`;
  return { code, checked: (10 - (sum % 10)) % 10 === Number(check) };
}

/**
 * Parses an ISRC (ISO 3901) in any usual notation. Returns `GB-AYE-69-00123`; undefined if it is none. An
 * ISRC has no check digit.
 */
export function readIsrc(text: string): string | undefined {
  const parts = /^([A-Z]{2})([A-Z0-9]{3})(\d{2})(\d{5})$/.exec(compactOf(text).replace(/^ISRC/, ""));
  return parts?.slice(1).join("-");
}

/** Upper-case letters and digits without separators. */
function compactOf(text: string): string {
  return text.toUpperCase().replace(/[\s.\-_:/‐‑‒–—−]/g, "");
}

/** Longest accepted track: one day (seconds). */
export const MAX_DURATION_S = 86_400;

/**
 * Parses a duration: `00:03:45`, `3:45`, `225`, `3m 45s`, `3′45″`, `PT3M45S`. Returns whole seconds;
 * undefined if it is none, zero or longer than a day.
 */
export function readDuration(text: string): number | undefined {
  const typed = text.trim().toLowerCase().replace(/[’′]/g, "'").replace(/[”″]/g, '"');
  const seconds = clockSeconds(typed) ?? spelledSeconds(typed);
  if (seconds === undefined) return undefined;
  const whole = Math.round(seconds);
  return whole > 0 && whole <= MAX_DURATION_S ? whole : undefined;
}

/** `hh:mm:ss`, `mm:ss` or seconds, optionally with a fraction. */
function clockSeconds(text: string): number | undefined {
  if (!/^\d{1,5}(:[0-5]?\d){0,2}([.,]\d{1,6})?$/.test(text)) return undefined;
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
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
}

/** Formats seconds as `hh:mm:ss`, as the specification writes durations. */
export function writeDuration(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Parses language codes (ISO 639-1) separated by commas or spaces. */
export function readLanguages(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((code) => code !== ""),
    ),
  ];
}

/** Finds the code of a list that a person typed, in any case, with spaces or hyphens: "Mastering engineer". */
export function findCode<Code extends string>(codes: readonly Code[], typed: string): Code | undefined {
  const letters = lettersOf(typed);
  return codes.find((code) => lettersOf(code) === letters);
}

const lettersOf = (text: string) => text.toUpperCase().replace(/[\s_-]+/g, "");
