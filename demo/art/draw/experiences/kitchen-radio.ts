import { disc, group, line, oval, range, rect, shape, sheet, words } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [cream, yellow, pink, green, orange, black, blue] = [
  "#fbf3df",
  "#ffcb05",
  "#ff2f74",
  "#00a37a",
  "#ff7a1a",
  "#1b1714",
  "#1f4fb5",
] as const;

const box = (w: number, h: number, body: string) => sheet(body, "", w, h);
const wall = (fill: string, body: string) => sheet(rect(0, 0, 900, 900, fill) + body);

/** Auntie's cloth: a straight shelf, and lace hanging over its edge. */
const cloth = (fill: string, hole: string, scallop: number) =>
  box(
    900,
    260,
    rect(0, 0, 900, 30, black) +
      rect(0, 30, 900, 110, fill) +
      range(Math.ceil(900 / scallop))
        .map(
          (i) =>
            disc(i * scallop + scallop / 2, 140, scallop / 2, fill) +
            disc(i * scallop + scallop / 2, 146, scallop / 5, hole) +
            disc(i * scallop + scallop / 2, 84, scallop / 9, hole) +
            disc(i * scallop, 84, scallop / 14, hole),
        )
        .join(""),
  );

const grid = (x: number, y: number, columns: number, rows: number, fill: string) =>
  range(columns * rows)
    .map((i) => disc(x + (i % columns) * 26, y + Math.floor(i / columns) * 26, 8, fill))
    .join("");

const dial = (name: string, number: string, fill: string) =>
  box(
    260,
    110,
    rect(0, 0, 260, 110, black, 'rx="10"') +
      rect(10, 10, 240, 90, fill, 'rx="4"') +
      words(name, 22, 50, 34, black, { weight: 720, stretch: 80 }) +
      range(12)
        .map((i) => rect(24 + i * 19, 62, 4, i % 3 ? 14 : 26, black))
        .join("") +
      words(number, 240, 50, 34, black, { weight: 720, stretch: 70, anchor: "end" }) +
      rect(60 + number.length * 22, 56, 6, 40, pink),
  );

const top = (body: string) => box(240, 260, body);
const fruit = (body: string) => box(240, 260, body);

export const kitchenRadio = {
  "wall-checks": {
    width: 900,
    svg: wall(
      "#8fd3c4",
      range(36)
        .map(
          (i) =>
            rect((i % 6) * 150, Math.floor(i / 6) * 150, 75, 75, "#7cc5b5") +
            rect((i % 6) * 150 + 75, Math.floor(i / 6) * 150 + 75, 75, 75, "#7cc5b5"),
        )
        .join(""),
    ),
  },
  "wall-sunrise": {
    width: 900,
    svg: wall(
      "#ffb3c7",
      range(12)
        .map((i) => shape("M450 560L-60 -300H120Z", "#ffc7d5", `transform="rotate(${i * 30} 450 560)"`))
        .join(""),
    ),
  },
  "wall-leaves": {
    width: 900,
    svg: wall(
      "#ffe08a",
      range(36)
        .map((i) =>
          oval(75 + (i % 6) * 150, 75 + Math.floor(i / 6) * 150, 52, 20, "#f5cd5c", i % 2 ? 45 : -45),
        )
        .join(""),
    ),
  },
  "wall-blue-gloss": {
    width: 900,
    svg: wall("#2f63c9", rect(0, 420, 900, 480, "#274fa6") + rect(0, 408, 900, 12, yellow)),
  },
  "cloth-lace": { width: 900, svg: cloth(cream, pink, 90) },
  "cloth-orange": { width: 900, svg: cloth(orange, cream, 60) },
  "cloth-oil": {
    width: 900,
    svg: box(
      900,
      260,
      rect(0, 0, 900, 30, black) +
        rect(0, 30, 900, 230, pink) +
        range(60)
          .map(
            (i) =>
              rect((i % 15) * 60, 30 + Math.floor(i / 15) * 60, 30, 30, cream) +
              rect((i % 15) * 60 + 30, 60 + Math.floor(i / 15) * 60, 30, 30, cream),
          )
          .join(""),
    ),
  },
  "radio-table": {
    width: 520,
    svg: box(
      520,
      320,
      rect(0, 0, 520, 300, "#9c4a1f", 'rx="26"') +
        rect(24, 24, 472, 252, "#c96a2e", 'rx="14"') +
        grid(60, 64, 8, 7, black) +
        disc(390, 246, 34, cream) +
        disc(390, 246, 14, black) +
        rect(40, 296, 60, 24, black) +
        rect(420, 296, 60, 24, black),
    ),
  },
  "radio-transistor": {
    width: 520,
    svg: box(
      520,
      320,
      rect(120, 0, 280, 16, black) +
        rect(120, 0, 16, 50, black) +
        rect(384, 0, 16, 50, black) +
        rect(0, 44, 520, 276, green, 'rx="14"') +
        disc(140, 182, 106, cream) +
        grid(62, 104, 7, 7, green) +
        disc(340, 250, 34, black) +
        disc(440, 250, 34, black),
    ),
  },
  "radio-boombox": {
    width: 520,
    svg: box(
      520,
      320,
      rect(0, 20, 520, 300, black, 'rx="10"') +
        disc(110, 190, 92, pink) +
        disc(110, 190, 52, black) +
        disc(430, 262, 48, pink) +
        disc(430, 262, 24, black) +
        rect(216, 220, 88, 70, cream) +
        disc(240, 255, 13, black) +
        disc(280, 255, 13, black) +
        range(4)
          .map((i) => rect(150 + i * 58, 6, 46, 22, yellow))
          .join(""),
    ),
  },
  "radio-arch": {
    width: 520,
    svg: box(
      520,
      320,
      shape("M0 320V190Q0 0 260 0T520 190V320Z", "#7a2f1a") +
        shape("M34 296V196Q34 34 260 34T486 196V296Z", "#d9913f") +
        range(7)
          .map((i) =>
            rect(140 + i * 36, 90 + Math.abs(i - 3) * 14, 16, 200 - Math.abs(i - 3) * 14, "#7a2f1a"),
          )
          .join("") +
        disc(150, 270, 24, cream) +
        disc(370, 270, 24, cream),
    ),
  },
  "station-accra": { width: 220, svg: dial("ACCRA", "89.5", cream) },
  "station-kumasi": { width: 220, svg: dial("KUMASI", "99.1", yellow) },
  "station-between": { width: 220, svg: dial("KHHSSH", "93.?", "#cfc8b4") },
  "station-auntie": { width: 220, svg: dial("AUNTIE", "100", "#ff9dbd") },
  "top-cockerel": {
    width: 220,
    svg: top(
      shape(
        "M40 120Q10 60 60 40Q60 100 120 120Q150 120 150 70Q150 30 190 30Q220 40 214 80L236 92L212 104Q220 200 130 210H110Q40 200 40 120Z",
        cream,
      ) +
        shape("M150 44Q150 4 170 26Q180 -4 194 22Q214 8 208 40Z", pink) +
        shape("M206 104q18 30 -6 34q-14 -8 -6 -34Z", pink) +
        disc(190, 62, 8, black) +
        shape("M70 130Q120 110 150 150Q110 190 74 160Z", orange) +
        line("M110 208V256M140 208V256M90 256H160", orange, 9),
    ),
  },
  "top-alarm-clock": {
    width: 220,
    svg: top(
      disc(70, 66, 38, yellow) +
        disc(170, 66, 38, yellow) +
        disc(120, 150, 98, black) +
        disc(120, 150, 80, cream) +
        line("M120 150V92M120 150L160 170", black, 11) +
        rect(54, 232, 26, 28, black) +
        rect(160, 232, 26, 28, black),
    ),
  },
  "top-flowers": {
    width: 220,
    svg: top(
      line("M120 180Q100 110 60 70M120 180V50M120 180Q140 110 184 80", green, 8) +
        [
          [60, 66, pink],
          [120, 46, orange],
          [184, 76, yellow],
        ]
          .map(
            ([x, y, fill]) =>
              range(6)
                .map((i) =>
                  group(
                    oval(Number(x), Number(y) - 24, 14, 22, String(fill)),
                    `transform="rotate(${i * 60} ${x} ${y})"`,
                  ),
                )
                .join("") + disc(Number(x), Number(y), 14, black),
          )
          .join("") +
        shape("M76 170H164L150 260H90Z", blue) +
        rect(84, 200, 72, 12, cream),
    ),
  },
  "top-photograph": {
    width: 220,
    svg: top(
      rect(30, 30, 180, 230, black) +
        rect(46, 46, 148, 198, "#bfe3e0") +
        shape("M66 244Q70 170 120 170T174 244Z", pink) +
        disc(120, 128, 44, "#8a4b2c") +
        shape("M70 122Q72 60 120 60T170 122Q150 96 120 96T70 122Z", orange) +
        line("M104 144q16 12 32 0", cream, 6),
    ),
  },
  "fruit-mango": {
    width: 210,
    svg: fruit(
      shape("M30 170Q20 70 120 60Q220 60 224 150Q220 250 120 256Q40 252 30 170Z", orange) +
        shape("M120 60Q220 60 224 150Q210 200 170 190Q100 140 120 60Z", pink) +
        line("M126 62q6 -30 -8 -44", black, 9) +
        oval(160, 34, 44, 15, green, 20),
    ),
  },
  "fruit-pineapple": {
    width: 210,
    svg: fruit(
      range(5)
        .map((i) =>
          shape("M120 96Q96 40 120 0Q144 40 120 96Z", green, `transform="rotate(${(i - 2) * 26} 120 96)"`),
        )
        .join("") +
        oval(120, 172, 72, 86, yellow) +
        range(4)
          .map((i) =>
            line(
              `M${60 + i * 34} ${120 + (i % 2) * 6}l40 110M${180 - i * 34} ${120 + (i % 2) * 6}l-40 110`,
              orange,
              6,
            ),
          )
          .join(""),
    ),
  },
  "fruit-bananas": {
    width: 210,
    svg: fruit(
      range(3)
        .map((i) =>
          shape(
            "M60 40Q50 200 200 230Q226 236 222 214Q110 170 92 36Z",
            [yellow, "#f0b400", yellow][i] ?? yellow,
            `stroke="${black}" stroke-width="5" transform="translate(${i * 14 - 14} ${20 - i * 16}) rotate(${i * 9} 70 40)"`,
          ),
        )
        .join("") + rect(54, 18, 46, 26, black),
    ),
  },
  "fruit-pawpaw": {
    width: 210,
    svg: fruit(
      oval(120, 150, 84, 108, green, 12) +
        oval(120, 152, 68, 92, orange, 12) +
        oval(120, 156, 30, 54, "#ffd9a8", 12) +
        range(9)
          .map((i) => disc(108 + (i % 3) * 12, 122 + Math.floor(i / 3) * 28, 8, black))
          .join(""),
    ),
  },
  "waves-arcs": {
    width: 300,
    svg: box(
      300,
      200,
      range(4)
        .map((i) =>
          line(
            `M${40 + i * 20} ${190}A${110 - i * 20} ${110 - i * 20} 0 0 1 ${260 - i * 20} 190`,
            i % 2 ? cream : black,
            12,
          ),
        )
        .join("") + disc(150, 186, 14, black),
    ),
  },
  "waves-zigzag": {
    width: 300,
    svg: box(
      300,
      200,
      line("M10 150l40 -80l40 80l40 -110l40 110l40 -80l40 60l40 -30", black, 18, 'stroke-linejoin="round"') +
        line("M10 150l40 -80l40 80l40 -110l40 110l40 -80l40 60l40 -30", yellow, 8, 'stroke-linejoin="round"'),
    ),
  },
  "waves-notes": {
    width: 300,
    svg: box(
      300,
      200,
      [
        [40, 130],
        [150, 90],
        [230, 150],
      ]
        .map(
          ([x = 0, y = 0], i) =>
            oval(x, y, 24, 17, black, -20) +
            rect(x + 15, y - 84, 9, 84, black) +
            (i === 1
              ? shape(`M${x + 15} ${y - 84}q50 20 30 70q0 -36 -30 -44Z`, black)
              : rect(x + 15, y - 84, 40, 14, black)),
        )
        .join(""),
    ),
  },
} as const satisfies Pieces;
