import type { photoFilters } from "./participation.ts";

export type PhotoFilter = (typeof photoFilters)[number];

/** Red, green and blue of the result, each from red, green, blue and a constant, all from 0 to 255. */
type ColourMatrix = readonly [red: MatrixRow, green: MatrixRow, blue: MatrixRow];
type MatrixRow = readonly [red: number, green: number, blue: number, constant: number];

/** `curve` maps each value of the result to another. */
type Shade = { matrix: ColourMatrix; curve?: (value: number) => number };

/** The perceived lightness (Rec. 709). */
const lightness = [0.2126, 0.7152, 0.0722] as const;
const [red, green, blue] = lightness;
const grey: MatrixRow = [red, green, blue, 0];

const shades: Readonly<Record<Exclude<PhotoFilter, "NONE">, Shade>> = {
  MONO: { matrix: [grey, grey, grey] },
  SEPIA: {
    matrix: [
      [0.393, 0.769, 0.189, 0],
      [0.349, 0.686, 0.168, 0],
      [0.272, 0.534, 0.131, 0],
    ],
  },
  // Print effect: nearly all pixels become ink or paper, with a narrow grey range.
  INK: { matrix: [grey, grey, grey], curve: (value) => 10 + 243 * smoothStep((value - 84) / 88) },
  FADED: {
    matrix: [
      mix([0.4712, 0, 0], 0.2888, 52),
      mix([0, 0.4712, 0], 0.2888, 48),
      mix([0, 0, 0.4712], 0.2888, 40),
    ],
  },
  COLD: { matrix: [mix([0.72, 0, 0], 0.1, 0), mix([0, 0.9, 0], 0.08, 0), mix([0, 0, 0.86], 0.14, 20)] },
};

/** Adds a share of the lightness to a row. */
function mix(colour: readonly [number, number, number], share: number, constant: number): MatrixRow {
  return [colour[0] + share * red, colour[1] + share * green, colour[2] + share * blue, constant];
}

/** Applies a filter to pixels of three or four channels in place. Opacity stays. */
export function filterPixels(pixels: Uint8ClampedArray, filter: PhotoFilter, channels: 3 | 4 = 4): void {
  if (filter === "NONE") return;
  const { matrix, curve } = shades[filter];
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    for (const [channel, row] of matrix.entries()) {
      const value = row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2] + row[3];
      pixels[at + channel] = curve === undefined ? value : curve(value);
    }
  }
}

/** The values of SVG filters that draw the same as `filterPixels`; undefined for NONE. */
export function describeSvgFilter(
  filter: PhotoFilter,
): { matrix: string; table: string | undefined } | undefined {
  if (filter === "NONE") return undefined;
  const { matrix, curve } = shades[filter];
  const rows = matrix.map(([red, green, blue, constant]) => [red, green, blue, 0, constant / 255].join(" "));
  const table = curve && Array.from({ length: 256 }, (_, value) => curve(value) / 255).join(" ");
  return { matrix: [...rows, "0 0 0 1 0"].join(" "), table };
}

/** Smoothstep from 0 to 1. */
function smoothStep(share: number): number {
  const within = Math.max(0, Math.min(1, share));
  return within * within * (3 - 2 * within);
}
