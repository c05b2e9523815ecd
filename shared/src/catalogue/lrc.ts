import { knownTags, splitRows, toMilliseconds } from "../studio/lrc-rows.ts";

/** Maximum bytes (UTF-8) and lines of lyrics; lines with several times count once for each. */
export const lyricsLimits = { bytes: 65_536, lines: 2_000 } as const;

/** A line of lyrics in the order of singing. `time` is in milliseconds from the start; null if the line has none. */
export type LyricLine = { time: number | null; text: string };

/** Why lyrics cannot be used. `line` counts from 1; null if the problem concerns the whole text. */
export type LyricsProblem = {
  code: "time" | "offset" | "lines" | "size";
  line: number | null;
  /** The wrong value as typed, truncated. */
  value: string;
};

export type ParsedLyrics = {
  /** The text is LRC: at least one line begins with a time. */
  isSynced: boolean;
  /** Blank lines separate stanzas; there are never two in a row. */
  lines: LyricLine[];
  /** Numbers of the lines of a synced text that have words but no time. */
  untimed: number[];
  /** Numbers of the lines of a synced text whose inner times were taken for those of words, and of those with several times that do not rise. */
  wordTimed: number[];
  unordered: number[];
  problems: LyricsProblem[];
};

/** `[mm:ss]` with tenths, hundredths or thousandths after a point, colon or comma. */
const stamp = /\s*\[(\d{1,3}):([0-5]?\d)(?:[.:,](\d{1,3}))?\]/y;
/** What was meant as a time. */
const stampLike = /\s*(\[\s*[-+]?\d+\s*:\s*\d[^\]]{0,20}\]?)/y;
/** Times of words, in angle brackets or within the line. */
const wordStamps = /<\d{1,3}:[0-5]?\d(?:[.:,]\d{1,3})?>|\[\d{1,3}:[0-5]?\d[.:,]\d{1,3}\]/g;
const tagLine = /^\s*\[([a-z#][a-z_ ]{0,20})?:(.*)\]\s*$/i;
/** Parses lyrics, plain or LRC. Never throws; time and memory are bounded by `lyricsLimits`. */
export function parseLyrics(text: string): ParsedLyrics {
  const parsed: ParsedLyrics = {
    isSynced: false,
    lines: [],
    untimed: [],
    wordTimed: [],
    unordered: [],
    problems: [],
  };
  if (byteLength(text) > lyricsLimits.bytes) {
    return { ...parsed, problems: [{ code: "size", line: null, value: "" }] };
  }
  const rows = splitRows(text).map((row) => ({ ...readRow(row.text), line: row.line, doubt: row.doubt }));
  const last = rows.findLastIndex(({ isBlank }) => !isBlank) + 1;
  if ((rows[last - 1]?.line ?? 0) > lyricsLimits.lines)
    return withTooManyLines(parsed, lyricsLimits.lines + 1);
  parsed.isSynced = rows.some(({ times, wrong }) => times.length > 0 || wrong !== undefined);
  if (!parsed.isSynced) return { ...parsed, lines: plainLines(text) };
  const doubtful = (doubt: "words" | "order") => [
    ...new Set(rows.filter((row) => row.doubt === doubt).map(({ line }) => line)),
  ];
  parsed.wordTimed = doubtful("words");
  parsed.unordered = doubtful("order");
  return readSynced(rows.slice(0, last), parsed);
}

/** Formats lines as plain text. Lines of a parsed text have the same number and order. */
export function toPlainText(lines: readonly LyricLine[]): string {
  return lines
    .map(({ text }) => text)
    .join("\n")
    .trimEnd();
}

/** Returns the BCP 47 tag of a text's `[la:…]`; null if it has none. */
export function readLrcLanguage(text: string): string | null {
  const [, name = ""] = /^[^\S\r\n]*\[la:([^\]\r\n]{1,40})\]/im.exec(joinRows(text)) ?? [];
  return readLanguageTag(name) ?? null;
}

const joinRows = (text: string) =>
  splitRows(text)
    .map((row) => row.text)
    .join("\n");

/** Returns a language as a canonical BCP 47 tag: `EN_us` as `en-US`, `eng` as `en`; undefined if it is none. */
export function readLanguageTag(typed: string): string | undefined {
  const tag = typed.trim().replaceAll("_", "-");
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === undefined || /^(und|mul|zxx|xxx)\b/i.test(canonical) ? undefined : canonical;
  } catch {
    return undefined;
  }
}

/**
 * Writes the synced texts of a file's tag as LRC; `time` is in milliseconds. If a text contains line breaks, the texts are syllables;
 * otherwise each is a line.
 */
export function writeLrc(texts: readonly { text: string; time: number }[]): string {
  const areSyllables = texts.some(({ text }) => /[\r\n]/.test(text));
  const lines: { time: number; words: string[] }[] = [];
  let isOpen = false;
  for (const { text, time } of texts) {
    const [first = "", ...others] = areSyllables ? text.split(/\r\n|\n|\r/) : [text];
    if (isOpen && areSyllables) lines.at(-1)?.words.push(first);
    else if (first !== "" || others.length === 0) lines.push({ time, words: [first] });
    isOpen = true;
    for (const [index, part] of others.entries()) {
      // A break at the end: the next text begins the line.
      isOpen = part !== "" || index < others.length - 1;
      if (isOpen) lines.push({ time, words: [part] });
    }
  }
  return lines.map(({ time, words }) => `${writeStamp(time)}${words.join("").trim()}\n`).join("");
}

/** Formats milliseconds as `[mm:ss.xx]`. */
export function writeStamp(time: number): string {
  const hundredths = Math.max(0, Math.round(time / 10));
  const parts = [Math.floor(hundredths / 6_000), Math.floor(hundredths / 100) % 60, hundredths % 100];
  const [minutes, seconds, rest] = parts.map((part) => String(part).padStart(2, "0"));
  return `[${minutes}:${seconds}.${rest}]`;
}

/** Lines that are sung at one time, as indices from `first` to `last`; -1 for none. */
export type CurrentLines = { first: number; last: number };

export const NO_LINES: CurrentLines = { first: -1, last: -1 };

/**
 * Finds the lines that are sung at a position in milliseconds. There are several if a text has two languages or two voices, each with the
 * same times. A blank line with a time is a pause.
 */
export function findCurrentLines(lines: readonly LyricLine[], position: number): CurrentLines {
  // Lines are in the order of their times, apart from those without one.
  const last = lines.findLastIndex(({ time }) => time !== null && time <= position);
  const first = lines.findIndex(({ time }) => time === lines[last]?.time);
  return last < 0 ? NO_LINES : { first, last };
}

/** Returns the line of a group that stands for it: the first that has words. */
export function findLeadingLine(lines: readonly LyricLine[], { first, last }: CurrentLines): number {
  const withWords = lines.findIndex(
    ({ time, text }, at) => at >= first && at <= last && time !== null && text !== "",
  );
  return withWords < 0 ? first : withWords;
}

type Row = {
  /** Number of the typed row. */
  line: number;
  times: number[];
  text: string;
  isBlank: boolean;
  /** A time that cannot be read. */
  wrong: string | undefined;
  tag: { name: string; value: string } | undefined;
};

function readRow(line: string): Omit<Row, "line"> {
  const times: number[] = [];
  let at = 0;
  for (;;) {
    stamp.lastIndex = at;
    const match = stamp.exec(line);
    if (match === null) break;
    times.push(toMilliseconds(match));
    at = stamp.lastIndex;
  }
  stampLike.lastIndex = at;
  const wrong = stampLike.exec(line)?.[1];
  const tag = times.length === 0 && wrong === undefined ? tagLine.exec(line) : null;
  const text = times.length === 0 ? line.trim() : withoutWordStamps(line.slice(at));
  return {
    times,
    text,
    isBlank: times.length === 0 && text === "",
    wrong,
    tag: tag === null ? undefined : { name: (tag[1] ?? "").toLowerCase(), value: tag[2] ?? "" },
  };
}

function withoutWordStamps(text: string): string {
  const words = text.replace(wordStamps, "");
  return (words.length === text.length ? text : words.replace(/\s+/g, " ")).trim();
}

type Entry = { order: number; line: LyricLine };

function readSynced(rows: readonly Row[], parsed: ParsedLyrics): ParsedLyrics {
  const { untimed, problems } = parsed;
  const entries: Entry[] = [];
  let offset = 0;
  let order = -1;
  let isInHead = true;
  for (const { line, times, text, isBlank, wrong, tag } of rows) {
    if (times.length > 0) isInHead = false;
    if (wrong !== undefined) problems.push({ code: "time", line, value: wrong });
    else if (tag !== undefined && (isInHead || knownTags.has(tag.name))) {
      if (tag.name !== "offset") continue;
      const typed = tag.value.trim();
      if (/^[-+]?\d{1,7}$/.test(typed)) offset = Number(typed);
      else problems.push({ code: "offset", line, value: typed.slice(0, 40) });
    } else if (times.length > 0) {
      for (const time of times) entries.push({ order: time, line: { time, text } });
      // A line without a time follows the line above it.
      order = times[0] ?? order;
      if (entries.length > lyricsLimits.lines) return withTooManyLines(parsed, line);
    } else {
      entries.push({ order, line: { time: null, text } });
      if (!isBlank) untimed.push(line);
    }
  }
  // Sorting is stable.
  const sung = entries
    .sort((a, b) => a.order - b.order)
    .map(({ line: { time, text } }) => ({
      time: time === null ? null : Math.max(0, time - offset),
      text,
    }));
  const lines = mergeBlankLines(sung);
  const isTooLong = byteLength(toPlainText(lines)) > lyricsLimits.bytes;
  return { ...parsed, lines, problems: isTooLong ? [{ code: "size", line: null, value: "" }] : problems };
}

/** Keeps one of consecutive blank lines, with the time of the first that has one, and none at the start. */
function mergeBlankLines(lines: readonly LyricLine[]): LyricLine[] {
  const kept: LyricLine[] = [];
  for (const line of lines) {
    const before = kept.at(-1);
    if (line.text !== "") kept.push(line);
    else if (before !== undefined && before.text !== "") kept.push({ ...line });
    else if (before !== undefined) before.time ??= line.time;
  }
  const last = kept.at(-1);
  if (last !== undefined && last.text === "" && last.time === null) kept.pop();
  return kept;
}

function withTooManyLines(parsed: ParsedLyrics, line: number): ParsedLyrics {
  return { ...parsed, lines: [], problems: [{ code: "lines", line, value: "" }] };
}

function plainLines(text: string): LyricLine[] {
  const trimmed = text.trim();
  return trimmed === ""
    ? []
    : trimmed.split(/\r\n|\n|\r/).map((line) => ({ time: null, text: line.trimEnd() }));
}

/** Counts without encoding: one to four bytes for each code point. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
