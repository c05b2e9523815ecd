import {
  chance,
  clamp,
  clouds,
  disc,
  group,
  line,
  mix,
  type Point,
  polygon,
  polyline,
  range,
  rect,
  shape,
  sheet,
  short,
  words,
} from "../ink.ts";
import type { Colour, Drawing } from "../press.ts";

const rgb = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const blend = (a: Colour, b: Colour, t: number): Colour => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];

/** Marbled paper, combed once, and the bookseller's label. */
export function endpapers(): Drawing {
  const noise = clouds(88);
  const colours = [
    "#5c1220",
    "#ecdcbb",
    "#20304f",
    "#b98323",
    "#7d2230",
    "#ecdcbb",
    "#33211c",
    "#3f5f6b",
  ].map(rgb);
  const [edge, vein] = [rgb("#1c1210"), rgb("#f3e8cf")];
  const ground = (x: number, y: number): Colour => {
    const comb = Math.abs((((x / 1000) * 11) % 2) - 1);
    const v = y / 1000 + 0.085 * comb ** 0.8 + 0.02 * Math.sin((x / 1000) * 60);
    const u = x / 1000 + 0.05 * Math.sin(v * 19 + noise((x / 1000) * 3, v * 3) * 2);
    const flow = noise(u * 3 + noise(u * 5, v * 5, 3) * 1.3, v * 4, 3);
    const layer = (v * 5.2 + flow * 2.1) * 3.1;
    const within = layer - Math.floor(layer);
    const colour = colours[((Math.floor(layer) % 8) + 8) % 8] ?? edge;
    if (noise(x * 0.05, y * 0.05, 2) > 0.78) return blend(colour, vein, 0.8);
    return blend(edge, colour, clamp(Math.min(within, 1 - within) / 0.045));
  };
  const label =
    rect(262, 222, 376, 232, "#1c1210", 'opacity=".35" transform="translate(4 6)"') +
    rect(262, 222, 376, 232, "#efe5cd") +
    rect(273, 233, 354, 210, "none", 'stroke="#5c1220" stroke-width="2"') +
    words("Endpapers", 450, 345, 74, "#3a0f18", { weight: 560, stretch: 76, anchor: "middle" }) +
    words("Aud Fjelstad", 450, 388, 25, "#3a0f18", { weight: 620, stretch: 92, anchor: "middle" }) +
    words("felt piano, in three gatherings", 450, 417, 18, "#3a0f18", {
      weight: 420,
      stretch: 95,
      anchor: "middle",
    });
  return { svg: sheet(label), ground };
}

/** A paper umbrella from above, in rain that takes no notice. */
export function umbrellaSeason(): Drawing {
  const noise = clouds(6);
  const [pale, deep, moss] = [rgb("#c9d3cd"), rgb("#2d4a63"), rgb("#8d9d8f")];
  const ground = (x: number, y: number): Colour => {
    const high = clamp(1 - y / 620 + (noise(x * 0.004, y * 0.01, 3) - 0.5) * 0.2);
    const wash = blend(blend(pale, deep, high * high), moss, clamp((y - 720) / 300) * 0.7);
    const wood = (noise(x * 0.006, y * 0.14 + noise(x * 0.004, y * 0.02) * 6) - 0.5) * 20;
    return [wash[0] + wood, wash[1] + wood, wash[2] + wood];
  };
  const at = (turn: number, r: number): Point => [504 + Math.cos(turn) * r, 540 + Math.sin(turn) * r];
  const gores = range(32).map((i) => {
    const [from, to] = [(i / 32) * 2 * Math.PI, ((i + 1) / 32) * 2 * Math.PI];
    const rib = polyline([at(from, 14), at(from, 274)]);
    return (
      shape(
        polygon([[504, 540], at(from, 270), at((from + to) / 2, 262), at(to, 270)]),
        i % 2 ? "#c8452b" : "#d65a38",
      ) + line(rib, "#3a1a12", 2)
    );
  });
  const ring = disc(504, 540, 168, "none", 'stroke="#efe3c8" stroke-width="50" opacity=".92"');
  const hub = disc(504, 540, 22, "#2a1712") + disc(504, 540, 6, "#efe3c8");
  const next = chance(44);
  const rain = range(150).map(() => {
    const [x, y, length] = [next() * 1170 - 135, next() * 1080 - 180, 108 + next() * 216];
    return line(
      polyline([
        [x, y],
        [x - length * 0.27, y + length],
      ]),
      "#15222e",
      short(0.9 + next() * 1.2),
      'opacity=".7"',
    );
  });
  const title =
    rect(58, 58, 68, 470, "#f1e8d3") +
    words("Umbrella Season", 79, 80, 46, "#1d2a35", {
      weight: 520,
      stretch: 72,
      more: 'transform="rotate(90 79 80)" letter-spacing="1"',
    });
  const seal =
    rect(58, 540, 68, 68, "#c43a22") +
    words("DOL", 92, 585, 33, "#f1e8d3", { weight: 800, stretch: 66, anchor: "middle" });
  return { svg: sheet(gores.join("") + ring + hub + rain.join("") + title + seal), ground };
}

/** A fern laid on blue paper and left in the window. */
export function fernhouse(): Drawing {
  const [paper, blue, pale] = ["#ece6d6", "#17456f", "#eef3ee"];
  const next = chance(21);
  const edge = (from: number, sign: number) =>
    range(70).map(
      (i): Point => [from + sign * (next() * 12 + (next() > 0.8 ? 26 * next() : 0)), 66 + i * 10.2],
    );
  const brushed = polygon([...edge(84, -1), ...edge(816, 1).toReversed()]);
  const strays = range(22).map((i) => {
    const [y, length] = [80 + next() * 690, 26 + next() * 34];
    return rect(i % 2 ? 812 : 50 + next() * 20, y, length, 2 + next() * 5, blue, 'opacity=".5"');
  });
  const leaves =
    frond(470, 780, 720, -1.72, 0.5) + frond(236, 780, 430, -1.9, -0.35) + frond(690, 780, 360, -1.3, 0.3);
  const soft = group(leaves, 'transform="translate(3 4)" filter="url(#soft)" opacity=".5"');
  const clip = '<clipPath id="bed"><rect x="60" y="60" width="780" height="714"/></clipPath>';
  const defs = `${clip}<filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>${streaks}`;
  const print = group(
    shape(brushed, blue) + shape(brushed, blue, 'filter="url(#streaks)"') + soft + leaves,
    `clip-path="url(#bed)" fill="${pale}" stroke="${pale}"`,
  );
  const type =
    words("Fernhouse", 62, 852, 50, "#1a3e63", { weight: 540, stretch: 74 }) +
    words("Tidewater Committee", 840, 850, 25, "#1a3e63", { weight: 500, stretch: 92, anchor: "end" });
  return { svg: sheet(rect(0, 0, 900, 900, paper) + strays.join("") + print + type, defs) };
}

/** The brush goes from side to side, so the blue is uneven in that direction. */
const streaks =
  '<filter id="streaks" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".004 .09" numOctaves="3" seed="5"/><feColorMatrix values="0 0 0 0 .05 0 0 0 0 .17 0 0 0 0 .32 0 3 0 0 -1.3"/><feComposite in2="SourceGraphic" operator="in"/></filter>';

function frond(x0: number, y0: number, length: number, heading: number, curl: number): string {
  let [x, y, turn, body] = [x0, y0, heading, ""];
  for (const i of range(25)) {
    const t = i / 25;
    const step = (length / 25) * (1.25 - 0.5 * t);
    const [nx, ny] = [x + Math.cos(turn) * step, y + Math.sin(turn) * step];
    body += line(
      polyline([
        [x, y],
        [nx, ny],
      ]),
      "inherit",
      short(mix(length * 0.01, 1.2, t)),
      'style="stroke:#eef3ee"',
    );
    [x, y] = [nx, ny];
    turn += (curl / 25) * (0.3 + t * 2);
    if (t < 0.14) continue;
    const along = (t - 0.14) / 0.86;
    const reach = length * 0.38 * Math.min(1, 0.62 + along * 2.4) * (1 - along) ** 0.82 + 4;
    for (const side of [-1, 1]) body += pinna(x, y, reach, turn + side * (1.22 - 0.5 * along), side, step);
  }
  return body;
}

function pinna(x0: number, y0: number, length: number, heading: number, side: number, size: number): string {
  const count = Math.max(3, Math.round(length / 11));
  let [x, y, turn, d] = [x0, y0, heading, ""];
  for (const k of range(count)) {
    const [nx, ny] = [x + (Math.cos(turn) * length) / count, y + (Math.sin(turn) * length) / count];
    turn -= side * 0.03;
    const leaf = size * 0.52 * (1 - (k / count) * 0.62);
    d += `${leaflet(nx, ny, leaf, turn + 1)}${leaflet(nx, ny, leaf, turn - 1)}${leaflet(x, y, (length / count) * 1.1, turn, 0.05)}`;
    [x, y] = [nx, ny];
  }
  return shape(d + leaflet(x, y, size * 0.35, turn), "#eef3ee", 'stroke="none"');
}

function leaflet(x: number, y: number, length: number, turn: number, width = 0.27): string {
  const at = (along: number, across: number) =>
    `${short(x + Math.cos(turn) * along * length - Math.sin(turn) * across * length)} ${short(y + Math.sin(turn) * along * length + Math.cos(turn) * across * length)}`;
  return `M${short(x)} ${short(y)}C${at(0.25, -width)} ${at(0.75, -width * 0.8)} ${at(1, 0)}C${at(0.75, width * 0.8)} ${at(0.25, width)} ${short(x)} ${short(y)}Z`;
}

type Curve = readonly [Point, Point, Point, Point];

const along = ([a, b, c, d]: Curve, u: number): Point => {
  const v = 1 - u;
  const sum = (i: 0 | 1) => v ** 3 * a[i] + 3 * v * v * u * b[i] + 3 * v * u * u * c[i] + u ** 3 * d[i];
  return [sum(0), sum(1)];
};

type Eye = { readonly x: number; readonly y: number; readonly r: number };

/** A wing is a fan of lines that swell where the eye spot is. */
function wing(side: number, veins: number, vein: (t: number) => Curve, eye: Eye): string {
  const noise = clouds(17);
  return range(veins)
    .map((i) => {
      const curve = vein(i / (veins - 1));
      const points = range(61).map((k) => ({ at: along(curve, k / 60), u: k / 60 }));
      const edges = points.map(({ at: [x, y], u }) => {
        const distance = Math.hypot(x - eye.x, y - eye.y) / eye.r;
        const spot =
          distance < 0.42
            ? 0.05
            : distance < 0.62
              ? 1.5
              : distance < 1
                ? 0.1
                : distance < 1.25
                  ? 1.4
                  : undefined;
        const weight = spot ?? 0.35 + 0.65 * noise(x * 0.0155 + 5, y * 0.0155 + 9, 3);
        return { x: side * x, y, half: clamp(weight * 3 * (0.55 + 0.75 * u), 0.4, 4.2) / 2 };
      });
      return polygon([
        ...edges.map(({ x, y, half }): Point => [x, y - half]),
        ...edges.toReversed().map(({ x, y, half }): Point => [x, y + half]),
      ]);
    })
    .join("");
}

/** A moth in fine line, and the hours it keeps. */
export function mothHours(): Drawing {
  const [night, ink] = ["#12241f", "#e9dfc6"];
  const fore = (t: number): Curve => [
    [11, mix(-34, 9, t)],
    [mix(99, 81, t), mix(-207, -9, t)],
    [mix(270, 153, t), mix(-270, 54, t)],
    [mix(396, 225, t), mix(-211, 86, t ** 1.15) + Math.sin(t * 22) * 5],
  ];
  const hind = (t: number): Curve => [
    [11, mix(22, 72, t)],
    [mix(81, 27, t), mix(18, 144, t)],
    [mix(180, 54, t), mix(36, 234, t)],
    [mix(270, 86, t) + Math.sin(t * 18) * 5, mix(99, 310, Math.sin(t * 1.5))],
  ];
  const wings = [-1, 1]
    .map(
      (side) =>
        wing(side, 46, fore, { x: 230, y: -99, r: 45 }) + wing(side, 38, hind, { x: 135, y: 176, r: 34 }),
    )
    .join("");
  const rings = range(40).map((i) => {
    const y = -54 + i * 5.5;
    const w = 20 * Math.sqrt(Math.max(0, 1 - ((y - 54) / 115) ** 2));
    return line(
      `M${short(-w)} ${short(y)}Q0 ${short(y + 6)} ${short(w)} ${short(y)}`,
      ink,
      short(1.8 + 1.4 * Math.sin(i * 0.9)),
    );
  });
  const feelers = [-1, 1].map((side) => {
    const curve: Curve = [
      [4, -79],
      [27, -135],
      [63, -180],
      [108, -194],
    ];
    const barbs = range(24).map((k) => {
      const [x, y] = along(curve, 0.15 + (k / 24) * 0.8);
      const size = 1 - (k / 24) * 0.6;
      return line(
        polyline([
          [side * (x + 17 * size), y + 9],
          [side * x, y],
          [side * (x - 5), y - 17 * size],
        ]),
        ink,
        1.4,
      );
    });
    return (
      line(
        polyline(
          range(21).map((k): Point => {
            const [x, y] = along(curve, k / 20);
            return [side * x, y];
          }),
        ),
        ink,
        3,
      ) + barbs.join("")
    );
  });
  const body =
    `<ellipse cx="0" cy="54" rx="22" ry="115" fill="${night}"/>` +
    rings.join("") +
    disc(0, -68, 15, ink) +
    feelers.join("");
  const type =
    words("Moth Hours", 450, 812, 84, ink, { weight: 420, stretch: 66, anchor: "middle" }) +
    words("INÊS CORVACHO", 450, 856, 19, ink, {
      weight: 600,
      stretch: 100,
      anchor: "middle",
      more: 'letter-spacing="6"',
    });
  return {
    svg: sheet(
      rect(0, 0, 900, 900, night) + group(shape(wings, ink) + body, 'transform="translate(450 385)"') + type,
    ),
  };
}
