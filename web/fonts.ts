import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/** The widths and weights of texts. `src/ui/styles/fonts.css` declares the same, and the characters of each file. */
const textAxes = { wght: { min: 400, max: 600 }, wdth: { min: 70, max: 100 } };
const basicLatin: CodePoints = [[0x20, 0x7e]];
const latin: CodePoints = [
  ...basicLatin,
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2015],
  [0x2018, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0xfffd, 0xfffd],
];

type CodePoints = readonly (readonly [first: number, last: number])[];
type Cut = { name: string; source: string; codePoints: CodePoints; axes: Axes };
type Axes = Record<string, number | { min: number; max: number }>;

const cuts: readonly Cut[] = [
  { name: "archivo-latin", source: "archivo/files/archivo-latin", codePoints: latin, axes: textAxes },
  // Letters of most European languages, apart from those of Vietnamese and of transcriptions.
  {
    name: "archivo-latin-ext-a",
    source: "archivo/files/archivo-latin-ext",
    codePoints: [
      [0x100, 0x17f],
      [0x218, 0x21b],
    ],
    axes: textAxes,
  },
  {
    name: "archivo-latin-ext",
    source: "archivo/files/archivo-latin-ext",
    codePoints: [
      [0x180, 0x217],
      [0x21c, 0x2ba],
      [0x2bd, 0x2c5],
      [0x2c7, 0x2cc],
      [0x1e00, 0x1eff],
      [0x20a0, 0x20ab],
      [0x20ad, 0x20c0],
      [0x2c60, 0x2c7f],
    ],
    axes: textAxes,
  },
  // The name of the site in the header.
  {
    name: "archivo-mark",
    source: "archivo/files/archivo-latin",
    codePoints: basicLatin,
    axes: { wght: 680, wdth: 122 },
  },
  {
    name: "martian-mono",
    source: "martian-mono/files/martian-mono-latin",
    codePoints: latin,
    axes: { wght: 400, wdth: 100 },
  },
];

/** Writes the typefaces into a folder, cut down to what the styles use: the whole ones weigh more than twice as much. */
export async function cutFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, source, codePoints, axes } of cuts) {
    const path = import.meta.resolve(`@fontsource-variable/${source}-wdth-normal.woff2`);
    const font = await subsetFont(readFileSync(fileURLToPath(path)), toText(codePoints), {
      targetFormat: "woff2",
      variationAxes: axes,
    });
    writeFileSync(`${folder}/${name}.woff2`, font);
  }
}

function toText(codePoints: CodePoints): string {
  return codePoints
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join("");
}
