import { describe, expect, it } from "vitest";
import { photoFilters } from "./participation.ts";
import { describeSvgFilter, filterPixels, type PhotoFilter } from "./photo-filters.ts";

const skin = [224, 172, 140, 255];
const sky = [90, 150, 230, 255];

function filtered(filter: PhotoFilter, ...pixels: number[][]): number[][] {
  const flat = new Uint8ClampedArray(pixels.flat());
  filterPixels(flat, filter);
  return pixels.map((_, at) => [...flat.slice(at * 4, at * 4 + 4)]);
}

describe("photo filters", () => {
  it("are six, each with a different result", () => {
    expect(photoFilters.length).toBe(6);
    const outputs = photoFilters.map((filter) => JSON.stringify(filtered(filter, skin, sky)));
    expect(new Set(outputs).size).toBe(6);
  });

  it("leave the photo unchanged without a filter, and never change opacity", () => {
    expect(filtered("NONE", skin, sky)).toEqual([skin, sky]);
    for (const filter of photoFilters)
      expect(filtered(filter, [10, 20, 30, 77]).map(([, , , opacity]) => opacity)).toEqual([77]);
  });

  it("remove all colour in black and white", () => {
    for (const filter of ["MONO", "INK"] as const)
      for (const [red, green, blue] of filtered(filter, skin, sky)) {
        expect(green).toBe(red);
        expect(blue).toBe(red);
      }
  });

  it("reduce the photo to ink on paper", () => {
    const [dark, light] = filtered("INK", [40, 40, 40, 255], [220, 220, 220, 255]);
    expect(dark?.[0]).toBeLessThan(20);
    expect(light?.[0]).toBeGreaterThan(240);
  });

  it("make the photo warmer, paler or cooler as named", () => {
    const [sepia] = filtered("SEPIA", [128, 128, 128, 255]);
    expect(sepia?.[0]).toBeGreaterThan(sepia?.[2] ?? 255);
    const [faded] = filtered("FADED", [0, 0, 0, 255]);
    expect(faded?.[0]).toBeGreaterThan(30);
    const [cold] = filtered("COLD", [128, 128, 128, 255]);
    expect(cold?.[2]).toBeGreaterThan(cold?.[0] ?? 255);
  });

  it("are the same as filters of SVG, which show them without reading pixels", () => {
    for (const filter of photoFilters) {
      const described = describeSvgFilter(filter);
      for (const pixel of [skin, sky, [0, 0, 0, 255], [255, 255, 255, 255], [130, 120, 125, 255]]) {
        const [drawn = []] = filtered(filter, pixel);
        const expected = described === undefined ? pixel : applySvg(described, pixel);
        for (const [channel, value] of drawn.entries())
          expect(Math.abs(value - (expected[channel] ?? -1))).toBeLessThanOrEqual(3);
      }
    }
  });
});

/** Computes what `feColorMatrix` and then `feComponentTransfer` draw, by their definition. */
function applySvg(
  { matrix, table }: { matrix: string; table: string | undefined },
  pixel: number[],
): number[] {
  const values = matrix.split(" ").map(Number);
  const input = [...pixel.map((value) => value / 255), 1];
  const within = (value: number) => Math.max(0, Math.min(1, value));
  const mixed = [0, 5, 10, 15].map((row) =>
    within(input.reduce((sum, value, at) => sum + value * (values[row + at] ?? 0), 0)),
  );
  const steps = table?.split(" ").map(Number);
  const map = (value: number) => steps?.[Math.round(value * (steps.length - 1))] ?? value;
  return mixed.map((value, channel) => Math.round(255 * (channel < 3 ? map(value) : value)));
}
