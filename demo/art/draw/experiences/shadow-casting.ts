import { disc, line, range, rect, shape, sheet, words } from "../ink.ts";
import { engraving } from "../screens.ts";
import type { Pieces } from "./pieces.ts";

const [plum, sand, cream, rust, teal, navy] = [
  "#4a0d26",
  "#eebb52",
  "#fbecc8",
  "#d9542b",
  "#2f7d78",
  "#1c2b52",
] as const;

/** A sky of level lines, closer towards the ground. */
const sky = (paper: string, ink: string) =>
  sheet(
    rect(0, 0, 900, 900, paper) +
      shape(
        engraving((_, y) => (y < 560 ? 0.1 + y / 1500 : 0.2), 18),
        ink,
      ),
  );

const land = (body: string) => sheet(body, "", 900, 360);
const square = (side: number, body: string) => sheet(body, "", side);

/** The three uprights stand at 170, 430 and 720; a shadow of any length fits under any of them. */
const feet = [170, 430, 720] as const;

const shadow = (reach: number, lean: number) =>
  land(
    feet
      .map((x) =>
        shape(
          `M${x - 11} 20H${x + 11}L${x + lean + 11 + reach / 6} ${20 + reach}H${x + lean - 11 - reach / 8}Z`,
          plum,
          'opacity=".9"',
        ),
      )
      .join(""),
  );

const uprights = (drawUpright: (x: number, i: number) => string) =>
  sheet(feet.map((x, i) => drawUpright(x, i)).join(""), "", 900, 460);

const hour = (text: string, fill: string, on: string) =>
  sheet(
    rect(0, 0, 240, 96, fill) + words(text, 18, 78, 90, on, { weight: 640, stretch: 72, fit: 204 }),
    "",
    240,
    96,
  );

export const shadowCasting = {
  "sky-five": { width: 900, svg: sky("#f4cf74", "#d9892b") },
  "sky-half-past-six": { width: 900, svg: sky("#f2a65a", rust) },
  "sky-eight": { width: 900, svg: sky("#d9775f", plum) },
  "sky-dark": { width: 900, svg: sky(navy, "#0d1730") },
  "sun-high": { width: 260, svg: square(260, disc(130, 130, 128, cream)) },
  "sun-low": { width: 380, svg: square(380, disc(190, 190, 188, "#ff6b35")) },
  "sun-sliced": {
    width: 420,
    svg: square(
      420,
      range(9)
        .map((i) => {
          const y = 12 + i * 46;
          const half = Math.sqrt(Math.max(0, 205 ** 2 - (y + 14 - 210) ** 2));
          return rect(210 - half, y, 2 * half, 40 - i * 3, cream);
        })
        .join(""),
    ),
  },
  "sun-moonrise": {
    width: 260,
    svg: square(260, shape("M168 10A126 126 0 1 0 250 168A108 108 0 1 1 168 10Z", cream)),
  },
  "land-furrows": {
    width: 900,
    svg: land(
      rect(0, 20, 900, 340, sand) +
        range(19)
          .map((i) => shape(`M450 -60L${i * 200 - 1390} 360h70Z`, rust))
          .join("") +
        rect(0, 0, 900, 20, plum),
    ),
  },
  "land-road": {
    width: 900,
    svg: land(
      rect(0, 0, 900, 360, "#c98a3c") +
        shape("M380 0H520L820 360H80Z", "#7a5a4c") +
        range(5)
          .map((i) =>
            shape(
              `M${446 - i * 3} ${10 + i * i * 18}h${8 + i * 6}l${2 + i} ${12 + i * 12}h${-12 - i * 8}Z`,
              cream,
            ),
          )
          .join("") +
        rect(0, 0, 900, 12, plum),
    ),
  },
  "land-dunes": {
    width: 900,
    svg: land(
      rect(0, 12, 900, 348, sand) +
        shape("M0 90Q200 10 460 100T900 70V360H0Z", "#e0a044") +
        shape("M0 220Q300 110 560 220T900 190V360H0Z", "#d08432") +
        rect(0, 0, 900, 12, plum),
    ),
  },
  "land-salt-grid": {
    width: 900,
    svg: land(
      rect(0, 0, 900, 360, cream) +
        range(8)
          .map((i) => rect(0, 12 + i * i * 6.2, 900, 4 + i, teal))
          .join("") +
        range(13)
          .map((i) => line(`M450 -140L${i * 190 - 690} 360`, teal, 6))
          .join("") +
        rect(0, 0, 900, 12, plum),
    ),
  },
  "shadow-short": { width: 900, svg: shadow(90, -60) },
  "shadow-long": { width: 900, svg: shadow(200, -150) },
  "shadow-longer": { width: 900, svg: shadow(336, -150) },
  "shadow-other-way": { width: 900, svg: shadow(336, 200) },
  "upright-posts": {
    width: 900,
    svg: uprights((x, i) => rect(x - 10, 150 - i * 26, 20, 310, plum) + disc(x, 146 - i * 26, 20, plum)),
  },
  "upright-telegraph": {
    width: 900,
    svg: uprights(
      (x) =>
        rect(x - 9, 60, 18, 400, plum) +
        rect(x - 70, 90, 140, 14, plum) +
        rect(x - 50, 140, 100, 12, plum) +
        [-62, -26, 26, 62].map((d) => rect(x + d - 5, 70, 10, 22, teal)).join("") +
        line(`M${x - 62} 74Q${x - 200} 170 ${x - 340} 74`, plum, 3),
    ),
  },
  "upright-cactus": {
    width: 900,
    svg: uprights(
      (x, i) =>
        rect(x - 26, 140 + i * 20, 52, 320 - i * 20, teal, 'rx="26"') +
        rect(x - 96, 200, 36, 110, teal, 'rx="18"') +
        rect(x - 96, 274, 90, 36, teal, 'rx="18"') +
        rect(x + 58, 170 + i * 10, 36, 110, teal, 'rx="18"') +
        rect(x + 6, 246 + i * 10, 88, 36, teal, 'rx="18"') +
        disc(x, 136 + i * 20, 14, rust),
    ),
  },
  "upright-signs": {
    width: 900,
    svg: uprights(
      (x, i) =>
        rect(x - 8, 170, 16, 290, plum) +
        (i === 0
          ? shape(`M${x} 60L${x + 84} 210H${x - 84}Z`, sand, `stroke="${plum}" stroke-width="14"`) +
            words("!", x, 190, 96, plum, { weight: 800, anchor: "middle" })
          : i === 1
            ? rect(x - 90, 96, 180, 96, teal) +
              words("40", x, 174, 82, cream, { weight: 760, stretch: 75, anchor: "middle" })
            : disc(x, 140, 78, rust) + rect(x - 52, 126, 104, 28, cream)),
    ),
  },
  "passer-buzzard": {
    width: 240,
    svg: sheet(
      shape("M0 40Q60 0 120 50Q180 0 240 40Q190 40 150 70L120 110L90 70Q50 40 0 40Z", plum),
      "",
      240,
      110,
    ),
  },
  "passer-dog": {
    width: 240,
    svg: sheet(
      shape(
        "M20 90Q0 40 24 20L34 70H140L150 30L168 46L200 50L206 72H176L164 100V160H146L142 116H66L56 160H38L34 100Z",
        plum,
      ) + disc(172, 58, 4, sand),
      "",
      240,
      164,
    ),
  },
  "passer-nobody": {
    width: 240,
    svg: sheet(
      range(6)
        .map((i) =>
          shape(`M${10 + i * 38} ${70 - (i % 2) * 34}q14 -14 22 4q2 16 -10 18q-14 0 -12 -22Z`, plum),
        )
        .join(""),
      "",
      240,
      110,
    ),
  },
  "hour-1700": { width: 220, svg: hour("17.00", cream, plum) },
  "hour-1815": { width: 220, svg: hour("18.15", sand, plum) },
  "hour-1930": { width: 220, svg: hour("19.30", rust, cream) },
  "hour-2045": { width: 220, svg: hour("20.45", plum, sand) },
} as const satisfies Pieces;
