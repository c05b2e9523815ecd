import { clamp, clouds, disc, group, line, oval, range, rect, shape, sheet, starved, words } from "../ink.ts";
import type { Drawing } from "../press.ts";
import { engraving, halftone, type Tone } from "../screens.ts";

const towers: Tone = (x, y) => {
  if (x > 150 && x < 560 && y > 120) {
    const [u, v] = [(x - 150) % 82, (y - 120) % 92];
    if (v < 26) return 0.1;
    if (u < 10) return 0.28;
    return v < 50 ? 0.92 : 0.6 - 0.4 * (u / 82);
  }
  if (x > 560 && x < 790 && y > 300) {
    const [u, v] = [(x - 560) % 46, (y - 300) % 60];
    if (v < 14) return 0.5;
    return u < 20 ? 0.95 : 0.5;
  }
  return 0.02 + 0.44 * Math.max(0, 1 - y / 620);
};

/** Two blocks of flats in a coarse screen. */
export function concrete(paper: string, ink: string): string {
  return sheet(rect(0, 0, 900, 900, paper) + shape(halftone(towers, 13.4, 0.52, 0.69), ink));
}

const posts = [180, 330, 470, 640, 800];

const desert: Tone = (x, y) => {
  if (y > 520) {
    const depth = y - 520;
    const onShadow = posts.some(
      (post) => Math.abs(x - (post + ((post - 600) * depth) / 190)) < 6 + depth * 0.11,
    );
    return onShadow ? 0.99 : 0.62 + 0.16 * Math.sin(((x - 600) / (y - 470)) * 9);
  }
  if (posts.some((post) => Math.abs(x - post) < 9 && y > 250 + ((post * 7) % 90))) return 0.99;
  const distance = Math.hypot(x - 600, y - 330);
  if (distance < 190) return 0.03;
  const sky = 0.2 + y / 1500;
  return distance < 400 ? sky * (0.55 + (distance - 190) / 470) : sky;
};

/** A plain with posts, engraved; the sun is where nothing was cut. */
export function lowSun(paper: string, ink: string): string {
  return sheet(rect(0, 0, 900, 900, paper) + shape(engraving(desert, 15), ink));
}

/** One street lamp and what it does to wet tar. */
export function sodium(): Drawing {
  const [night, glow] = ["#0d0b0a", "#ffc21a"];
  const noise = clouds(12);
  const lamps = [
    [622, 226, 1],
    [462, 390, 0.34],
    [396, 458, 0.16],
    [362, 492, 0.09],
  ] as const;
  const tone: Tone = (x, y) => {
    let light = 0.1 * noise(x * 0.006, y * 0.009, 4) * (y < 630 ? 1 : 0.4);
    for (const [lx, ly, power] of lamps) {
      const d = Math.hypot(x - lx, (y - ly) * 0.95);
      light += power * (1.1 * Math.exp(-d / (56 * power + 12)) + 0.42 * Math.exp(-d / (170 * power + 27)));
    }
    if (y > 576) {
      const near = (y - 576) / 324;
      const wet = noise(x * 0.013, y * 0.055, 3) * 2.1;
      light += near * 0.62 * wet * Math.exp(-Math.abs(x - 622 + (y - 576) * 0.2) / (36 + near * 108));
    }
    return light < 0.05 ? 0 : light;
  };
  const post = rect(641, 216, 9, 423, night) + rect(594, 212, 54, 8, night);
  const title =
    rect(0, 752, 478, 148, night) +
    words("sodium", 34, 862, 148, glow, { weight: 760, stretch: 84, more: 'letter-spacing="-6"' });
  const artist =
    rect(36, 50, 226, 48, night) + words("Nattlinje 55", 48, 84, 31, glow, { weight: 620, stretch: 90 });
  return {
    svg: sheet(
      rect(0, 0, 900, 900, night) + shape(halftone(tone, 19, 0.52, 0.8), glow) + post + title + artist,
    ),
  };
}

/** Light falling through a shade, and nothing else in the room. */
export function lampRoom(): Drawing {
  const tone: Tone = (x, y) => Math.exp(-Math.abs(x - 450) / (27 + y * 0.28)) * clamp(1.25 - y / 810) * 1.1;
  const cone = halftone((x, y) => (y > 96 ? tone(x, y) : 0), 17, 0.5, 0.78);
  const shade = shape("M392 0H508L590 128H310Z", "#d8431f") + rect(310, 128, 280, 12, "#ffe9b0");
  return { svg: sheet(rect(0, 0, 900, 900, "#100c0a") + shape(cone, "#ffc21a") + shade) };
}

/** A loudspeaker seen through two screens that do not agree. */
export function grille(): Drawing {
  const rings = halftone(
    (x, y) => {
      const d = Math.hypot(x - 450, y - 450);
      return 0.95 - d / 504 + 0.25 * Math.sin(d / 19.8);
    },
    20,
    0,
  );
  const heat = halftone((x, y) => 0.7 - Math.hypot(x - 576, y - 387) / 378, 20, 0.3);
  return {
    svg: sheet(
      rect(0, 0, 900, 900, "#0b6a73") +
        shape(rings, "#f6b81a") +
        shape(heat, "#ff4f2e", 'style="mix-blend-mode:multiply"'),
    ),
  };
}

/** A radio on a hill under a dusty sun, in four inks and out of register. */
export function harmattan(): Drawing {
  const [red, yellow, teal] = ["#ff4f2e", "#f6b81a", "#0b6a73"];
  const multiply = 'style="mix-blend-mode:multiply" filter="url(#worn)"';
  const sun = halftone(
    (x, y) => (Math.hypot(x - 531, y - 372) < 297 ? 1.12 - (y - 99) / 576 : 0),
    14,
    0.4,
    0.8,
  );
  const hill = "M0 640C216 520 378 594 558 660C720 712 810 588 900 556V900H0Z";
  const near = "M0 784C234 676 423 748 630 802C747 828 837 784 900 756V900H0Z";
  const holes = range(117).map((i) =>
    disc(140 + (i % 13) * 21.6, 500 + Math.floor(i / 13) * 24.3, 7.6, "#f3ead6"),
  );
  const radio =
    line("M396 366L576 76", teal, 6) +
    disc(577, 74, 8, teal) +
    rect(108, 366, 324, 384, teal) +
    holes.join("") +
    disc(351, 425, 36, "#f3ead6") +
    line("M351 425L376 402", teal, 7) +
    rect(135, 400, 153, 11, "#f3ead6") +
    rect(135, 424, 153, 5, "#f3ead6");
  const type =
    words("HARMATTAN", 50, 112, 78, teal, { weight: 800, stretch: 125, fit: 640 }) +
    words("Kofi Amprofi", 54, 852, 28, "#f3ead6", { weight: 700, stretch: 95 }) +
    words("45 rpm", 846, 852, 28, "#f3ead6", { weight: 700, stretch: 95, anchor: "end" });
  return {
    svg: sheet(
      rect(0, 0, 900, 900, "#f3ead6") +
        shape(sun, red, multiply) +
        shape(hill, yellow, `${multiply} transform="translate(4 -3)"`) +
        shape(near, teal, `${multiply} transform="translate(-4 3)"`) +
        group(radio, multiply) +
        type,
      starved("worn", 0.3, 0.16, 8),
    ),
  };
}

/** A fruit of ellipses, printed one over the other. */
export function glassMango(): Drawing {
  const [yellow, pink, green, orange] = ["#ffcb05", "#ff2f74", "#00a37a", "#ff7a1a"];
  const over = 'style="mix-blend-mode:multiply"';
  const body =
    oval(400, 470, 330, 238, yellow, -38, over) +
    oval(520, 400, 300, 206, pink, 24, over) +
    oval(470, 560, 150, 330, green, 52, over) +
    disc(604, 640, 118, "url(#dots)", over) +
    disc(300, 300, 130, "url(#stripes)", over) +
    oval(690, 214, 92, 60, green, -30, over);
  const defs = `<pattern id="dots" width="18" height="18" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><circle cx="9" cy="9" r="6.4" fill="${pink}"/></pattern><pattern id="stripes" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(15)"><rect width="14" height="6" fill="${orange}"/></pattern>`;
  return { svg: sheet(rect(0, 0, 900, 900, "#fbf3df") + body, defs) };
}
