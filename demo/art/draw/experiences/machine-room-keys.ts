import { tile, tiles } from "../covers/patterns.ts";
import { disc, group, range, rect, shape, sheet, words } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [orange, navy, cream, yellow, pink, green] = [
  "#e8552b",
  "#231c3d",
  "#f3ecdb",
  "#f4b52e",
  "#f1c6cf",
  "#0c6a45",
] as const;

const box = (w: number, h: number, body: string) => sheet(body, "", w, h);
const ring = `fill-rule="evenodd"`;
const at = (x: number, y: number, side: number, kind: number, colours: readonly string[], turn = 0) =>
  group(
    tile(kind, side, colours),
    `transform="translate(${x} ${y}) rotate(${turn} ${side / 2} ${side / 2})"`,
  );

const bow = (outline: string, inside: string) => box(420, 420, shape(outline, navy, ring) + inside);
const bit = (body: string) => box(220, 300, body);
const tag = (text: string, fill: string, on: string) =>
  box(
    220,
    150,
    shape("M0 75L44 0H220V150H44ZM60 60a16 16 0 1 0 .1 0Z", fill, ring) +
      words(text, 210, 122, 124, on, { weight: 700, stretch: 66, anchor: "end" }),
  );
const card = (holes: (i: number) => boolean, fill: string, mark: string) =>
  box(
    900,
    160,
    rect(0, 0, 900, 160, fill) +
      range(3 * 21)
        .map((i) => disc(30 + (i % 21) * 42, 36 + Math.floor(i / 21) * 44, holes(i) ? 15 : 5, mark))
        .join(""),
  );

export const machineRoomKeys = {
  "floor-quiet": {
    width: 900,
    svg: sheet(
      rect(0, 0, 900, 900, cream) +
        range(81)
          .map((i) => disc(50 + (i % 9) * 100, 50 + Math.floor(i / 9) * 100, 8, "#d9cdb2"))
          .join(""),
    ),
  },
  "floor-tiles": {
    width: 900,
    svg: sheet(rect(0, 0, 900, 900, pink) + group(tiles([pink, "#f6dde1", "#eebcc6", pink], 9, 6), "")),
  },
  "floor-selvedge": {
    width: 900,
    svg: sheet(
      rect(0, 0, 900, 900, yellow) +
        range(9)
          .map((i) => rect(i * 100, 0, 50, 900, "#f7c75c"))
          .join(""),
    ),
  },
  "floor-night-shift": {
    width: 900,
    svg: sheet(
      rect(0, 0, 900, 900, green) +
        range(15)
          .map((i) => rect(0, i * 60, 900, 30, "#0a5a3b"))
          .join(""),
    ),
  },
  "bow-round": {
    width: 400,
    svg: bow(
      "M210 0A210 210 0 1 1 209 0ZM210 120A90 90 0 1 0 211 120Z",
      range(8)
        .map((i) =>
          group(
            shape(
              "M210 22A188 188 0 0 1 343 77L280 140A99 99 0 0 0 210 111Z",
              [orange, cream][i % 2] ?? cream,
            ),
            `transform="rotate(${i * 45} 210 210)"`,
          ),
        )
        .join(""),
    ),
  },
  "bow-square": {
    width: 400,
    svg: bow(
      "M0 0H420V420H0ZM150 150V270H270V150Z",
      range(8)
        .map((i) => {
          const cell = i < 4 ? i : i + 1;
          return at(
            15 + (cell % 3) * 130,
            15 + Math.floor(cell / 3) * 130,
            130,
            [0, 3, 2, 5, 5, 2, 3, 0][i] ?? 0,
            [cream, orange, yellow],
            i * 90,
          );
        })
        .join(""),
    ),
  },
  "bow-clover": {
    width: 400,
    svg: bow(
      "M210 0a110 110 0 0 1 100 110a110 110 0 0 1 0 200a110 110 0 0 1 -200 0a110 110 0 0 1 0 -200a110 110 0 0 1 100 -110Z",
      [
        [210, 104],
        [316, 210],
        [210, 316],
        [104, 210],
      ]
        .map(
          ([x = 0, y = 0], i) =>
            disc(x, y, 74, [orange, cream, yellow, cream][i] ?? cream) + disc(x, y, 34, navy),
        )
        .join(""),
    ),
  },
  "bow-shuttle": {
    width: 400,
    svg: bow(
      "M210 0Q420 130 420 210T210 420Q0 290 0 210T210 0Z",
      shape("M210 40Q380 150 380 210T210 380Q40 270 40 210T210 40Z", orange) +
        range(5)
          .map((i) => rect(108, 148 + i * 30, 204, 14, i % 2 ? cream : navy))
          .join(""),
    ),
  },
  "stem-striped": {
    width: 160,
    svg: box(
      160,
      460,
      rect(40, 0, 80, 460, navy) +
        range(10)
          .map((i) => rect(52, 10 + i * 46, 56, 23, i % 2 ? cream : orange))
          .join(""),
    ),
  },
  "stem-scaled": {
    width: 160,
    svg: box(
      160,
      460,
      rect(30, 0, 100, 460, navy) +
        range(6)
          .map((i) => shape(`M42 ${30 + i * 72}a38 38 0 0 0 76 0Z`, [cream, yellow, orange][i % 3] ?? cream))
          .join(""),
    ),
  },
  "stem-drilled": {
    width: 160,
    svg: box(
      160,
      460,
      rect(44, 0, 72, 460, navy) +
        range(7)
          .map((i) => disc(80, 36 + i * 64, 20, i === 3 ? orange : cream))
          .join("") +
        rect(20, 20, 120, 34, navy),
    ),
  },
  "bit-steps": {
    width: 230,
    svg: bit(
      rect(0, 0, 60, 300, navy) +
        rect(60, 20, 150, 70, orange) +
        rect(60, 110, 100, 70, cream) +
        rect(60, 200, 150, 70, navy) +
        rect(80, 216, 110, 38, yellow),
    ),
  },
  "bit-quarters": {
    width: 230,
    svg: bit(
      rect(0, 0, 220, 300, navy) +
        at(14, 14, 92, 0, [navy, cream, orange]) +
        at(114, 14, 92, 1, [orange, yellow, navy]) +
        at(14, 104, 92, 5, [cream, orange, navy]) +
        at(114, 104, 92, 4, [cream, navy, orange]) +
        at(14, 194, 92, 3, [navy, yellow, navy]) +
        at(114, 194, 92, 0, [navy, orange, cream], 180),
    ),
  },
  "bit-comb": {
    width: 230,
    svg: bit(
      rect(0, 0, 90, 300, navy) +
        range(5)
          .map((i) =>
            rect(
              90,
              8 + i * 60,
              [120, 70, 120, 50, 120][i] ?? 90,
              34,
              [orange, navy, yellow, navy, orange][i] ?? navy,
            ),
          )
          .join("") +
        disc(46, 150, 24, cream),
    ),
  },
  "bit-moon": {
    width: 230,
    svg: bit(
      shape("M0 0H80A150 150 0 0 1 80 300H0Z", navy) +
        shape("M30 40H80A110 110 0 0 1 80 260H30Z", yellow) +
        shape("M30 100H70A50 50 0 0 1 70 200H30Z", navy),
    ),
  },
  "tag-4": { width: 220, svg: tag("4", orange, cream) },
  "tag-11": { width: 220, svg: tag("11", navy, yellow) },
  "tag-9": { width: 220, svg: tag("9?", cream, orange) },
  "card-waltz": { width: 900, svg: card((i) => i % 3 === 0, cream, navy) },
  "card-five-four": { width: 900, svg: card((i) => i % 5 < 2, orange, cream) },
  "card-jam": { width: 900, svg: card((i) => (i * 7) % 11 < 5, navy, pink) },
} as const satisfies Pieces;
