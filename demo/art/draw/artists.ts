import type { DemoArtist } from "../../catalogue/types.ts";
import { tile } from "./covers/patterns.ts";
import { clamp, disc, group, line, oval, polygon, range, rect, shape, sheet, words } from "./ink.ts";
import type { Drawing } from "./press.ts";
import { engraving, halftone, type Tone } from "./screens.ts";

const within = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

/** Brows, nose and mouth of a face lit from the left; undefined beside the face. */
function face(x: number, y: number): number | undefined {
  if (!within(x, y, 450, 360, 190, 250)) return undefined;
  if (Math.abs(y - 345) < 16 && (Math.abs(x - 375) < 42 || Math.abs(x - 525) < 42)) return 0.9;
  if (Math.abs(y - 510) < 12 && Math.abs(x - 450) < 62) return 0.88;
  const nose = Math.abs(x - 470) < 12 && y > 360 && y < 452 ? 0.35 : 0;
  return clamp(0.1 + 0.62 * Math.max(0, (x - 430) / 210) + nose, 0, 0.95);
}

const shoulders = (x: number, y: number) => within(x, y, 450, 960, 390, 330);
const neck = (x: number, y: number) => Math.abs(x - 450) < 86 && y > 500 && y < 760;

const longHair: Tone = (x, y) => {
  const open = within(x, y, 450, 360, 190, 250) && y > 285 && x > 330;
  if ((within(x, y, 450, 310, 235, 250) && !open) || (Math.abs(x - 300) < 70 && y > 300 && y < 720))
    return 0.94;
  return face(x, y) ?? (neck(x, y) ? 0.5 + 0.3 * ((x - 380) / 160) : shoulders(x, y) ? 0.84 : 0.03);
};

const shavenHead: Tone = (x, y) => {
  const skin = face(x, y);
  if (skin !== undefined) return y < 215 ? 0.94 : skin;
  if (neck(x, y)) return 0.5 + 0.3 * ((x - 380) / 160);
  return shoulders(x, y) ? (Math.floor(x / 46) % 2 ? 0.88 : 0.5) : 0.03;
};

const hatted: Tone = (x, y) => {
  if (within(x, y, 450, 300, 400, 46) || (Math.abs(x - 450) < 190 - (300 - y) * 0.16 && y > 96 && y < 300))
    return y > 232 && y < 262 ? 0.2 : 0.96;
  const skin = face(x, y);
  if (skin !== undefined) return y < 400 ? 0.8 : y > 470 && y < 500 && Math.abs(x - 450) < 90 ? 0.95 : skin;
  if (neck(x, y)) return 0.7;
  return shoulders(x, y)
    ? within(x, y, 450, 760, 70, 60)
      ? 0.3
      : 0.86
    : within(x, y, 700, 420, 190, 190)
      ? 0.02
      : 0.24;
};

const dotted = (tone: Tone, paper: string, ink: string, angle: number) =>
  sheet(rect(0, 0, 900, 900, paper) + shape(halftone(tone, 18, angle, 0.68), ink));
const engraved = (tone: Tone, paper: string, ink: string) =>
  sheet(rect(0, 0, 900, 900, paper) + shape(engraving(tone, 17), ink));

/** Two drivers in the windscreen of the last bus. */
function nattlinje(): string {
  const [yellow, navy, cream] = ["#ffcf33", "#12183a", "#f5f2e8"];
  const driver = (x: number, cap: string, skin: string, beard: boolean) =>
    shape(`M${x - 130} 640Q${x - 120} 500 ${x} 500T${x + 130} 640Z`, cap) +
    rect(x - 34, 440, 68, 80, skin) +
    oval(x, 390, 92, 112, skin) +
    (beard
      ? shape(
          `M${x - 92} 400Q${x - 80} 520 ${x} 520T${x + 92} 400Q${x + 40} 450 ${x} 440T${x - 92} 400Z`,
          navy,
        )
      : shape(
          `M${x - 96} 480V360Q${x - 96} 280 ${x} 280T${x + 96} 360V480L${x + 70} 470V360H${x - 70}V470Z`,
          "#d8372b",
        )) +
    shape(`M${x - 104} 346Q${x - 100} 262 ${x} 258T${x + 104} 346Z`, navy) +
    rect(x - 122, 336, 244, 22, navy, 'rx="11"') +
    disc(x, 306, 15, yellow) +
    line(`M${x - 52} 394h36M${x + 16} 394h36`, navy, 9) +
    (beard ? "" : line(`M${x - 26} 456q26 14 52 0`, navy, 8));
  const windscreen =
    '<clipPath id="glass"><rect x="110" y="220" width="680" height="420" rx="30"/></clipPath>';
  const front =
    rect(60, 60, 780, 780, yellow, 'rx="60"') +
    rect(240, 92, 420, 96, navy, 'rx="12"') +
    words("55  Depot", 450, 165, 74, yellow, { weight: 740, stretch: 76, anchor: "middle" }) +
    rect(110, 220, 680, 420, "#8fb7d9", 'rx="30"') +
    group(
      driver(290, "#2f6f6a", "#f0b88f", false) + driver(610, "#d8372b", "#d99a72", true),
      'clip-path="url(#glass)"',
    ) +
    rect(444, 220, 12, 420, navy) +
    rect(110, 220, 680, 420, "none", `rx="30" stroke="${navy}" stroke-width="16"`) +
    disc(180, 740, 52, cream, `stroke="${navy}" stroke-width="14"`) +
    disc(720, 740, 52, cream, `stroke="${navy}" stroke-width="14"`) +
    range(5)
      .map((i) => rect(290, 696 + i * 24, 320, 10, navy))
      .join("");
  return sheet(rect(0, 0, 900, 900, navy) + front, windscreen);
}

/** Seven in a boat, all of them facing the chair. */
function tidewater(): string {
  const [paper, ink, red] = ["#f3efe4", "#143a94", "#e1352a"];
  const heads = range(7).map((i) => {
    const [x, y] = [138 + i * 104, 470 - (i % 2) * 70];
    const hat =
      i % 3 === 0
        ? shape(`M${x - 58} ${y - 20}Q${x} ${y - 120} ${x + 58} ${y - 20}Z`, red)
        : i % 3 === 1
          ? rect(x - 50, y - 74, 100, 40, ink) + rect(x - 70, y - 40, 140, 16, ink)
          : shape(
              `M${x - 52} ${y}Q${x - 60} ${y - 84} ${x} ${y - 84}T${x + 52} ${y}L${x + 34} ${y - 34}H${x - 34}Z`,
              ink,
            );
    return (
      shape(
        `M${x - 74} 660V${y + 110}Q${x} ${y + 40} ${x + 74} ${y + 110}V660Z`,
        i % 2 ? red : ink,
        `stroke="${paper}" stroke-width="8"`,
      ) +
      disc(x, y, 50, paper, `stroke="${ink}" stroke-width="10"`) +
      hat +
      disc(x - 16, y + 2, 5, ink) +
      disc(x + 16, y + 2, 5, ink) +
      oval(x, y + 26, 10, i % 2 ? 12 : 7, ink)
    );
  });
  const sea = range(5).map((row) => line(`M-20 ${772 + row * 32}${"q26 -30 52 0t52 0".repeat(10)}`, ink, 11));
  return sheet(
    rect(0, 0, 900, 900, paper) +
      range(9)
        .map((i) => line(`M0 ${40 + i * 34}H900`, "#cfd8ea", 6))
        .join("") +
      heads.join("") +
      shape("M20 610H880L800 780H100Z", "#191613", `stroke="${paper}" stroke-width="10"`) +
      rect(40, 640, 820, 14, paper) +
      sea.join(""),
  );
}

/** Cut paper: a profile, a cloud of hair, and what she left on the bus. */
function delphine(): string {
  const [orange, brown, black, pink, green, cream] = [
    "#ee4b1a",
    "#7a3b22",
    "#1a1410",
    "#f59ab0",
    "#0c6b58",
    "#f7e6c8",
  ];
  const head =
    "M420 250Q600 230 620 380L668 470Q676 492 640 496L646 540Q640 560 620 562L626 596Q620 650 540 636L520 740H330V520Q290 300 420 250Z";
  return sheet(
    rect(0, 0, 900, 900, pink) +
      rect(0, 0, 430, 900, orange) +
      disc(400, 310, 262, black) +
      range(12)
        .map((i) => disc(400 + Math.cos(i * 0.524) * 232, 310 + Math.sin(i * 0.524) * 232, 66, black))
        .join("") +
      shape(head, brown) +
      line("M540 404q30 -18 56 2", black, 11) +
      shape("M600 548q34 -10 46 -4q-4 20 -46 18Z", "#c8283c") +
      disc(424, 560, 46, cream) +
      disc(424, 560, 22, orange) +
      shape("M110 900Q160 690 430 690T770 900Z", green) +
      range(5)
        .map((i) => disc(210 + i * 120, 820 + (i % 2) * 34, 22, cream))
        .join("") +
      line("M800 120V560q0 60 -46 60t-44 -50", black, 16) +
      shape("M800 90Q840 200 824 330H776Q760 200 800 90Z", green),
  );
}

/** A face in bars and arcs that keep two different times. */
function petra(): string {
  const [paper, ink, violet, red] = ["#f4f4f2", "#0b0b0b", "#6a3fa0", "#e5162b"];
  const left = range(31).map((i) =>
    rect(
      450 - Math.sqrt(Math.max(0, 1 - ((i * 20 - 300) / 320) ** 2)) * 230,
      130 + i * 20,
      Math.sqrt(Math.max(0, 1 - ((i * 20 - 300) / 320) ** 2)) * 230,
      4 + (i % 5) * 3,
      ink,
    ),
  );
  const right = shape("M450 110Q690 110 690 430T450 750Z", violet);
  const features =
    disc(350, 380, 52, paper) +
    disc(350, 380, 30, ink) +
    disc(560, 380, 52, paper) +
    disc(560, 380, 30, red) +
    line("M292 300q58 -36 116 0", ink, 16) +
    line("M502 300q58 -36 116 0", paper, 16) +
    shape("M450 400L500 540H450Z", paper) +
    shape("M450 400L410 540H450Z", ink) +
    rect(370, 610, 80, 22, red) +
    rect(450, 610, 100, 22, paper);
  const hair =
    shape("M200 470V300Q210 60 450 60T700 300V470L660 320Q560 180 450 180T240 320Z", ink) +
    disc(450, 66, 60, red);
  const collar =
    shape("M150 900L330 740L450 860L570 740L750 900Z", ink) +
    range(7)
      .map((i) => rect(190 + i * 80, 850 + (i % 2) * 20, 40, 10, paper))
      .join("");
  return sheet(
    rect(0, 0, 900, 900, paper) +
      rect(448, 0, 3, 900, ink) +
      left.join("") +
      right +
      hair +
      features +
      collar,
  );
}

/** The bandleader with his whistle, printed over himself. */
function kofi(): string {
  const [cream, yellow, pink, green, brown, black] = [
    "#fbf3df",
    "#ffcb05",
    "#ff2f74",
    "#00a37a",
    "#6b3720",
    "#1b1714",
  ];
  const over = 'style="mix-blend-mode:multiply"';
  return sheet(
    rect(0, 0, 900, 900, cream) +
      disc(300, 380, 290, yellow, over) +
      disc(620, 420, 260, pink, over) +
      shape("M120 900Q150 660 450 660T780 900Z", green) +
      range(8)
        .map((i) => rect(190 + i * 70, 720 + Math.abs(i - 3.5) * 12, 30, 200, i % 2 ? yellow : black))
        .join("") +
      rect(380, 540, 140, 170, "#572a17") +
      oval(450, 420, 168, 210, brown) +
      shape("M262 320Q270 150 450 140T638 320Z", black) +
      rect(250, 300, 400, 46, yellow, 'rx="23"') +
      range(9)
        .map((i) => rect(272 + i * 42, 306, 20, 34, i % 2 ? pink : green))
        .join("") +
      line("M340 410q34 -24 66 0M494 410q34 -24 66 0", black, 12) +
      line("M450 420v76h-26", "#4a2413", 11) +
      shape("M370 520Q450 500 530 520L520 540H380Z", black) +
      rect(430, 556, 130, 44, "#cfd3d6", 'rx="8"') +
      disc(560, 590, 36, "#cfd3d6") +
      disc(560, 590, 14, black) +
      line("M560 626Q600 760 450 800", black, 7) +
      range(3)
        .map((i) =>
          line(
            `M${630 + i * 36} ${520 - i * 12}q26 50 0 ${110 + i * 24}`,
            black,
            11,
            'stroke-linecap="round"',
          ),
        )
        .join(""),
  );
}

/** Five players, five tiles of machinery. */
function yuto(): string {
  const colours = ["#0c6a45", "#f1c6cf", "#161614", "#efe8d8", "#e8552b"];
  const [green = "", pink = "", black = "", cream = "", orange = ""] = colours;
  const player = (i: number) => {
    const x = 20 + i * 172;
    const coat = [green, orange, black, pink, green][i] ?? green;
    return (
      rect(x, 540, 172, 360, coat) +
      group(tile(i, 172, [coat, cream, i === 3 ? black : pink]), `transform="translate(${x} 640)"`) +
      rect(x + 62, 480, 48, 70, "#e2a981") +
      rect(x + 26, 280, 120, 220, "#f0c09a", 'rx="60"') +
      [
        shape(
          `M${x + 20} 380V330Q${x + 20} 250 ${x + 86} 250T${x + 152} 330V380H${x + 130}V330H${x + 42}V380Z`,
          black,
        ),
        shape(`M${x + 20} 360Q${x + 20} 250 ${x + 86} 250T${x + 152} 360Z`, black),
        rect(x + 20, 252, 132, 74, black),
        shape(
          `M${x + 14} 470V330Q${x + 14} 246 ${x + 86} 246T${x + 158} 330V470H${x + 132}V346H${x + 40}V470Z`,
          black,
        ),
        shape(
          `M${x + 26} 340Q${x + 40} 270 ${x + 146} 330L${x + 146} 300Q${x + 130} 250 ${x + 86} 250T${x + 26} 300Z`,
          "#9aa0a0",
        ),
      ][i] +
      line(`M${x + 50} 388h22M${x + 100} 388h22M${x + 74} 450h24`, black, 8) +
      (i % 2
        ? group(
            disc(x + 61, 388, 22, "none", `stroke="${black}" stroke-width="6"`) +
              disc(x + 111, 388, 22, "none", `stroke="${black}" stroke-width="6"`),
            "",
          )
        : "")
    );
  };
  return sheet(
    rect(0, 0, 900, 900, cream) +
      range(25)
        .map((i) =>
          group(
            tile(i * 7 + 3, 36, [cream, [green, orange, pink][i % 3] ?? pink, black]),
            `transform="translate(${i * 36} 60) rotate(${(i % 4) * 90} 18 18)"`,
          ),
        )
        .join("") +
      range(25)
        .map((i) => disc(18 + i * 36, 150, 7, black))
        .join("") +
      range(5).map(player).join(""),
  );
}

/** Three accountants, balanced. */
function ledger(): string {
  const [lime, ink, white, red] = ["#c9e34a", "#14150f", "#f4f2ea", "#d43d2a"];
  const rules =
    range(24)
      .map((i) => rect(0, i * 38 + 20, 900, 3, "#a9c232"))
      .join("") +
    rect(96, 0, 5, 900, red) +
    rect(104, 0, 3, 900, red);
  const member = (x: number, y: number, k: number) =>
    shape(
      `M${x - 160} 900V${y + 330}Q${x - 150} ${y + 230} ${x} ${y + 230}T${x + 160} ${y + 330}V900Z`,
      ink,
    ) +
    shape(`M${x - 60} ${y + 226}L${x} ${y + 330}L${x + 60} ${y + 226}Z`, white) +
    shape(`M${x - 16} ${y + 250}h32l14 190l-30 40l-30 -40Z`, [red, lime, white][k] ?? red) +
    rect(x - 90, y - 20, 180, 250, white, `rx="${[90, 30, 70][k]}"`) +
    rect(x - 104, y + 70, 208, 38, ink) +
    ([
      shape(
        `M${x - 94} ${y + 50}Q${x - 100} ${y - 60} ${x} ${y - 60}T${x + 94} ${y + 50}Q${x + 40} ${y} ${x - 94} ${y + 50}Z`,
        ink,
      ),
      rect(x - 94, y - 44, 188, 66, ink),
      shape(
        `M${x - 90} ${y + 180}Q${x} ${y + 130} ${x + 90} ${y + 180}Q${x + 80} ${y + 250} ${x} ${y + 250}T${x - 90} ${y + 180}Z`,
        ink,
      ),
    ][k] ?? "") +
    line(`M${x - 30} ${y + 176}h60`, k === 2 ? white : ink, 9);
  return sheet(
    rect(0, 0, 900, 900, lime) + rules + member(196, 300, 0) + member(704, 320, 2) + member(450, 220, 1),
  );
}

/** A head as the map office would have drawn it. */
function aud(): string {
  const [paper, ink, orange] = ["#dfe3e6", "#1c2b2f", "#f26b1d"];
  const ring = (k: number) =>
    polygon(
      range(90).map((i) => {
        const t = (i / 90) * 2 * Math.PI;
        const r = k * (1 + 0.05 * Math.sin(3 * t + k * 0.02) + 0.03 * Math.sin(5 * t - k * 0.03));
        return [450 + Math.cos(t) * r * 0.8, 380 + Math.sin(t) * r] as const;
      }),
    );
  const hills = range(14)
    .toReversed()
    .map((i) =>
      shape(
        ring(270 + i * 42),
        i % 2 ? paper : "#d3d9dd",
        `stroke="${ink}" stroke-width="${i % 4 === 0 ? 6 : 2.4}"`,
      ),
    );
  const body =
    shape("M130 900Q170 690 450 690T770 900Z", ink) +
    range(5)
      .map((i) =>
        line(
          `M${190 + i * 20} 900Q${220 + i * 26} ${740 + i * 30} 450 ${740 + i * 30}T${710 - i * 20} 900`,
          paper,
          3,
        ),
      )
      .join("");
  const head =
    rect(378, 560, 144, 160, "#f2c9a8") + shape(ring(262), "#f7d9bd", `stroke="${ink}" stroke-width="6"`);
  const hair =
    shape("M236 420Q210 90 450 96T664 420Q640 260 560 220Q430 300 300 250Q250 300 236 420Z", orange) +
    range(4)
      .map((i) =>
        line(
          `M${252 + i * 14} ${360 - i * 40}Q${300 + i * 20} ${150 + i * 12} 450 ${126 + i * 22}T${640 - i * 14} ${350 - i * 36}`,
          ink,
          3,
        ),
      )
      .join("");
  const look =
    line("M330 380q36 -22 70 0M500 380q36 -22 70 0", ink, 10) +
    line("M450 390l-14 86h30", ink, 7) +
    line("M396 540q54 30 108 0", ink, 10) +
    disc(366, 392, 9, ink) +
    disc(534, 392, 9, ink);
  return sheet(rect(0, 0, 900, 900, paper) + hills.join("") + body + head + hair + look);
}

/** How each artist is drawn, by slug. */
export const artistDrawings = {
  "ines-corvacho": () => ({ svg: dotted(longHair, "#f3b8a6", "#0d4f52", 0.3) }),
  "halden-maar": () => ({ svg: engraved(shavenHead, "#efece4", "#19161b") }),
  "tidewater-committee": () => ({ svg: tidewater() }),
  "nattlinje-55": () => ({ svg: nattlinje() }),
  "delphine-okoro-lamb": () => ({ svg: delphine() }),
  "petra-vaskovska": () => ({ svg: petra() }),
  "kofi-amprofi": () => ({ svg: kofi() }),
  "marlow-finch": () => ({ svg: engraved(hatted, "#eebb52", "#4a0d26") }),
  "yuto-aramaki-ensemble": () => ({ svg: yuto() }),
  "the-ledger-club": () => ({ svg: ledger() }),
  "aud-fjelstad": () => ({ svg: aud() }),
} as const satisfies Record<DemoArtist["slug"], () => Drawing>;
