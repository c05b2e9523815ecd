import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, pickAmbientColors, type Rgb } from "./ambient-colors.ts";

describe("ambient colour", () => {
  test("is legible under its text for any picture", () => {
    const picture = fc.array(fc.tuple(byte, byte, byte), { minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(picture, (pixels) => {
        const { ambient, on_ambient } = pickAmbientColors(Uint8Array.from(pixels.flat()));
        // Colours are written with 8 bits a channel, which may cost a few hundredths of the ratio.
        expect(contrast(rgbOf(ambient), rgbOf(on_ambient))).toBeGreaterThanOrEqual(5.45);
      }),
      { numRuns: 300 },
    );
  });

  test("is the largest coloured area, not the grey around it", () => {
    const { ambient } = pickAmbientColors(
      filled([[128, 128, 128], 50], [[13, 79, 82], 30], [[240, 80, 40], 20]),
    );
    expect(ambient).toBe("#0d4f52");
  });

  test("stays neutral where grey covers most of the picture", () => {
    const { ambient, on_ambient } = pickAmbientColors(filled([[20, 20, 20], 80], [[255, 0, 0], 20]));
    expect(ambient).toBe("#141414");
    expect(on_ambient).toBe("#f6f6f2");
  });

  test("keeps its hue when a middling lightness has to move", () => {
    const { ambient } = pickAmbientColors(filled([[150, 110, 110], 10]));
    const [red, green, blue] = rgbOf(ambient);
    expect(red).toBeGreaterThan(green);
    expect(Math.abs(green - blue)).toBeLessThan(12);
  });
});

const byte = fc.integer({ min: 0, max: 255 });

function filled(...areas: [Rgb, number][]): Uint8Array {
  return Uint8Array.from(
    areas.flatMap(([colour, count]) => Array.from({ length: count }, () => colour).flat()),
  );
}

function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
