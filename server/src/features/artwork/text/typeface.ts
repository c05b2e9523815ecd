import { type FontFile, listFontFiles, type OpenFont, openFont } from "./fonts.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that show nothing: joiners, marks of direction, selectors of variants. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** The enclosing key of 1️⃣, which is drawn as 1. */
const keycap = /\uFE0F?\u20E3/g;

/** The fonts for the graphemes of some texts. */
export type Typeface = { fontOf: (grapheme: string) => OpenFont | undefined };

/** Returns the graphemes of a text: what a reader takes for one character. */
export function listGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Opens the fonts that the texts need. A grapheme that no font has completely gets none. */
export async function loadTypeface(texts: readonly string[]): Promise<Typeface> {
  const text = texts.join("\n");
  const files = listFontFiles(text);
  const fonts = new Map<string, OpenFont>();
  for (const grapheme of new Set(["…", ...listGraphemes(text)])) {
    const font = await findFont(files, visibleCodes(grapheme));
    if (font !== undefined) fonts.set(grapheme, font);
  }
  return { fontOf: (grapheme) => fonts.get(grapheme) };
}

/** Returns the first font with all characters. The tables of files name ranges, in which their fonts have gaps. */
async function findFont(files: readonly FontFile[], codes: readonly number[]): Promise<OpenFont | undefined> {
  for (const file of files) {
    if (!codes.every(file.covers)) continue;
    const font = await openFont(file);
    if (codes.every(font.hasGlyph)) return font;
  }
  return undefined;
}

/** Returns the codes of the characters of a grapheme that show something. */
export function visibleCodes(grapheme: string): number[] {
  return Array.from(grapheme)
    .filter((character) => !invisible.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
}

/**
 * Returns the text without emojis and other signs that no font has. Undefined if a letter or digit has none, or if nothing is left:
 * neither boxes nor half a title are drawn.
 */
export function toDrawable({ fontOf }: Typeface, text: string): string | undefined {
  const parts = listGraphemes(text.replaceAll(keycap, "")).map((grapheme) => ({
    grapheme,
    font: fontOf(grapheme),
  }));
  if (parts.some(({ grapheme, font }) => font === undefined && /[\p{L}\p{N}]/u.test(grapheme)))
    return undefined;
  const drawable = parts
    .filter(({ font }) => font !== undefined)
    .map(({ grapheme }) => grapheme)
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
  return visibleCodes(drawable).length === 0 ? undefined : drawable;
}
