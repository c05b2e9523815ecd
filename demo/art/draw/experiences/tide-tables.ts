import { disc, group, line, range, rect, shape, sheet, words } from "../ink.ts";
import type { Pieces } from "./pieces.ts";

const [sea, coral, salmon, pan, white, ink, yellow, sky] = [
  "#0e5556",
  "#ff4f2e",
  "#f7a48b",
  "#e6d3a6",
  "#fffaf0",
  "#10201f",
  "#f7c531",
  "#9fd0c7",
] as const;

const ground = (body: string) => sheet(body);
const square = (side: number, body: string) => sheet(body, "", side);
const plain = (fill: string) => rect(0, 0, 900, 900, fill);

const stars = range(46).map((i) =>
  disc((i * 197) % 900, (i * 131) % 560, i % 5 === 0 ? 5 : 2.6, i % 7 ? sky : yellow),
);
const squall = range(40).map((i) =>
  shape(`M${i * 48 - 500} 900L${i * 48 - 140} 0h10L${i * 48 - 490} 900Z`, sea),
);
const cells = range(30).map((i) =>
  rect((i % 6) * 150 + 5, Math.floor(i / 6) * 120 + 305, 140, 110, "#efe0bb"),
);
const beams = range(9).map((i) => shape(`M690 250L${i * 200 - 480} 900h96Z`, coral, 'opacity=".55"'));

const scallops = range(33).map((i) => ({
  x: (Math.floor(i / 3) - 1) * 100 + ((i % 3) % 2) * 50,
  y: 80 + (i % 3) * 60,
  row: i % 3,
}));
const band = (body: string) => sheet(body, "", 900, 240);

const plate = (time: string, fill: string, on: string) =>
  sheet(
    rect(0, 0, 280, 112, fill) + words(time, 20, 90, 104, on, { weight: 620, stretch: 72, fit: 240 }),
    "",
    280,
    112,
  );

const gull = (x: number, y: number) => {
  const d = `M${x} ${y}q20 -28 38 0q18 -28 38 0`;
  return line(d, ink, 17, 'stroke-linecap="round"') + line(d, white, 9, 'stroke-linecap="round"');
};

const flag = (body: string) =>
  square(
    200,
    `${rect(0, 0, 200, 200, white)}${body}${rect(4, 4, 192, 192, "none", `stroke="${ink}" stroke-width="8"`)}`,
  );

export const tideTables = {
  "ground-open-sea": { width: 900, svg: ground(plain(sea) + rect(0, 470, 900, 6, sky)) },
  "ground-first-light": { width: 900, svg: ground(plain(salmon) + beams.join("")) },
  "ground-salt-pan": { width: 900, svg: ground(plain(pan) + cells.join("")) },
  "ground-night-watch": { width: 900, svg: ground(plain(ink) + stars.join("")) },
  "ground-squall": { width: 900, svg: ground(plain(sky) + squall.join("")) },
  "light-full": { width: 400, svg: square(400, disc(200, 200, 196, yellow)) },
  "light-ring": {
    width: 400,
    svg: square(
      400,
      disc(200, 200, 158, "none", `stroke="${coral}" stroke-width="74"`) + disc(200, 200, 84, white),
    ),
  },
  "light-half": {
    width: 400,
    svg: square(
      400,
      shape("M12 192A188 188 0 0 1 388 192Z", white) + shape("M12 208H388A188 188 0 0 1 12 208Z", coral),
    ),
  },
  "light-eclipse": { width: 400, svg: square(400, disc(200, 200, 196, white) + disc(224, 184, 166, ink)) },
  "water-scallop": {
    width: 900,
    svg: band(
      rect(0, 0, 900, 240, white) +
        [0, 1, 2]
          .flatMap((row) => scallops.filter((s) => s.row === row))
          .flatMap(({ x, y }) => [56, 40, 24, 10].map((r, i) => disc(x, y + 30, r, i % 2 ? white : sea)))
          .join("") +
        rect(0, 226, 900, 14, sea),
    ),
  },
  "water-chop": {
    width: 900,
    svg: band(
      rect(0, 0, 900, 240, "#1f6f8b") +
        range(5)
          .map((row) =>
            line(`M-20 ${34 + row * 44}${"l30 22l30 -22".repeat(16)}`, row === 1 ? yellow : white, 12),
          )
          .join(""),
    ),
  },
  "water-swell": {
    width: 900,
    svg: band(
      rect(0, 40, 900, 200, sea) +
        range(4)
          .map((row) =>
            shape(
              `M0 ${40 + row * 54}q112 -60 225 0t225 0t225 0t225 0V240H0Z`,
              [coral, salmon, "#1f6f8b", sea][row] ?? sea,
            ),
          )
          .join(""),
    ),
  },
  "water-flat-calm": {
    width: 900,
    svg: band(
      rect(0, 0, 900, 240, ink) +
        range(6)
          .map((i) => rect(0, 22 + i * 36, 900, 26 - i * 4, coral))
          .join(""),
    ),
  },
  "vessel-two-sails": {
    width: 460,
    svg: square(
      460,
      shape("M216 20V330H24Z", white) +
        shape("M240 88V330H408Z", coral) +
        shape("M0 350H460L392 450H70Z", ink) +
        rect(14, 350, 432, 16, yellow),
    ),
  },
  "vessel-freighter": {
    width: 460,
    svg: square(
      460,
      rect(290, 110, 120, 172, white) +
        rect(310, 130, 30, 26, ink) +
        rect(358, 130, 30, 26, ink) +
        rect(330, 40, 46, 74, ink) +
        rect(330, 58, 46, 20, yellow) +
        rect(30, 200, 80, 80, yellow) +
        rect(112, 200, 80, 80, coral) +
        rect(194, 200, 80, 80, "#1f6f8b") +
        rect(112, 118, 80, 80, white) +
        shape("M0 284H460L420 450H50Z", ink) +
        rect(20, 330, 420, 14, coral),
    ),
  },
  "vessel-rowing-boat": {
    width: 460,
    svg: square(
      460,
      line("M150 240L60 450M310 240L400 450", ink, 16) +
        disc(230, 226, 54, white) +
        shape("M182 214a48 48 0 0 1 96 0h26v14h-148v-14Z", coral) +
        shape("M164 332Q170 282 230 282T296 332Z", ink) +
        shape("M10 330H450Q420 452 230 452T10 330Z", yellow) +
        rect(4, 322, 452, 18, ink),
    ),
  },
  "vessel-lighthouse": {
    width: 460,
    svg: square(
      460,
      shape("M160 130H300L340 460H120Z", white) +
        shape("M151 205H309L318 272H142Z", coral) +
        shape("M134 340H326L335 408H126Z", coral) +
        rect(138, 106, 184, 26, ink) +
        rect(178, 44, 104, 62, yellow) +
        shape("M160 46L230 0L300 46Z", ink) +
        shape("M178 56L0 24V96Z", yellow, 'opacity=".85"'),
    ),
  },
  "flag-kilo": { width: 180, svg: flag(rect(0, 0, 100, 200, yellow) + rect(100, 0, 100, 200, "#1f4f9b")) },
  "flag-uniform": { width: 180, svg: flag(rect(0, 0, 100, 100, coral) + rect(100, 100, 100, 100, coral)) },
  "flag-quebec": { width: 180, svg: flag(rect(0, 0, 200, 200, yellow)) },
  "flag-november": {
    width: 180,
    svg: flag(
      range(8)
        .map((i) =>
          rect((i % 2) * 100 + (Math.floor(i / 2) % 2) * 50, Math.floor(i / 2) * 50, 50, 50, "#1f4f9b"),
        )
        .join(""),
    ),
  },
  "sign-gulls": { width: 200, svg: square(200, gull(14, 80) + gull(92, 44) + gull(104, 140)) },
  "sign-fog": {
    width: 200,
    svg: square(
      200,
      range(16)
        .map(
          (i) =>
            disc(28 + (i % 4) * 48, 28 + Math.floor(i / 4) * 48, 13, ink) +
            disc(28 + (i % 4) * 48, 28 + Math.floor(i / 4) * 48, 8, white),
        )
        .join(""),
    ),
  },
  "sign-north-star": {
    width: 200,
    svg: square(
      200,
      group(
        shape(
          "M90 0L108 72L180 90L108 108L90 180L72 108L0 90L72 72Z",
          yellow,
          `stroke="${ink}" stroke-width="7" stroke-linejoin="round"`,
        ),
        'transform="translate(10 10)"',
      ),
    ),
  },
  "clock-0417": { width: 240, svg: plate("04.17", ink, white) },
  "clock-1042": { width: 240, svg: plate("10.42", white, ink) },
  "clock-2359": { width: 240, svg: plate("23.59", yellow, ink) },
} as const satisfies Pieces;
