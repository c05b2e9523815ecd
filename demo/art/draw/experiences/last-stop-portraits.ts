import { chance, disc, group, line, range, rect, shape, sheet, turnOf, words } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [night, cream, yellow, orange, red, teal] = [
  "#0f1530",
  "#f5f2e8",
  "#ffcf33",
  "#ff8a2a",
  "#d8372b",
  "#1f7a74",
] as const;

const lights = (ground: string, colours: readonly string[], every: number) =>
  sheet(
    rect(0, 0, 900, 900, ground) +
      range(110)
        .map((i) =>
          rect(
            (i % 10) * 92 + 10,
            Math.floor(i / 10) * 84 + 12,
            66,
            54,
            i % every === 0 || (i * 7) % 11 === 3 ? turnOf(colours, i) : "#ffffff",
            i % every === 0 || (i * 7) % 11 === 3 ? "" : 'opacity=".07"',
          ),
        )
        .join(""),
  );

/** The wall of the bus around a window with round corners; the window itself stays open. */
const wall = (paint: string, trim: string, weave: string) =>
  sheet(
    shape(
      "M0 0H900V900H0ZM130 100a40 40 0 0 0 -40 40V620a40 40 0 0 0 40 40H770a40 40 0 0 0 40 -40V140a40 40 0 0 0 -40 -40Z",
      paint,
      'fill-rule="evenodd"',
    ) +
      rect(90, 100, 720, 560, "none", `rx="40" stroke="${night}" stroke-width="18"`) +
      rect(90, 190, 720, 9, night) +
      rect(0, 744, 900, 156, weave) +
      range(15)
        .map((i) => disc(30 + i * 60, 822, 17, trim) + rect(52 + i * 60, 760, 8, 124, trim))
        .join("") +
      rect(0, 732, 900, 16, night),
  );

const sign = (text: string, fill: string, on: string) =>
  sheet(
    rect(0, 0, 300, 120, night, 'rx="12"') +
      rect(10, 10, 280, 100, fill, 'rx="6"') +
      words(text, 150, 95, 96, on, { weight: 780, stretch: 70, anchor: "middle" }),
    "",
    300,
    120,
  );

const small = (body: string) => sheet(body, "", 200, 300);

/** Where the drop `i` of the shower `seed` comes down, 0 to 1. */
const fall = (i: number, seed: number) => chance(seed * 1000 + i)();

/** Who sits in the picture on the poster, in place of your photograph. */
export const sleeper =
  shape("M120 560Q130 400 300 400T480 560Z", red) +
  rect(252, 330, 96, 100, "#e0a37c") +
  shape("M180 190Q180 70 300 70T420 190V250Q410 372 300 372T180 250Z", "#f0b88f") +
  shape("M170 200Q150 40 300 40T430 200Q400 130 300 130T170 200Z", night) +
  line("M214 226q28 20 56 0M330 226q28 20 56 0", night, 10) +
  line("M262 312q38 -16 76 0", night, 10) +
  line("M300 232v44h-20", "#c78560", 9) +
  shape("M214 400Q300 460 386 400L400 440Q300 500 200 440Z", yellow) +
  words("z", 446, 130, 60, cream, { weight: 800 }) +
  words("z", 490, 84, 84, cream, { weight: 800 });

export const lastStopPortraits = {
  "city-late": { width: 900, svg: lights(night, [yellow, orange, yellow], 4) },
  "city-later": { width: 900, svg: lights("#3a1a2e", [red, "#f7a48b", cream], 6) },
  "city-first-light": { width: 900, svg: lights("#4d7ea8", [cream, "#bcd9ea", yellow], 5) },
  "bus-green": { width: 900, svg: wall(teal, yellow, "#14524e") },
  "bus-red": { width: 900, svg: wall(red, cream, "#8f1f1a") },
  "bus-cream": { width: 900, svg: wall("#e9dcbc", orange, "#2b3a7a") },
  "weather-rain": {
    width: 900,
    svg: sheet(
      range(60)
        .map((i) =>
          line(
            `M${120 + fall(i, 1) * 660} ${110 + fall(i, 2) * 480}l-18 62`,
            "#bcd9ea",
            5,
            'opacity=".8" stroke-linecap="round"',
          ),
        )
        .join(""),
    ),
  },
  "weather-snow": {
    width: 900,
    svg: sheet(
      range(48)
        .map((i) => disc(120 + fall(i, 3) * 660, 130 + fall(i, 4) * 500, 5 + (i % 3) * 4, cream))
        .join(""),
    ),
  },
  "weather-fog": {
    width: 900,
    svg: sheet(
      range(5)
        .map((i) => rect(104 + (i % 2) * 120, 420 + i * 46, 560, 24, cream, 'rx="12" opacity=".55"'))
        .join(""),
    ),
  },
  "weather-stars": {
    width: 900,
    svg: sheet(
      range(13)
        .map((i) =>
          group(
            shape("M0 -20L5 -5L20 0L5 5L0 20L-5 5L-20 0L-5 -5Z", yellow),
            `transform="translate(${130 + ((i * 0.62 + 0.1) % 1) * 640} ${220 + fall(i, 6) * 150})"`,
          ),
        )
        .join(""),
    ),
  },
  "route-55": { width: 300, svg: sign("55", yellow, night) },
  "route-n9": { width: 300, svg: sign("N9", cream, red) },
  "route-depot": { width: 300, svg: sign("DEPOT", orange, night) },
  "route-not-in-service": { width: 300, svg: sign("SORRY", night, yellow) },
  "hand-strap": {
    width: 170,
    svg: small(
      rect(86, 0, 28, 120, night) +
        shape("M100 100L170 240H30ZM100 146L64 218H136Z", yellow, 'fill-rule="evenodd"'),
    ),
  },
  "hand-bell": {
    width: 170,
    svg: small(
      rect(84, 0, 32, 300, yellow) +
        rect(50, 90, 100, 120, night, 'rx="14"') +
        disc(100, 132, 28, red) +
        words("STOP", 100, 196, 30, cream, { weight: 800, stretch: 80, anchor: "middle" }),
    ),
  },
  "hand-umbrella": {
    width: 170,
    svg: small(
      line("M100 0V30M100 100V250q0 36 -34 36t-30 -30", night, 12) +
        shape("M100 24Q170 120 130 210H70Q30 120 100 24Z", red) +
        line("M100 30V208", night, 5),
    ),
  },
} as const satisfies Pieces;
