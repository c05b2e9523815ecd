import { range, rect, sheet, turnOf, words } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [blue, rose, red, yellow, black, cream] = [
  "#1d3b8b",
  "#e9b7a0",
  "#d43d2a",
  "#f4c12e",
  "#161614",
  "#f4efe3",
] as const;

/** Ribbons enter and leave every square at the same places, so that any two squares join. */
function square(warp: readonly string[], weft: readonly string[], over: string): string {
  const body = range(9).map((cell) => {
    const [row, column] = [Math.floor(cell / 3), cell % 3];
    const down = rect(column * 100 + 9, row * 100 - 1, 82, 102, turnOf(warp, column));
    const across = rect(column * 100 - 1, row * 100 + 9, 102, 82, turnOf(weft, row));
    return over[cell] === "1" ? across + down : down + across;
  });
  return sheet(rect(0, 0, 300, 300, cream) + body.join(""), "", 300);
}

const ribbon = (warp: readonly string[], weft: readonly string[], over: string) => ({
  width: 300,
  svg: square(warp, weft, over),
});

export const warpAndWeft = {
  "plain-weave": ribbon([blue, blue, blue], [rose, rose, rose], "101010101"),
  "long-float": ribbon([blue, rose, blue], [red, rose, red], "111010111"),
  twill: ribbon([red, red, red], [cream, rose, cream], "110011101"),
  basket: ribbon([yellow, yellow, black], [black, black, yellow], "110110001"),
  "loose-end": ribbon([rose, red, rose], [blue, blue, cream], "010111010"),
  "carried-one": ribbon([black, rose, black], [yellow, rose, yellow], "101111101"),
  "checked-twice": ribbon([blue, yellow, blue], [blue, yellow, blue], "011101110"),
  "rounding-error": ribbon([red, blue, yellow], [yellow, red, blue], "100010001"),
  remainder: ribbon([black, black, black], [red, red, red], "000010000"),
} as const satisfies Pieces;

const [lime, ink, white] = ["#c9e34a", "#14150f", "#f4f2ea"] as const;

/** One word, copied while it moved: each strip slips by what `slips` says, in pixels. */
function copied(
  text: string,
  paper: string,
  fill: string,
  slips: readonly number[],
): { width: number; svg: string } {
  const height = 300 / slips.length;
  const type = words(text, 10, 246, 266, fill, { weight: 800, stretch: 75, fit: 280 });
  const clips = slips.map(
    (_, i) =>
      `<clipPath id="s${i}"><rect x="-100" y="${i * height}" width="500" height="${height + 0.5}"/></clipPath>`,
  );
  const strips = slips.map(
    (slip, i) => `<g transform="translate(${slip} 0)"><g clip-path="url(#s${i})">${type}</g></g>`,
  );
  return { width: 300, svg: sheet(rect(0, 0, 300, 300, paper) + strips.join(""), clips.join(""), 300) };
}

export const slowFastSlowFast = {
  "word-slow": copied("SLOW", white, red, [0, 0, 2, 5, 10, 16]),
  "word-fast": copied("FAST", red, white, [-12, 10, -10, 12, -6, 4]),
  "word-not": copied("NOT", lime, ink, [0, 0, 18, 0, 0, -12]),
  "word-me": copied("ME", ink, lime, [0, 14, 0, -14, 0, 0]),
  "word-tea": copied("TEA", yellow, ink, [0, 0, 0, 0, 12, 24]),
  "word-late": copied("LATE", ink, white, [20, 16, 12, 8, 4, 0]),
  "word-minutes": copied("MINS", white, ink, [0, -9, 0, 9, 0, 0]),
  "word-agreed": copied("YES", lime, red, [0, 0, 0, 18, 0, 0]),
  "word-leaving": copied("BYE", red, ink, [0, 2, 6, 12, 20, 30]),
} as const satisfies Pieces;
