/**
 * A row of lyrics; `line` counts the typed ones from 1. `doubt` says how times within the typed row were taken: `words` for those of words,
 * of which the first of a line is kept, `order` for those of lines although they do not rise.
 */
export type LrcRow = { line: number; text: string; doubt: "words" | "order" | undefined };

/** Tags that also stand below the first timed line; any other `[word: …]` there is a line of the song. */
export const knownTags = new Set(
  "# al ar au by encoding hash id la language length lr offset re ti total tool ve".split(" "),
);

/** Splits lyrics into rows. A row that has lost its line breaks, as in the cell of a spreadsheet, becomes its former rows. */
export function splitRows(text: string): LrcRow[] {
  return text.split(/\r\n|\n|\r/).flatMap((typed, index) => {
    const { pieces, doubt } = splitRow(typed);
    return pieces.map((piece) => ({ line: index + 1, text: piece, doubt }));
  });
}

type SplitRow = { pieces: string[]; doubt: LrcRow["doubt"] };

/** A time within a row, and the text up to the next one. */
type Part = { stamp: string; time: number; text: string; words: string };

const stamps = /\[(\d{1,3}):([0-5]?\d)(?:[.:,](\d{1,3}))?\]/g;
const wordStamps = /<\d{1,3}:[0-5]?\d(?:[.:,]\d{1,3})?>/g;

function splitRow(row: string): SplitRow {
  const matches = findStamps(row);
  const [first] = matches;
  const head = row.slice(0, first?.index);
  const { tags, rest } = takeTags(head);
  const isTagged = tags.length > 0 && rest.trim() === "";
  if (first === undefined) return whole(isTagged && tags.length > 1 ? tags : [row]);
  // Words in front of the times may be a line or a title; a few times among words are none of lines.
  const isMentioned = head.trim() !== "" && !isTagged;
  if (isMentioned && (matches.length < 3 || matches.some(({ 3: fraction }) => fraction === undefined)))
    return whole([row]);
  const above = isTagged ? tags : isMentioned ? [head] : [];
  const parts = matches.map((match, at) => toPart(row, match, matches[at + 1]?.index));
  const sung = parts.filter(({ words }) => words !== "");
  if (sung.length < 2) return whole(isTagged ? [...above, row.slice(head.length)] : [row]);
  const { pieces, doubt } = isByLine(sung) ? splitLines(parts, sung) : splitWords(parts);
  return { pieces: [...above, ...pieces], doubt };
}

const whole = (pieces: string[]): SplitRow => ({ pieces, doubt: undefined });

/** Finds the times of a row. Within it, `[03:16]` is none if the first time has a fraction, and `[3:16]` never. */
function findStamps(row: string): RegExpExecArray[] {
  const [first, ...others] = row.matchAll(stamps);
  if (first === undefined) return [];
  const isPlain = first[3] === undefined && first[1]?.length !== 1;
  return [
    first,
    ...others.filter(({ 1: minutes, 3: fraction }) =>
      fraction === undefined ? isPlain && minutes?.length !== 1 : true,
    ),
  ];
}

function toPart(row: string, match: RegExpExecArray, end: number | undefined): Part {
  const [stamp] = match;
  const text = row.slice(match.index + stamp.length, end);
  return { stamp, time: toMilliseconds(match), text, words: text.replace(wordStamps, "").trim() };
}

export function toMilliseconds([, minutes, seconds, fraction = ""]: RegExpExecArray): number {
  return (Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, "0"));
}

const tag = /\s*(\[([a-z#][a-z_ ]{0,20}):[^[\]]*\])/iy;

/** Takes the tags from the start of a text. */
function takeTags(text: string): { tags: string[]; rest: string } {
  const tags: string[] = [];
  let at = 0;
  for (;;) {
    tag.lastIndex = at;
    const [, written = "", name = ""] = tag.exec(text) ?? [];
    if (!knownTags.has(name.toLowerCase())) return { tags, rest: text.slice(at) };
    tags.push(written);
    at = tag.lastIndex;
  }
}

/** Lines of single words are this far apart, and any others. */
const WORD_LINE_GAP_MS = 2_000;
const LINE_GAP_MS = 1_000;

/** Returns whether times are those of lines instead of words. Where words have times of their own, each of a line is followed by one. */
function isByLine(sung: readonly Part[]): boolean {
  const [, ...inner] = sung;
  if (sung.some(({ text }) => text.includes("<") && text.search(wordStamps) >= 0))
    return inner.every(({ text }) => text.trimStart().search(wordStamps) === 0);
  const gapMs = medianGap(sung);
  return gapMs >= WORD_LINE_GAP_MS || (gapMs >= LINE_GAP_MS && median(sung.map(countWords)) > 1);
}

function countWords({ words }: Part): number {
  const signs = words.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0;
  return Math.max(words.split(/\s+/).length, signs / 2);
}

/** The lower one of two in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function medianGap(parts: readonly Part[]): number {
  return median(parts.slice(1).map(({ time }, at) => Math.abs(time - (parts[at]?.time ?? 0))));
}

/** What stands for a line break at the end of a line. */
const breakSign = /(?:[|/¶↵•]|<br ?\/?>)$/i;

function splitLines(parts: readonly Part[], sung: readonly Part[]): SplitRow {
  const inner = sung.slice(0, -1);
  const isSpaced = inner.every(({ text }) => /\s$/.test(text));
  const isMarked = inner.every(({ words }) => breakSign.test(words));
  const groups =
    isSpaced || !isRising(parts.map(({ time }) => time)) ? groupRepeats(parts) : parts.map((part) => [part]);
  const pieces = groups.flatMap((group) => {
    const { text = "" } = group.at(-1) ?? {};
    const { tags, rest } = takeTags(text);
    const line = isMarked ? rest.trimEnd().replace(breakSign, "") : rest;
    return [...tags, `${group.map(({ stamp }) => stamp).join("")}${line}`];
  });
  const isOrdered = isRising(groups.map(([first]) => first?.time ?? 0));
  return { pieces, doubt: isOrdered ? undefined : "order" };
}

/** Groups times that nothing separates: those of a line that is sung again. Any other time without words is a pause. */
function groupRepeats(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let isOpen = false;
  for (const part of parts) {
    if (isOpen) groups.at(-1)?.push(part);
    else groups.push([part]);
    isOpen = part.text === "";
  }
  return groups;
}

const isRising = (times: readonly number[]) =>
  times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0));

/** The least pause between lines whose words have times, and how many times as long as between words. */
const PAUSE_MS = 1_500;
const PAUSE_FACTOR = 2.5;

/** Joins words to lines: a pause ends one. */
function splitWords(parts: readonly Part[]): SplitRow {
  const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * medianGap(parts));
  const lines: { stamp: string; text: string }[] = [];
  for (const [at, { stamp, time, text }] of parts.entries()) {
    const line = lines.at(-1);
    if (line === undefined || time - (parts[at - 1]?.time ?? 0) >= pauseMs) lines.push({ stamp, text });
    else line.text += text;
  }
  const pieces = lines.map(({ stamp, text }) => `${stamp}${text.replace(/\s+/g, " ")}`);
  return { pieces, doubt: "words" };
}
