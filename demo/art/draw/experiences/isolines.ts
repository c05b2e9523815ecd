import { disc, polygon, range, rect, shape, sheet, words } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [paper, pink, cream, ink] = ["#0f4436", "#f27ea0", "#e9dfb8", "#0a2a22"] as const;

/** The six summits of the sheet: where they are, and how high they stand in lines. */
export const summits = [
  { x: 250, y: 250, lines: 9 },
  { x: 610, y: 240, lines: 7 },
  { x: 730, y: 470, lines: 8 },
  { x: 430, y: 480, lines: 10 },
  { x: 190, y: 660, lines: 6 },
  { x: 570, y: 730, lines: 8 },
] as const;

const height = (x: number, y: number) =>
  summits.reduce((sum, s) => sum + (s.lines / 7) * Math.exp(-((x - s.x) ** 2 + (y - s.y) ** 2) / 14_000), 0) +
  0.05 * Math.sin(x / 70) * Math.cos(y / 90);

/** Walks outwards from a summit, in every direction, to where the hill has sunk to `level`. */
function ring(x: number, y: number, level: number): string {
  return polygon(
    range(120).map((i) => {
      const turn = (i / 120) * 2 * Math.PI;
      let r = 0;
      while (r < 200 && height(x + Math.cos(turn) * r, y + Math.sin(turn) * r) > level) r += 1;
      return [x + Math.cos(turn) * r, y + Math.sin(turn) * r] as const;
    }),
  );
}

/** The levels cross the whole sheet, as dots so fine that they run together. */
function levelLines(): string {
  const cell = 2;
  let body = "";
  for (let y = 0; y < 900; y += cell) {
    for (let x = 0; x < 900; x += cell) {
      const here = Math.floor(height(x, y) * 9);
      const edge =
        here !== Math.floor(height(x + cell, y) * 9) || here !== Math.floor(height(x, y + cell) * 9);
      if (edge) body += `M${x} ${y}h${cell}v${cell}h-${cell}Z`;
    }
  }
  return shape(body, cream);
}

export function isolinesSheet(): string {
  const tops = summits.map(
    ({ x, y }) =>
      shape(ring(x, y, height(x, y) * 0.84), pink, `stroke="${cream}" stroke-width="4"`) + disc(x, y, 5, ink),
  );
  return sheet(rect(0, 0, 900, 900, paper) + levelLines() + tops.join(""));
}

const flag = (n: number) => ({
  width: 180,
  svg: sheet(
    rect(0, 0, 10, 210, ink) +
      shape("M10 4H180L150 60L180 116H10Z", cream) +
      shape("M10 4H180L150 60L180 116H10Z", "none", `stroke="${ink}" stroke-width="6"`) +
      words(`${n}/6`, 28, 96, 96, ink, { weight: 700, stretch: 66 }),
    "",
    180,
    210,
  ),
});

export const isolines = {
  "summit-1": flag(1),
  "summit-2": flag(2),
  "summit-3": flag(3),
  "summit-4": flag(4),
  "summit-5": flag(5),
  "summit-6": flag(6),
} as const satisfies Pieces;
