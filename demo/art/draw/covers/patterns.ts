import {
  chance,
  disc,
  group,
  line,
  polygon,
  range,
  rect,
  rough,
  shape,
  sheet,
  short,
  shuffled,
  turnOf,
  words,
} from "../ink.ts";
import type { Drawing } from "../press.ts";

/** A globe in op art, its southern half overprinted. */
export function saltMeridian(): Drawing {
  const [ground, light, red] = ["#0d4f52", "#f2ead6", "#ff5a3c"];
  const r = 352;
  let lattice = "";
  for (const k of range(7)) {
    const rx = r * Math.sin(((k + 1) * Math.PI) / 14);
    lattice += `M${450 - rx} 450A${rx} ${r} 0 1 0 ${450 + rx} 450A${rx} ${r} 0 1 0 ${450 - rx} 450Z`;
  }
  for (const k of [0, 2, 4, 6, 8]) {
    const [top, foot] = [450 - r * Math.cos((k * Math.PI) / 9), 450 - r * Math.cos(((k + 1) * Math.PI) / 9)];
    lattice += `M0 ${top}H900V${foot}H0Z`;
  }
  const globe = rect(0, 0, 900, 900, ground) + shape(lattice, light, 'fill-rule="evenodd"');
  const overprint = shape(
    "M0 450H900V900H0Z",
    red,
    'transform="translate(7 5)" style="mix-blend-mode:multiply"',
  );
  return {
    svg: sheet(
      rect(0, 0, 900, 900, ground) + salt(light, r) + group(globe + overprint, 'clip-path="url(#globe)"'),
      `<clipPath id="globe"><circle cx="450" cy="450" r="${r}"/></clipPath>`,
    ),
  };
}

function salt(colour: string, r: number): string {
  const next = chance(8);
  return range(70)
    .map(() => ({ x: next() * 900, y: next() * 900, size: 3 + next() * 7, turn: next() * 90 }))
    .filter(({ x, y }) => Math.hypot(x - 450, y - 450) > r + 14)
    .map(({ x, y, size, turn }) => rect(x, y, size, size, colour, `transform="rotate(${turn} ${x} ${y})"`))
    .join("");
}

type Band = (y: number, ink: string, paper: string) => string;

const bands: readonly Band[] = [
  (y, ink, paper) =>
    range(33)
      .map((i) => ({
        x: (Math.floor(i / 3) - 1) * 100 + ((i % 3) % 2) * 50,
        foot: y + 50 + (i % 3) * 50,
        row: i % 3,
      }))
      .sort((a, b) => a.row - b.row)
      .flatMap(({ x, foot }) =>
        [50, 36, 22, 9].map((k) =>
          shape(`M${x - k} ${foot}A${k} ${k} 0 0 1 ${x + k} ${foot}Z`, k === 50 || k === 22 ? ink : paper),
        ),
      )
      .join(""),
  (y, ink) =>
    range(5)
      .map((row) => line(`M-30 ${y + 16 + row * 30}${"l30 -22l30 22".repeat(16)}`, ink, 12))
      .join(""),
  (y, ink) =>
    range(6)
      .map((row) => {
        const swell = range(91).map(
          (i) => `${i * 10} ${short(y + 14 + row * 25 + Math.sin((i * 10) / 62 + row * 0.7) * 10)}`,
        );
        return line(`M${swell.join("L")}`, ink, 15 - row * 1.6);
      })
      .join(""),
  (y, ink) =>
    range(36)
      .map((i) => shape(`M${i * 30 - 160} ${y + 150}l150 -150h15l-150 150Z`, ink))
      .join(""),
  (y, ink, paper) =>
    rect(0, y, 900, 150, ink) +
    range(104)
      .map((i) => [Math.floor(i / 4) * 36 + ((i % 4) % 2) * 18, y + 24 + (i % 4) * 35])
      .map(
        ([cx, cy]) =>
          `<ellipse cx="${cx}" cy="${cy}" rx="13" ry="5" fill="${paper}" transform="rotate(-14 ${cx} ${cy})"/>`,
      )
      .join(""),
  (y, ink, paper) =>
    rect(0, y, 900, 150, ink) +
    range(7)
      .map((row) => line(`M-40 ${y + 20 + row * 22}${"q26 -26 52 0t52 0".repeat(10)}`, paper, 5))
      .join(""),
];

/** A linocut: six waters, one above the other, and a boat leaving by the first. */
export function harbour(): Drawing {
  const [paper, ink, red] = ["#f3efe4", "#143a94", "#e1352a"];
  const water = bands
    .map((band, i) => group(band(i * 150, ink, paper), `clip-path="url(#band${i})"`))
    .join("");
  const boat =
    shape("M520 222L520 60L646 222Z", paper) +
    shape("M533 210L533 84L628 210Z", red) +
    shape("M505 210L505 118L440 210Z", red, `stroke="${paper}" stroke-width="12"`) +
    shape("M404 226H690L642 292H452Z", paper) +
    shape("M426 236H668L634 282H460Z", "#191613");
  const clips = bands.map(
    (_, i) =>
      `<clipPath id="band${i}"><rect x="-20" y="${i * 150 + (i > 0 ? 5 : 0)}" width="940" height="142"/></clipPath>`,
  );
  const cut = group(water + boat, 'filter="url(#gouge)"');
  return { svg: sheet(rect(0, 0, 900, 900, paper) + cut, rough("gouge", 9, 0.03) + clips.join("")) };
}

/** Night windows in letterpress, and the line that runs past them. */
export function nightBus(ground: string, windows: readonly string[], route: string): string {
  const next = chance(22);
  let body = rect(0, 0, 900, 900, ground);
  for (const cell of range(90)) {
    const [x, y] = [36 + (cell % 9) * 94, 30 + Math.floor(cell / 9) * 86];
    body += rect(x, y, 70, 58, turnOf(windows, Math.floor(next() * windows.length)));
    body += next() > 0.5 ? rect(x + 32, y, 6, 58, ground) : rect(x, y + 26, 70, 5, ground);
  }
  const way = "M-20 668H250L432 486V300L600 132H920";
  const stops = [
    [104, 668],
    [250, 668],
    [432, 486],
    [432, 300],
    [600, 132],
    [780, 132],
  ] as const;
  body += line(way, ground, 62) + line(way, route, 34, 'stroke-linejoin="round"');
  for (const [x, y] of stops) body += disc(x, y, 27, route) + disc(x, y, 15, ground);
  return sheet(body);
}

/** Two columns of bars, as two lifts would write them, and the floor they meet on. */
export function ostinato(): Drawing {
  const [paper, ink, red] = ["#f4f4f2", "#0b0b0b", "#e5162b"];
  const column = (x: number, phase: number) => {
    let [bars, y] = ["", 40];
    for (let i = 0; y < 852; i++) {
      const swing =
        Math.abs(Math.sin(i * 0.37 + phase)) * 0.72 + Math.abs(Math.sin(i * 0.11 + phase * 2)) * 0.28;
      const height = 2 + Math.round(swing * swing * 15);
      bars += rect(x, y, 120 + Math.round(Math.abs(Math.cos(i * 0.22 + phase)) * 210), height, ink);
      y += height + 5;
    }
    return bars;
  };
  const shaft = rect(448.5, 0, 3, 900, ink) + disc(450, 612, 46, red);
  return { svg: sheet(rect(0, 0, 900, 900, paper) + column(60, 0) + column(480, 1.1) + shaft) };
}

/** Punched tiles of the loom's own pattern; five to a row. */
export function tiles(colours: readonly string[], seed: number, perRow: number): string {
  const next = chance(seed);
  const side = 900 / perRow;
  return range(perRow * perRow)
    .map((cell) => {
      const [x, y] = [(cell % perRow) * side, Math.floor(cell / perRow) * side];
      const face = tile(Math.floor(next() * 6), side, shuffled(colours, next));
      const turn = Math.floor(next() * 4) * 90;
      return group(face, `transform="translate(${x} ${y}) rotate(${turn} ${side / 2} ${side / 2})"`);
    })
    .join("");
}

/** One of six tiles. */
export function tile(kind: number, t: number, [ground = "", ink = "", spot = ""]: readonly string[]): string {
  const half = t / 2;
  const quarter = (r: number, fill: string) => shape(`M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z`, fill);
  const faces = [
    () => [1, 0.75, 0.5, 0.25].map((k, i) => quarter(t * k, i % 2 ? ground : ink)).join(""),
    () => quarter(t, ink) + disc(t * 0.8, t * 0.8, t * 0.12, spot),
    () => shape(`M0 0A${half} ${half} 0 0 0 ${t} 0ZM0 ${t}A${half} ${half} 0 0 1 ${t} ${t}Z`, ink),
    () =>
      range(5)
        .map((i) => rect(0, (i * t) / 5, t, t / 10, ink))
        .join(""),
    () => disc(half, half, t * 0.42, ink) + disc(half, half, t * 0.2, spot),
    () => shape(`M0 0L${t} 0L0 ${t}Z`, ink) + shape(`M0 0L${half} 0L0 ${half}Z`, spot),
  ];
  return rect(0, 0, t + 0.5, t + 0.5, ground) + turnOf(faces, kind)();
}

/** Heavy type that was moved while the copier looked. */
export function xerox(lines: readonly string[], paper: string, ink: string, seed = 4): string {
  const next = chance(seed);
  const type = lines.map((text, i) =>
    words(text, -8, 212 + i * 222, 282, ink, { weight: 800, stretch: 75, fit: 916 }),
  );
  let [defs, body] = ["", ""];
  for (let [y, i] = [0, 0]; y < 900; i++) {
    const height = 10 + next() * 54;
    const slip = next() > 0.45 ? (next() - 0.5) * 120 * next() : 0;
    defs += `<clipPath id="strip${i}"><rect x="-200" y="${short(y)}" width="1300" height="${short(height + 0.6)}"/></clipPath>`;
    body += group(
      group(type.join(""), `clip-path="url(#strip${i})"`),
      `transform="translate(${short(slip)} 0)"`,
    );
    y += height;
  }
  return sheet(rect(0, 0, 900, 900, paper) + body, defs);
}

/** Ribbons over and under; colours are for the warp and the weft, in turn. */
export function woven(
  warp: readonly string[],
  weft: readonly string[],
  paper: string,
  count = 9,
  gap = 8,
): string {
  const t = 900 / count;
  let body = rect(0, 0, 900, 900, paper);
  for (const cell of range(count * count)) {
    const [row, column] = [Math.floor(cell / count), cell % count];
    const down = rect(column * t + gap, row * t - 1, t - 2 * gap, t + 2, turnOf(warp, column));
    const across = rect(column * t - 1, row * t + gap, t + 2, t - 2 * gap, turnOf(weft, row));
    const over = (row + column + ((row * column) % 3 === 0 ? 1 : 0)) % 2 === 1;
    body += over ? across + down : down + across;
  }
  return sheet(body);
}

/** Level lines around a summit that leans; two of them filled. */
export function contours(paper: string, ink: string, accent: string): string {
  let body = rect(0, 0, 900, 900, paper);
  for (let k = 26; k > 0; k--) {
    const ring = range(90).map((i) => {
      const t = (i * 4) / 57.2958;
      const r = k * 19 * (1 + 0.16 * Math.sin(3 * t + k * 0.09) + 0.09 * Math.sin(5 * t - k * 0.16));
      return [430 + k * 3 + Math.cos(t) * r * 1.1, 470 - k * 4 + Math.sin(t) * r * 0.86] as const;
    });
    const fill = k === 7 || k === 6 ? accent : k % 2 ? paper : "none";
    body += shape(polygon(ring), fill, `stroke="${ink}" stroke-width="${k % 5 === 0 ? 7 : 2.6}"`);
  }
  return sheet(body);
}
