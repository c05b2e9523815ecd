import { type LyricLine, parseLyrics, writeStamp } from "@wrapsody/shared/catalogue/lrc.ts";
import { splitRows } from "@wrapsody/shared/studio/lrc-rows.ts";

const tagLine = /^\s*\[[a-z#][a-z_ ]*:.*\]\s*$/i;
const offsetLine = /^\s*\[\s*offset\s*:/i;

/** Formats milliseconds as `01:23.45`. */
export function formatTime(time: number): string {
  return writeStamp(time).slice(1, -1);
}

/** Returns the index of the first line with words that has no time; -1 if all have one. */
export function findNextLine(lines: readonly LyricLine[]): number {
  return lines.findIndex(({ time, text }) => time === null && text !== "");
}

/** Sets the time of a line in a text, plain or LRC; null removes it. Returns LRC, or plain text without times. */
export function setLineTime(text: string, at: number, time: number | null): string {
  const { lines } = parseLyrics(text);
  return writeLines(
    text,
    lines.map((line, index) =>
      index === at ? { ...line, time: time === null ? null : Math.max(0, time) } : line,
    ),
  );
}

/** Removes the time that was set last: that of the line before the first one without a time, or of the last line. */
export function removeLastTime(text: string): string {
  const { lines } = parseLyrics(text);
  const next = findNextLine(lines);
  const before = next < 0 ? lines : lines.slice(0, next);
  const at = before.findLastIndex(({ time }) => time !== null);
  return at < 0 ? text : setLineTime(text, at, null);
}

export function removeAllTimes(text: string): string {
  return writeLines(
    text,
    parseLyrics(text).lines.map((line) => ({ ...line, time: null })),
  );
}

/** Writes lines below the tags of the text before, unless none has a time. Their times include its offset. */
function writeLines(before: string, lines: readonly LyricLine[]): string {
  const written = lines.map(({ time, text }) => `${time === null ? "" : writeStamp(time)}${text}`);
  const isSynced = parseLyrics(before).isSynced && lines.some(({ time }) => time !== null);
  const tags = isSynced ? headOf(before).filter((line) => !offsetLine.test(line)) : [];
  return [...tags, ...written].map((line) => `${line}\n`).join("");
}

/** Returns the tags above the first line of a song. */
function headOf(text: string): string[] {
  const rows = splitRows(text).map((row) => row.text);
  const end = rows.findIndex((row) => row.trim() !== "" && !tagLine.test(row));
  return rows.slice(0, end < 0 ? rows.length : end).filter((row) => row.trim() !== "");
}
