import bidiFactory from "bidi-js";
import type { FontVariant, OpenFont } from "./fonts.ts";
import { listGraphemes, type Typeface } from "./typeface.ts";

/** Text as one SVG path group; the left end of its baseline is at 0,0. `glyphs` has the names of its glyphs from left to right. */
export type TextOutline = { svg: string; advance: number; glyphs: string[] };

/** Sizes and tracking are in pixels. */
export type TextSetting = { typeface: Typeface; size: number; cut: FontVariant; tracking?: number };

type Run = { font: OpenFont; text: string; level: number };

const bidi = bidiFactory();
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;

/** Returns the direction in which a text is read: that of its first letter. */
export function directionOf(text: string): "ltr" | "rtl" {
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? "rtl" : "ltr";
}

/**
 * Converts a line to outlines, so that images do not depend on installed fonts. Letters are shaped, and ordered from left to right as
 * readers of their script expect them. `direction` is that of the whole text. Omits graphemes without a font.
 */
export function outlineText(
  line: string,
  { typeface, size, cut, tracking = 0 }: TextSetting,
  direction = directionOf(line),
): TextOutline {
  let advance = 0;
  let svg = "";
  const names: string[] = [];
  for (const { font, text, level } of orderRuns(splitRuns(line, typeface, direction))) {
    for (const glyph of font.shape(text, level % 2 === 1 ? "rtl" : "ltr", cut)) {
      const scale = size / glyph.unitsPerEm;
      if (glyph.outline !== "") {
        const left = advance + glyph.left * scale;
        svg += `<path transform="translate(${left.toFixed(2)} ${(-glyph.up * scale).toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${glyph.outline}"/>`;
      }
      names.push(glyph.name);
      // The letters of other scripts may be joined, and marks above them have no width.
      advance += glyph.advance * scale + (font.isSiteFont ? tracking : 0);
    }
  }
  return { svg, advance, glyphs: names };
}

/** Groups neighbouring graphemes of the same font and direction, so that they are shaped together. */
function splitRuns(line: string, { fontOf }: Typeface, direction: "ltr" | "rtl"): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs: Run[] = [];
  let place = 0;
  for (const grapheme of listGraphemes(line)) {
    const font = fontOf(grapheme);
    const level = levels[place] ?? 0;
    place += grapheme.length;
    if (font === undefined) continue;
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) last.text += grapheme;
    else runs.push({ font, text: grapheme, level });
  }
  return runs;
}

/** Orders runs from left to right: from the highest level to 1, sequences of at least this level are reversed (rule L2 of Unicode's algorithm). */
function orderRuns(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < ordered.length) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return ordered;
}

/** Wraps text into at most `maxLines` lines of `width` pixels; overflow ends in an ellipsis. */
export function wrapText(text: string, setting: TextSetting & { width: number; maxLines: number }): string[] {
  const fits = (line: string) => outlineText(line, setting).advance <= setting.width;
  const lines: string[] = [];
  let line = "";
  for (const piece of listPieces(text)) {
    if (line === "" || fits(line + piece.trimEnd())) line += piece;
    else {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    }
  }
  lines.push(line.trimEnd());
  const shownLines = lines.slice(0, setting.maxLines);
  if (lines.length > setting.maxLines) shownLines[setting.maxLines - 1] += "…";
  return shownLines.map((shownLine) => truncateLine(shownLine, fits));
}

/** Lists the parts between which a line may be broken: words, each with the space or the punctuation after it. */
function listPieces(text: string): string[] {
  return text
    .trim()
    .split(/(?<=\s)(?=\S)/)
    .flatMap((word) => (unspaced.test(word) ? splitUnspaced(word) : [word]));
}

function splitUnspaced(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike === true || pieces.length === 0) pieces.push(segment);
    else pieces[pieces.length - 1] += segment;
  }
  return pieces;
}

function truncateLine(line: string, fits: (line: string) => boolean): string {
  let shortened = line;
  while (shortened.length > 2 && !fits(shortened))
    shortened = `${listGraphemes(shortened.replace(/…$/, "")).slice(0, -1).join("").trimEnd()}…`;
  return shortened;
}
