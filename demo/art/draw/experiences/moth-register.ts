import { disc, line, oval, polygon, range, rect, shape, sheet } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [night, deep, lamp, glow, paper, rust, rose] = [
  "#15233a",
  "#0c1526",
  "#ffd23f",
  "#f6e7b4",
  "#f3ead6",
  "#c8502d",
  "#e58f8a",
] as const;

const ground = (marks: string, fill: string = night) => ({
  width: 900,
  svg: sheet(rect(0, 0, 900, 900, fill) + marks),
});

const stars = range(90)
  .map((i) => disc((i * 197) % 900, (i * 331) % 900, i % 7 === 0 ? 5 : 2.5, glow))
  .join("");
const rain = range(120)
  .map((i) => {
    const [x, y] = [(i * 83) % 940, (i * 151) % 900];
    return line(`M${x} ${y}l-26 62`, "#5f7fa6", 4);
  })
  .join("");

/** Rings of light around the lamp, as screen prints have them. */
const halo = range(6)
  .map((i) => disc(450, 190, 420 - i * 62, lamp, `opacity="${0.06 + i * 0.035}"`))
  .join("");
const hung = (body: string) => ({
  width: 900,
  svg: sheet(halo + line("M450 0V90", paper, 8) + body),
});

/** Both wings of a moth of 400 by 300, mirrored at its body; the marks are those of the right one. */
function moth(upper: string, lower: string, marks: string) {
  const wing =
    shape("M200 120C250 30 350 10 396 40C392 120 330 170 210 168Z", upper) +
    shape("M206 164C290 160 344 190 338 246C290 290 226 250 204 190Z", lower) +
    marks;
  const mirrored = `<g transform="translate(400 0) scale(-1 1)">${wing}</g>`;
  const body =
    oval(200, 168, 17, 66, paper) +
    range(5)
      .map((i) => rect(184, 146 + i * 20, 32, 6, deep))
      .join("") +
    line("M194 106C184 70 166 52 140 44M206 106C216 70 234 52 260 44", paper, 5);
  return { width: 520, svg: sheet(wing + mirrored + body, "", 400, 300) };
}

const bars = range(4)
  .map((i) => line(`M${236 + i * 38} ${112 - i * 20}q22 22 6 ${46 - i * 4}`, paper, 10))
  .join("");
const eye = (x: number, y: number, r: number) =>
  disc(x, y, r, lamp) + disc(x, y, r * 0.62, deep) + disc(x + r * 0.2, y - r * 0.2, r * 0.2, paper);
const veins = range(6)
  .map((i) => line(`M212 150L${290 + i * 20} ${32 + i * 18}`, paper, 3))
  .join("");
const skull = polygon([
  [270, 92],
  [300, 70],
  [330, 92],
  [318, 124],
  [282, 124],
]);

export const mothRegister = {
  "night-clear": ground(stars),
  "night-rain": ground(rain, "#22344f"),
  "night-new-moon": ground(stars + disc(760, 640, 96, deep, `stroke="${glow}" stroke-width="4"`), deep),
  "lamp-desk": hung(shape("M450 80L590 250H310Z", rust) + shape("M390 250h120a60 44 0 0 1 -120 0Z", lamp)),
  "lamp-bulb": hung(
    rect(424, 84, 52, 52, paper) + disc(450, 200, 78, lamp) + line("M426 214l16 -30l16 30l16 -30", rust, 6),
  ),
  "lamp-lantern": hung(
    oval(450, 200, 128, 112, rose) +
      range(7)
        .map((i) => line(`M${340 + i * 6} ${122 + i * 26}H${560 - i * 6}`, rust, 4))
        .join(""),
  ),
  "moth-tiger": moth("#7a4a2b", rust, bars + eye(286, 212, 16)),
  "moth-emperor": moth("#8d7b8f", rose, eye(306, 92, 28) + eye(276, 212, 24)),
  "moth-old-lady": moth("#4c4338", "#6d6152", veins),
  "moth-deaths-head": moth(deep, lamp, shape(skull, paper) + disc(290, 94, 8, deep) + disc(312, 94, 8, deep)),
} as const satisfies Pieces;
