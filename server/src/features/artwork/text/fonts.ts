import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Blob, Buffer, Direction, Face, Font, shape, Variation } from "harfbuzzjs";
import { LRUCache } from "lru-cache";
import decompress from "woff2-encoder/decompress";

/** A variant of the typeface: weight 100 to 900, width 62 to 125 percent. */
export type FontVariant = { weight: number; width: number };

/** A glyph of a shaped text; lengths are in units of its font. */
export type Glyph = {
  name: string;
  /** A path of SVG, with y pointing up. */
  outline: string;
  unitsPerEm: number;
  advance: number;
  left: number;
  up: number;
};

/** An opened font file. */
export type OpenFont = {
  /** Whether it is of the typeface of the site. */
  isSiteFont: boolean;
  hasGlyph: (code: number) => boolean;
  /** Returns the glyphs of a text of one direction from left to right. */
  shape: (text: string, direction: "ltr" | "rtl", cut: FontVariant) => Glyph[];
};

/** The name of the box that fonts draw for a character which they lack. */
export const MISSING_GLYPH = ".notdef";

export type FontFile = { path: string; isSiteFont: boolean; covers: (code: number) => boolean };

const SITE_FAMILY = "archivo";
const families = [
  SITE_FAMILY,
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-thai",
] as const;

/** Han characters differ between Chinese, Japanese and Korean; other characters of a text show whose they are. */
const eastAsian = { SC: "noto-sans-sc", JP: "noto-sans-jp", KR: "noto-sans-kr" } as const;

const require = createRequire(import.meta.url);
const filesOfFamilies = new Map<string, FontFile[]>();
/** A file takes up to 1 MB. */
const openFonts = new LRUCache<string, Promise<OpenFont>>({ max: 48 });

/** Lists the files of the families that may draw a text, in the order of preference. */
export function listFontFiles(text: string): FontFile[] {
  const { SC, JP, KR } = eastAsian;
  const order = /\p{sc=Hangul}/u.test(text)
    ? [KR, JP, SC]
    : /[\p{sc=Hira}\p{sc=Kana}]/u.test(text)
      ? [JP, SC, KR]
      : [SC, JP, KR];
  return [...families, ...order].flatMap(listFilesOfFamily);
}

/** Opens a file from the cache or the disk. */
export function openFont({ path, isSiteFont }: FontFile): Promise<OpenFont> {
  const known = openFonts.get(path);
  if (known !== undefined) return known;
  const opening = readFont(path, isSiteFont);
  openFonts.set(path, opening);
  opening.catch(() => openFonts.delete(path));
  return opening;
}

async function readFont(path: string, isSiteFont: boolean): Promise<OpenFont> {
  const face = new Face(new Blob(await decompress(await readFile(path))));
  const codes = new Set(face.collectUnicodes());
  const variations = new Map<string, Font>();
  return {
    isSiteFont,
    hasGlyph: (code) => codes.has(code),
    shape(text, direction, { weight, width }) {
      const name = `${weight}/${width}`;
      const variation = variations.get(name) ?? new Font(face);
      if (!variations.has(name))
        variation.setVariations([new Variation("wght", weight), new Variation("wdth", width)]);
      variations.set(name, variation);
      return shapeGlyphs(text, direction, variation, face.upem);
    },
  };
}

function shapeGlyphs(text: string, direction: "ltr" | "rtl", font: Font, unitsPerEm: number): Glyph[] {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(direction === "rtl" ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint: id }, index) => ({
    name: id === 0 ? MISSING_GLYPH : font.glyphName(id),
    outline: font.glyphToPath(id),
    unitsPerEm,
    advance: positions[index]?.xAdvance ?? 0,
    left: positions[index]?.xOffset ?? 0,
    up: positions[index]?.yOffset ?? 0,
  }));
}

/** Lists the files of a family by its package's table of characters: `{ "latin": "U+0000-00FF,…", "[118]": … }`. */
function listFilesOfFamily(family: string): FontFile[] {
  const known = filesOfFamilies.get(family);
  if (known !== undefined) return known;
  const folder = `@fontsource-variable/${family}`;
  const isSiteFont = family === SITE_FAMILY;
  const table: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`${folder}/unicode.json`), "utf8"),
  );
  const files = Object.entries(table).map(([subset, ranges]) => ({
    path: require.resolve(
      `${folder}/files/${family}-${subset.replaceAll(/[[\]]/g, "")}-${isSiteFont ? "standard" : "wght"}-normal.woff2`,
    ),
    isSiteFont,
    covers: readRanges(ranges),
  }));
  // The tables end with the most frequent characters.
  filesOfFamilies.set(family, files.reverse());
  return files;
}

function readRanges(ranges: string): (code: number) => boolean {
  const pairs = ranges.split(",").map((range): [number, number] => {
    const [from = "", to = from] = range.replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
  return (code) => pairs.some(([from, to]) => from <= code && code <= to);
}
