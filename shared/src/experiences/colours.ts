/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Parses `#rrggbb`. */
export function parseRgb(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the WCAG 2.2 contrast ratio of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour;
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Returns the linear light of an sRGB channel, 0 to 1. */
export function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Colours of a QR code as `#rrggbb`. */
export type QrColours = { foreground: string; background: string };

export const DEFAULT_QR_COLOURS: QrColours = { foreground: "#0a0a0a", background: "#ffffff" };

/** Minimum contrast between the colours of a QR code. Cameras in bad light need as much as readers of small text. */
const MIN_QR_CONTRAST = 4.5;

export const qrColourTexts = {
  inverted:
    "The foreground of a QR code must be darker than its background. Many cameras don’t read light on dark.",
  contrast: "These colours are too similar for a code to be scanned.",
} as const;

/** Returns why cameras may not read a QR code in these colours; undefined if they do. */
export function findQrColourProblem({ foreground, background }: QrColours): string | undefined {
  const [ink, ground] = [parseRgb(foreground), parseRgb(background)];
  if (luminance(ink) > luminance(ground)) return qrColourTexts.inverted;
  return contrast(ink, ground) < MIN_QR_CONTRAST ? qrColourTexts.contrast : undefined;
}
