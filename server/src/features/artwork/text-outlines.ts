import { fileURLToPath } from "node:url";
import { type Font, openSync } from "fontkit";

/** A variant of the typeface: weight 100 to 900, width 62 to 125 percent. */
export type FontVariant = { weight: number; width: number };

/** Text as one SVG path group; the left end of its baseline is at 0,0. */
export type TextOutline = { svg: string; advance: number };

const files = ["archivo-latin.ttf", "archivo-latin-ext.ttf"].map((name) =>
  fileURLToPath(new URL(`fonts/${name}`, import.meta.url)),
);
const loadedFonts = new Map<string, Font[]>();

/** Loads one variant: the Latin file first, then the one with extended letters. */
function loadFonts({ weight, width }: FontVariant): Font[] {
  const name = `${weight}/${width}`;
  const known = loadedFonts.get(name);
  if (known !== undefined) return known;
  const fonts = files.map((file) => {
    const opened = openSync(file);
    if (!("getVariation" in opened)) throw new Error(`${file} is no single font`);
    return opened.getVariation({ wght: weight, wdth: width });
  });
  loadedFonts.set(name, fonts);
  return fonts;
}

/**
 * Converts text to outlines, so that images do not depend on installed fonts. `size` and `tracking` are in
 * pixels. Omits letters the typeface lacks.
 */
export function outlineText(text: string, size: number, cut: FontVariant, tracking = 0): TextOutline {
  const fonts = loadFonts(cut);
  let advance = 0;
  let svg = "";
  for (const { font, part } of splitByFont(text, fonts)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index];
      const outline = glyph.path.toSVG();
      if (outline !== "") {
        const left = advance + (position?.xOffset ?? 0) * scale;
        svg += `<path transform="translate(${left.toFixed(2)} 0) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`;
      }
      advance += (position?.xAdvance ?? 0) * scale + tracking;
    }
  }
  return { svg, advance };
}

/** Groups neighbouring letters of the same font file, so that they are shaped together. */
function splitByFont(text: string, fonts: readonly Font[]): { font: Font; part: string }[] {
  const runs: { font: Font; part: string }[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code));
    if (font === undefined) continue;
    const last = runs.at(-1);
    if (last?.font === font) last.part += character;
    else runs.push({ font, part: character });
  }
  return runs;
}

/** Wraps text into at most `maxLines` lines of `width` pixels; overflow ends in an ellipsis. */
export function wrapText(
  text: string,
  setting: { size: number; cut: FontVariant; tracking: number; width: number; maxLines: number },
): string[] {
  const fits = (line: string) =>
    outlineText(line, setting.size, setting.cut, setting.tracking).advance <= setting.width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const shownLines = lines.slice(0, setting.maxLines);
  if (lines.length > setting.maxLines) shownLines[setting.maxLines - 1] += "…";
  return shownLines.map((shownLine) => truncateLine(shownLine, fits));
}

function truncateLine(line: string, fits: (line: string) => boolean): string {
  let shortened = line;
  while (shortened.length > 2 && !fits(shortened)) shortened = `${shortened.slice(0, -2).trimEnd()}…`;
  return shortened;
}
