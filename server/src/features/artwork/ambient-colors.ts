/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export const ink = "#0a0a0a";
export const paper = "#f6f6f2";
/** Minimum contrast between a panel and its text. */
const MIN_CONTRAST = 5.5;

/**
 * Picks the colour of a panel beside an image and the legible text colour: the largest group of coloured
 * pixels (3 bits per channel), unless a neutral one covers most of the image. If neither ink nor paper
 * reaches 5.5:1, shifts the lightness in OKLCH away from the nearer of the two until one does. `pixels` is
 * packed RGB.
 */
export function pickAmbientColors(pixels: Uint8Array): { ambient: string; on_ambient: string } {
  return ensureContrast(findMainColour(pixels));
}

type Bin = { count: number; sum: [number, number, number] };

function findMainColour(pixels: Uint8Array): Rgb {
  const bins = new Map<number, Bin>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bin = bins.get(key) ?? { count: 0, sum: [0, 0, 0] };
    bin.count++;
    bin.sum[0] += red;
    bin.sum[1] += green;
    bin.sum[2] += blue;
    bins.set(key, bin);
  }
  const ranked = [...bins.values()].sort((a, b) => b.count - a.count);
  const largest = ranked[0];
  if (largest === undefined) return [10, 10, 10];
  const coloured = ranked.find((bin) => toOklch(meanColour(bin)).chroma > 0.03);
  const mostlyNeutral = largest.count > 0.6 * (pixels.length / 3);
  return meanColour(mostlyNeutral || coloured === undefined ? largest : coloured);
}

function meanColour({ count, sum }: Bin): Rgb {
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function ensureContrast(colour: Rgb): { ambient: string; on_ambient: string } {
  const onInk = contrast(colour, [10, 10, 10]);
  const onPaper = contrast(colour, [246, 246, 242]);
  if (onPaper >= MIN_CONTRAST) return { ambient: toHex(colour), on_ambient: paper };
  if (onInk >= MIN_CONTRAST) return { ambient: toHex(colour), on_ambient: ink };
  const towardsLight = onInk >= onPaper;
  const { lightness, chroma, hue } = toOklch(colour);
  for (let step = 1; step <= 40; step++) {
    const moved = toRgb({ lightness: lightness + (towardsLight ? 0.02 : -0.02) * step, chroma, hue });
    if (contrast(moved, towardsLight ? [10, 10, 10] : [246, 246, 242]) >= MIN_CONTRAST) {
      return { ambient: toHex(moved), on_ambient: towardsLight ? ink : paper };
    }
  }
  return { ambient: ink, on_ambient: paper };
}

/** Returns the WCAG 2.2 contrast ratio of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map(toLinear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toGamma(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.min(255, Math.max(0, value * 255));
}

type Oklch = { lightness: number; chroma: number; hue: number };

/** Converts to Björn Ottosson's Oklab in polar form. */
function toOklch(colour: Rgb): Oklch {
  const [red, green, blue] = colour.map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function toRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    toGamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    toGamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}
