import { disc, group, line, oval, range, rect, shape, sheet } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [black, pink, cream, blue, yellow, green, red] = [
  "#19161b",
  "#f0a3b4",
  "#f6ecd9",
  "#2b50c8",
  "#f7c531",
  "#1d7a52",
  "#e8432c",
] as const;

const plain = (fill: string) => rect(0, 0, 900, 900, fill);
const box = (w: number, h: number, body: string) => sheet(body, "", w, h);
const dots = (fill: string, fades: number) =>
  range(24 * 20)
    .map((i) =>
      disc(
        (i % 24) * 39 + (Math.floor(i / 24) % 2) * 19,
        Math.floor(i / 24) * 34,
        Math.max(0, 13 - Math.floor(i / 24) * fades),
        fill,
      ),
    )
    .filter((d) => !d.includes('r="0"'))
    .join("");

/** Floors of windows, some of them lit. */
function block(
  x: number,
  y: number,
  columns: number,
  wall: string,
  glass: readonly [string, string],
  lit: (i: number) => boolean,
): string {
  const floors = range(9).flatMap((floor) =>
    range(columns).map((c) => ({ i: floor * columns + c, wx: x + 18 + c * 68, wy: y + 26 + floor * 92 })),
  );
  return (
    rect(x, y, columns * 68 + 16, 900, wall) +
    floors
      .map(
        ({ i, wx, wy }) =>
          rect(wx, wy, 46, 50, lit(i) ? glass[1] : glass[0]) +
          rect(wx - 6, wy + 44, 58, 18, wall) +
          rect(wx - 6, wy + 50, 58, 4, glass[0]),
      )
      .join("")
  );
}

const railFoot = rect(0, 0, 900, 20, black) + rect(0, 186, 900, 24, black);
const pot = (fill: string) => shape("M50 300H210L192 420H68Z", fill) + rect(40, 284, 180, 26, black);
const peg = (x: number, y: number) => rect(x - 5, y - 14, 10, 26, yellow);
const rope = line("M0 30Q450 92 900 30", black, 5);

const shirt = (x: number, y: number, fill: string) =>
  shape(`M${x} ${y}l44 -16q26 22 52 0l44 16l-14 52l-26 -8v120h-60v-120l-26 8Z`, fill) +
  peg(x + 30, y - 6) +
  peg(x + 110, y - 6);
const sock = (x: number, y: number, fill: string) =>
  shape(`M${x} ${y}h40v74l34 26q14 22 -12 28h-38q-24 -2 -24 -28Z`, fill) +
  rect(x, y + 12, 40, 10, cream) +
  peg(x + 20, y);
const towel = (x: number, y: number, fill: string, stripe: string) =>
  rect(x, y, 150, 190, fill) +
  range(4)
    .map((i) => rect(x, y + 24 + i * 42, 150, 14, stripe))
    .join("") +
  peg(x + 14, y) +
  peg(x + 136, y);

export const balconySeason = {
  "sky-evening": { width: 900, svg: sheet(plain(blue) + dots("#6f8cf0", 1)) },
  "sky-rose": { width: 900, svg: sheet(plain(pink) + dots("#e8432c", 1.4)) },
  "sky-noon": {
    width: 900,
    svg: sheet(
      plain("#bfe3e0") +
        disc(716, 168, 110, yellow) +
        range(3)
          .map((i) => rect(60 + i * 70, 120 + i * 46, 260, 22, cream))
          .join(""),
    ),
  },
  "sky-thunder": {
    width: 900,
    svg: sheet(
      plain("#4b3a72") +
        range(26)
          .map((i) => line(`M${i * 44 - 100} 0l-90 900`, "#6a569c", 7))
          .join("") +
        shape("M700 0L610 190H680L590 400L800 150H724L790 0Z", yellow),
    ),
  },
  "block-slab": {
    width: 900,
    svg: sheet(block(110, 110, 6, black, ["#4a414d", yellow], (i) => i % 7 === 3 || i % 11 === 6)),
  },
  "block-twins": {
    width: 900,
    svg: sheet(
      block(56, 210, 4, cream, [black, red], (i) => i % 9 === 4) +
        block(520, 70, 4, red, [cream, yellow], (i) => i % 5 === 2),
    ),
  },
  "block-tower": {
    width: 900,
    svg: sheet(
      rect(330, 40, 8, 90, black) +
        disc(334, 40, 12, red) +
        block(214, 120, 3, "#5f6b73", [cream, yellow], (i) => i % 4 === 1) +
        rect(434, 120, 34, 780, black) +
        block(468, 250, 4, black, ["#5f6b73", pink], (i) => i % 6 === 0),
    ),
  },
  "washing-shirts": {
    width: 900,
    svg: box(900, 260, rope + shirt(150, 62, pink) + shirt(350, 78, red) + shirt(560, 74, yellow)),
  },
  "washing-socks": {
    width: 900,
    svg: box(
      900,
      260,
      rope +
        range(7)
          .map((i) =>
            sock(
              110 + i * 102,
              46 + Math.round(18 * Math.sin((i + 0.6) * 0.48)),
              [red, cream, yellow, pink, green, cream, black][i] ?? red,
            ),
          )
          .join(""),
    ),
  },
  "washing-towels": {
    width: 900,
    svg: box(
      900,
      260,
      rope + towel(140, 48, cream, blue) + towel(370, 60, yellow, red) + towel(600, 54, pink, black),
    ),
  },
  "washing-flag": {
    width: 900,
    svg: box(
      900,
      260,
      rope +
        range(12)
          .map((i) =>
            shape(
              `M${40 + i * 70} ${34 + Math.round(30 * Math.sin(((i + 0.5) / 12) * Math.PI))}h60l-30 86Z`,
              [red, yellow, cream, green][i % 4] ?? red,
            ),
          )
          .join(""),
    ),
  },
  "railing-bars": {
    width: 900,
    svg: box(
      900,
      210,
      railFoot +
        range(25)
          .map((i) => rect(8 + i * 36.6, 20, 12, 170, black))
          .join(""),
    ),
  },
  "railing-waves": {
    width: 900,
    svg: box(
      900,
      210,
      railFoot +
        range(5)
          .map((row) => line(`M-30 ${52 + row * 30}${"q30 -40 60 0t60 0".repeat(9)}`, black, 12))
          .join(""),
    ),
  },
  "railing-panels": {
    width: 900,
    svg: box(
      900,
      210,
      range(5)
        .map((i) => rect(i * 184 - 4, 20, 172, 170, [yellow, red, yellow, cream, yellow][i] ?? yellow))
        .join("") +
        railFoot +
        range(6)
          .map((i) => rect(i * 184 - 16, 20, 12, 170, black))
          .join(""),
    ),
  },
  "chair-deck": {
    width: 300,
    svg: box(
      300,
      340,
      line("M40 40L250 330M250 130L60 330", black, 14) +
        shape("M56 34L84 20Q150 180 284 150L266 186Q120 216 56 34Z", red) +
        shape("M70 70l34 -16M98 124l34 -20", "none") +
        line("M72 66L104 46M104 128L136 102M160 172L182 138", cream, 14),
    ),
  },
  "chair-stool": {
    width: 300,
    svg: box(
      300,
      340,
      line("M90 130L50 336M210 130L250 336M78 240H222", black, 14) +
        oval(150, 126, 120, 26, yellow) +
        rect(124, 60, 52, 54, pink) +
        line("M176 74q34 4 0 32", pink, 9) +
        line("M138 46q-10 -14 0 -26M160 46q-10 -14 0 -26", black, 6),
    ),
  },
  "chair-armchair": {
    width: 300,
    svg: box(
      300,
      340,
      rect(50, 60, 200, 180, green) +
        disc(74, 76, 34, green) +
        disc(226, 76, 34, green) +
        rect(10, 160, 60, 130, "#145a3c") +
        rect(230, 160, 60, 130, "#145a3c") +
        disc(40, 160, 30, green) +
        disc(260, 160, 30, green) +
        rect(66, 220, 168, 60, cream) +
        rect(30, 290, 26, 46, black) +
        rect(244, 290, 26, 46, black),
    ),
  },
  "plant-cactus": {
    width: 230,
    svg: box(
      260,
      430,
      group(
        rect(92, 60, 76, 240, green, 'rx="38"') +
          rect(22, 130, 44, 100, green, 'rx="22"') +
          rect(22, 190, 90, 44, green, 'rx="22"') +
          rect(194, 90, 44, 110, green, 'rx="22"') +
          rect(150, 160, 88, 44, green, 'rx="22"'),
        "",
      ) +
        disc(130, 54, 22, red) +
        pot(pink),
    ),
  },
  "plant-monstera": {
    width: 230,
    svg: box(
      260,
      430,
      line("M130 300Q120 180 60 110M130 300Q140 150 200 80M130 300V190", black, 8) +
        [
          [64, 110, -30],
          [196, 86, 24],
          [130, 176, 0],
        ]
          .map(([x = 0, y = 0, turn = 0]) =>
            group(
              shape("M0 60C-70 40 -80 -50 0 -74C80 -50 70 40 0 60Z", green) +
                line("M0 56V-60M0 20L-44 -4M0 20L44 -4M0 -14L-38 -36M0 -14L38 -36", cream, 5),
              `transform="translate(${x} ${y}) rotate(${turn})"`,
            ),
          )
          .join("") +
        pot(yellow),
    ),
  },
  "plant-tomato": {
    width: 230,
    svg: box(
      260,
      430,
      line("M130 300V20", "#9a6a3a", 9) +
        line("M130 300Q90 220 140 160T120 40", green, 10) +
        range(7)
          .map((i) => oval(i % 2 ? 172 : 90, 60 + i * 32, 40, 17, green, i % 2 ? -24 : 24))
          .join("") +
        [
          [92, 116],
          [170, 150],
          [100, 200],
          [168, 236],
          [150, 88],
        ]
          .map(([x = 0, y = 0]) => disc(x, y, 22, red))
          .join("") +
        pot(cream),
    ),
  },
  "plant-sunflower": {
    width: 230,
    svg: box(
      260,
      430,
      line("M130 300V120", green, 14) +
        oval(90, 220, 50, 18, green, 28) +
        oval(172, 250, 50, 18, green, -28) +
        range(14)
          .map((i) =>
            oval(130, 30, 18, 46, yellow, 0, "").replace("rotate(0 130 30)", `rotate(${i * 25.7} 130 106)`),
          )
          .join("") +
        disc(130, 106, 46, black) +
        pot(red),
    ),
  },
  "visitor-cat": {
    width: 240,
    svg: box(
      240,
      240,
      shape("M70 236V120Q70 60 120 60T180 120V236Z", black) +
        shape("M66 96L60 20L104 54H136L180 20L174 96Q160 134 120 134T66 96Z", black) +
        disc(98, 84, 11, yellow) +
        disc(142, 84, 11, yellow) +
        rect(96, 74, 4, 20, black) +
        rect(140, 74, 4, 20, black) +
        line("M180 220Q236 220 222 140", black, 20, 'stroke-linecap="round"'),
    ),
  },
  "visitor-pigeon": {
    width: 240,
    svg: box(
      240,
      240,
      shape(
        "M20 190Q60 100 130 110Q150 40 190 50Q220 56 214 90L232 100L210 112Q206 200 120 210H60Z",
        "#8a97a8",
      ) +
        shape("M30 186Q80 120 150 150Q120 200 50 204Z", "#5f6b7d") +
        shape("M150 100q30 20 62 0l-4 24q-30 14 -58 -2Z", "#2f8f6a") +
        disc(188, 78, 8, red) +
        line("M110 208v28M140 206v30", red, 8),
    ),
  },
  "visitor-radio": {
    width: 240,
    svg: box(
      240,
      240,
      line("M60 90L20 6", black, 7) +
        rect(14, 86, 212, 150, red) +
        disc(82, 164, 48, cream) +
        disc(82, 164, 30, black) +
        rect(148, 112, 62, 30, yellow) +
        rect(176, 112, 5, 30, black) +
        disc(162, 186, 14, cream) +
        disc(200, 186, 14, cream),
    ),
  },
  "visitor-moon-lamp": {
    width: 240,
    svg: box(
      240,
      240,
      disc(120, 110, 104, yellow, 'opacity=".35"') +
        disc(120, 110, 74, cream) +
        disc(96, 92, 12, pink) +
        disc(146, 130, 18, pink) +
        rect(112, 184, 16, 52, black) +
        rect(70, 226, 100, 14, black),
    ),
  },
} as const satisfies Pieces;
