import {
  chance,
  clamp,
  disc,
  group,
  line,
  type Point,
  polygon,
  range,
  rect,
  rough,
  shape,
  sheet,
  short,
  starved,
  words,
} from "../ink.ts";
import type { Drawing } from "../press.ts";

/** Cut paper: a moon of two circles, six stripes of a tiger, one plant. */
export function paperTiger(): Drawing {
  const [orange, cream, black, pink, green] = ["#ee4b1a", "#f7e6c8", "#1a1410", "#f59ab0", "#0c6b58"];
  const next = chance(5);
  const slip = (value: number) => Math.round(value + (next() - 0.5) * 16);
  const round = (cx: number, cy: number, r: number, corners: number) =>
    polygon(
      range(corners).map((i) => {
        const turn = (i / corners) * 2 * Math.PI;
        return [slip(cx + Math.cos(turn) * r), slip(cy + Math.sin(turn) * r)];
      }),
    );
  const stripes = [
    [40, 90, 330, 40],
    [10, 210, 300, 64],
    [60, 340, 380, 54],
    [0, 470, 300, 70],
    [70, 600, 420, 62],
    [10, 730, 350, 74],
  ] as const;
  const tiger = stripes.map(([x, y, w, h]) =>
    shape(
      `M${x} ${y + h / 2}Q${x + w * 0.3} ${slip(y - 18)} ${x + w * 0.62} ${slip(y + 4)}L${x + w} ${slip(y + h * 0.62)}L${x + w * 0.66} ${slip(y + h)}Q${x + w * 0.28} ${slip(y + h + 18)} ${x} ${y + h / 2}Z`,
      black,
    ),
  );
  const body =
    shape("M-20 -20H410L372 920H-20Z", pink) +
    shape(round(560, 330, 262, 26), cream) +
    shape(round(650, 286, 196, 24), orange) +
    tiger.join("") +
    shape(plant(), green) +
    disc(806, 96, 38, cream);
  return {
    svg: sheet(rect(0, 0, 900, 900, orange) + group(body, 'filter="url(#knife)"'), rough("knife", 4, 0.02)),
  };
}

/** A stem of leaves, narrower towards the top. */
function plant(): string {
  const steps = range(7).map((i) => ({
    x: 650 + (i / 6) * 70,
    y: 880 - (i / 6) * 430,
    w: 118 * (1 - (i / 6) * 0.62),
  }));
  const left = steps.map(
    ({ x, y, w }) =>
      `Q${short(x - w * 0.5)} ${short(y - 10)} ${short(x - w)} ${short(y - 64)}Q${short(x - w * 0.3)} ${short(y - 56)} ${short(x + 2)} ${short(y - 52)}`,
  );
  const right = steps
    .toReversed()
    .map(
      ({ x, y, w }) =>
        `L${short(x + 26)} ${short(y - 52)}Q${short(x + 28 + w * 0.5)} ${short(y - 62)} ${short(x + 28 + w)} ${short(y - 84)}Q${short(x + 28 + w * 0.6)} ${short(y - 20)} ${short(x + 28)} ${short(y)}`,
    );
  return `M640 930${left.join("")}L740 380${right.join("")}L690 930Z`;
}

/** A market seen from above, in scissors and coloured paper. */
export function marketDay(): Drawing {
  const [cream, red, green, blue, yellow, pink] = [
    "#f3ead9",
    "#e4572e",
    "#2f7d4f",
    "#2347a8",
    "#f2b632",
    "#e79ab4",
  ];
  const next = chance(7);
  const slip = () => (next() - 0.5) * 14;
  const cloth = (x: number, y: number, w: number, h: number, fill: string) =>
    shape(
      polygon([
        [x + slip(), y + slip()],
        [x + w + slip(), y + slip()],
        [x + w + slip(), y + h + slip()],
        [x + slip(), y + h + slip()],
      ]),
      fill,
      'filter="url(#shade)"',
    );
  const flower = (
    cx: number,
    cy: number,
    r: number,
    lobes: number,
    fill: string,
    depth: number,
    turn: number,
  ) =>
    shape(
      polygon(
        range(160).map((i): Point => {
          const t = (i / 160) * 2 * Math.PI;
          const k = Math.cos(t * lobes + turn);
          const reach = r * (1 + depth * Math.sign(k) * Math.abs(k) ** 0.62);
          return [cx + Math.cos(t) * reach, cy + Math.sin(t) * reach * 1.06];
        }),
      ),
      fill,
      'filter="url(#shade)"',
    );
  const stalls =
    cloth(-18, -18, 324, 486, blue) +
    cloth(297, -18, 342, 297, pink) +
    cloth(630, -18, 297, 540, yellow) +
    cloth(-18, 459, 378, 468, red) +
    cloth(351, 270, 288, 378, green) +
    cloth(351, 639, 576, 288, blue) +
    cloth(630, 513, 297, 180, cream);
  const goods =
    flower(148, 225, 108, 5, cream, 0.42, 0.4) +
    flower(468, 126, 85, 7, red, 0.38, 1) +
    flower(774, 243, 126, 6, green, 0.44, 0.1) +
    flower(171, 693, 126, 4, yellow, 0.46, 0.8) +
    flower(495, 459, 103, 8, cream, 0.36, 0.3) +
    flower(540, 778, 85, 5, pink, 0.46, 2) +
    flower(765, 792, 74, 6, yellow, 0.42, 0.9) +
    flower(779, 601, 47, 3, red, 0.4, 0.2);
  const shade =
    '<filter id="shade"><feDropShadow dx="1" dy="3" stdDeviation="3" flood-color="#281400" flood-opacity=".28"/></filter>';
  return { svg: sheet(rect(0, 0, 900, 900, cream) + stalls + goods, shade) };
}

/** Six steps down and a ball on each. */
export function staircase(): Drawing {
  const [ochre, ink, cream] = ["#dca51f", "#17110d", "#f0e6d0"];
  const steps = range(6)
    .map((i) => rect(504 + i * 67, 837 - i * 135, 400, 900, ink))
    .join("");
  const balls = range(6)
    .map((i) => disc(537 + i * 67, 837 - i * 135 - 33, 31, cream))
    .join("");
  const type = ["STAIR", "CASE,", "DES", "CEND", "ING"]
    .map((text, i) =>
      words(text, 44, 176 + i * 137, 176, ink, { weight: 800, stretch: 66, more: 'letter-spacing="-4"' }),
    )
    .join("");
  const credit =
    words("Petra Vaškovská", 50, 812, 30, ink, { weight: 700, stretch: 92 }) +
    words("for marimbas, falling", 50, 848, 25, ink, { weight: 480, stretch: 92 });
  return {
    svg: sheet(
      rect(0, 0, 900, 900, ochre) +
        group(steps + type, 'filter="url(#worn)"') +
        group(balls, 'filter="url(#thin)"') +
        credit,
      starved("worn", 0.34, 0.16) + starved("thin", 0.3, 0.4, 9),
    ),
  };
}

/** A woodcut of a clock that has stopped taking part. */
export function brokenClock(): Drawing {
  const [paper, ink, red] = ["#e8dcc0", "#17120f", "#c7301d"];
  const next = chance(31);
  let rays = "";
  for (const i of range(104)) {
    const t = (i / 104) * 2 * Math.PI;
    for (let q = 262 + next() * 12; q < 780; ) {
      const length = 22 + next() * 52;
      const [x, y] = [450 + Math.cos(t) * q, 340 + Math.sin(t) * q];
      const inside = y < 668 && y > 58 && x > 58 && x < 842;
      const [ex, ey] = [clamp(x + Math.cos(t) * length, 58, 842), clamp(y + Math.sin(t) * length, 58, 672)];
      if (inside)
        rays += line(
          `M${short(x)} ${short(y)}L${short(ex)} ${short(ey)}`,
          paper,
          short(2.6 + (q / 800) * 7 * (0.6 + next() * 0.6)),
          'stroke-linecap="round"',
        );
      q += length + 13 + next() * 16;
    }
  }
  const numerals = ["7", "2", "9", "4", "11", "6", "1", "8", "3", "12", "5"].map((text, i) => {
    const t = ((i * 33 - 80) * Math.PI) / 180;
    return words(text, short(450 + Math.cos(t) * 176), short(340 + Math.sin(t) * 176 + 21), 58, ink, {
      weight: 800,
      stretch: 66,
      anchor: "middle",
      more: `transform="rotate(${((i * 47) % 40) - 20} ${short(450 + Math.cos(t) * 176)} ${short(340 + Math.sin(t) * 176)})"`,
    });
  });
  const clock =
    disc(450, 340, 240, paper) +
    disc(450, 340, 226, red) +
    disc(450, 340, 132, paper) +
    numerals.join("") +
    line("M450 340L404 250", ink, 18) +
    line("M450 340L566 396", ink, 12) +
    disc(450, 340, 20, ink) +
    line("M512 470q34 -26 6 -52t30 -44q28 -22 -2 -46", paper, 7) +
    line("M300 160l44 40l-12 34l36 22", ink, 6);
  const spring = line(`M548 560${"q22 -46 30 -4t-16 22".repeat(9)}`, paper, 9, 'stroke-linejoin="round"');
  const type = ["POLKA FOR A", "BROKEN CLOCK"]
    .map((text, i) =>
      words(text, 76, 764 + i * 84, 96, paper, { weight: 800, stretch: 66, fit: i === 0 ? 420 : 500 }),
    )
    .join("");
  return {
    svg: sheet(
      rect(0, 0, 900, 900, paper) +
        group(rect(44, 44, 812, 812, ink) + rays + clock + spring + type, 'filter="url(#worn)"'),
      starved("worn", 0.25, 0.16),
    ),
  };
}

/** A pot in the kiln, seen by what it does to the bars of the grate. */
export function kiln(): Drawing {
  const [paper, ink] = ["#f0c6b8", "#8e2415"];
  const profile = (y: number) => {
    const t = (y - 135) / 576;
    if (t < 0 || t > 1) return 0;
    return 81 + 207 * Math.sin(Math.PI * t ** 0.8) ** 0.85 - 54 * Math.exp(-(((t - 0.05) * 9) ** 2));
  };
  const bars = range(41).map((i) => {
    const x0 = 18 + i * 21.6;
    const edges = range(181).map((k) => {
      const y = k * 5;
      const w = profile(y);
      const u = w > 0 ? (x0 - 450) / w : 9;
      if (Math.abs(u) >= 1) return { y, x: x0, half: 2.3 };
      return {
        y,
        x: 450 + (w * Math.sin(u * 1.35)) / Math.sin(1.35),
        half: 2.3 + 6.3 * (1 - u * u) * clamp(0.5 + 0.6 * Math.cos(u * 2.2 - 0.9)),
      };
    });
    const left = edges.map(({ x, y, half }): Point => [x - half, y]);
    const right = edges.toReversed().map(({ x, y, half }): Point => [x + half, y]);
    return polygon([...left, ...right]);
  });
  const type =
    words("KILN", 42, 866, 106, ink, { weight: 820, stretch: 125, fit: 350 }) +
    words("Halden Maar", 856, 838, 26, ink, { weight: 640, stretch: 94, anchor: "end" }) +
    words("twelve-inch, side A", 856, 868, 22, ink, { weight: 480, stretch: 94, anchor: "end" });
  return {
    svg: sheet(
      rect(0, 0, 900, 900, paper) +
        shape(bars.join(""), ink, 'filter="url(#worn)"') +
        rect(0, 772, 900, 128, paper) +
        type,
      starved("worn", 0.15, 0.16),
    ),
  };
}
