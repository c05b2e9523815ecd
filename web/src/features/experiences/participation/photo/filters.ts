import type { photoFilters } from "@wrapsody/shared/participation.ts";

export type PhotoFilter = (typeof photoFilters)[number];

/** Red, green and blue, 0 to 255. Values outside are clamped when written. */
type Colour = readonly [red: number, green: number, blue: number];

const shades: Record<PhotoFilter, (red: number, green: number, blue: number) => Colour> = {
  NONE: (red, green, blue) => [red, green, blue],
  MONO: (red, green, blue) => toGrey(computeLightness(red, green, blue)),
  SEPIA: (red, green, blue) => [
    0.393 * red + 0.769 * green + 0.189 * blue,
    0.349 * red + 0.686 * green + 0.168 * blue,
    0.272 * red + 0.534 * green + 0.131 * blue,
  ],
  // Print effect: nearly all pixels become ink or paper, with a narrow grey range.
  INK: (red, green, blue) => toGrey(10 + 243 * smoothStep((computeLightness(red, green, blue) - 84) / 88)),
  FADED: (red, green, blue) => {
    const light = computeLightness(red, green, blue);
    const pale = (value: number) => 46 + 0.76 * (0.62 * value + 0.38 * light);
    return [pale(red) + 6, pale(green) + 2, pale(blue) - 6];
  },
  COLD: (red, green, blue) => {
    const light = computeLightness(red, green, blue);
    return [0.72 * red + 0.1 * light, 0.9 * green + 0.08 * light, 0.86 * blue + 0.14 * light + 20];
  },
};

/** Applies a filter to RGBA pixels in place. */
export function filterPixels(pixels: Uint8ClampedArray, filter: PhotoFilter): void {
  if (filter === "NONE") return;
  const shade = shades[filter];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = shade(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
  }
}

/** Returns the perceived lightness (Rec. 709). */
function computeLightness(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toGrey(value: number): Colour {
  return [value, value, value];
}

/** Smoothstep from 0 to 1. */
function smoothStep(share: number): number {
  const within = Math.max(0, Math.min(1, share));
  return within * within * (3 - 2 * within);
}
