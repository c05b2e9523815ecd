import { contrast, type Rgb } from "@wrapsody/shared/experiences/colours.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Pixels, pickAmbientColors } from "./ambient-colors.ts";

const SIGNAL: Rgb = [255, 221, 0];
const INK: Rgb = [10, 10, 10];
const CREAM: Rgb = [252, 243, 226];
const BLACK: Rgb = [17, 17, 17];
const RED: Rgb = [251, 37, 3];
const GREEN: Rgb = [1, 126, 2];
const TEAL: Rgb = [14, 79, 83];

describe("the ambient colour of any picture", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const colour = fc.tuple(byte, byte, byte);
  const picture = fc.oneof(
    fc.array(colour, { minLength: 1, maxLength: 64 }),
    // Few colours, as printed.
    fc
      .array(colour, { minLength: 1, maxLength: 4 })
      .chain((inks) => fc.array(fc.constantFrom(...inks), { minLength: 1, maxLength: 64 })),
    // Only greys.
    fc.array(
      byte.map((value): Rgb => [value, value, value]),
      { minLength: 1, maxLength: 64 },
    ),
  );

  test("occurs in it, under legible text and beside a visible button", { retry: 0 }, () => {
    fc.assert(
      fc.property(picture, (pixels) => {
        const { ambient, on_ambient } = pickAmbientColors(row(pixels));
        expect(pixels.map(toHex)).toContain(ambient);
        expect(contrast(toRgb(ambient), toRgb(on_ambient))).toBeGreaterThanOrEqual(4.5);
        // The site turns the yellow button black where the text is dark.
        const button = contrast(toRgb(on_ambient), [0, 0, 0]) > 7 ? SIGNAL : INK;
        expect(contrast(toRgb(ambient), button)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the ambient colour", () => {
  test("has the greatest product of area and chroma, neither the greatest area nor the black where inks overlap", () => {
    expect(pickAmbient(square(CREAM, [BLACK, 200], [RED, 150], [GREEN, 120]))).toBe("#fb2503");
  });

  test("continues a flat coloured edge, whatever is within", () => {
    expect(pickAmbient(square(TEAL, [RED, 300]))).toBe("#0e4f53");
  });

  test("is the printed colour, not its mean with the dots of a halftone", () => {
    const pixels = Array.from({ length: 400 }, (_, at) =>
      at % 3 === 0 ? BLACK : ([245, 159, 184] as const),
    );
    expect(pickAmbient(row(pixels))).toBe("#f59fb8");
  });

  test("is no speck of a grey picture", () => {
    const speck = square([128, 128, 128], [RED, 1]);
    expect(pickAmbient(speck)).toBe("#808080");
  });

  test("leaves the transparent part of a picture out, and is white without any other", () => {
    const logo = row([TEAL, RED, RED, RED, RED]);
    for (let at = 1; at < 5; at++) logo.data[at * 4 + 3] = 0;
    expect(pickAmbient(logo)).toBe("#0e4f53");
    logo.data.fill(0);
    expect(pickAmbientColors(logo)).toEqual({ ambient: "#ffffff", on_ambient: "#0a0a0a" });
  });

  test.each([
    ["one pixel", row([TEAL]), "#0e4f53"],
    ["one colour", square(RED), "#fb2503"],
    ["black", square([0, 0, 0]), "#000000"],
  ])("of %s is its own", (_, pixels, expected) => {
    expect(pickAmbient(pixels)).toBe(expected);
  });
});

function pickAmbient(pixels: Pixels): string {
  return pickAmbientColors(pixels).ambient;
}

/** 40 pixels a side on `ground`, with areas in the middle, one after another. */
function square(ground: Rgb, ...areas: [Rgb, pixels: number][]): Pixels {
  const side = 40;
  const pixels = Array.from({ length: side * side }, () => ground);
  let at = side * 10;
  for (const [colour, count] of areas) {
    for (let drawn = 0; drawn < count; at++) {
      const x = at % side;
      if (x < 8 || x >= side - 8) continue;
      pixels[at] = colour;
      drawn++;
    }
  }
  return { ...row(pixels), width: side, height: side };
}

function row(pixels: readonly Rgb[]): Pixels {
  return {
    data: Uint8Array.from(pixels.flatMap((pixel) => [...pixel, 255])),
    width: pixels.length,
    height: 1,
  };
}

function toHex(colour: Rgb): string {
  return `#${Buffer.from(colour).toString("hex")}`;
}

function toRgb(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = Buffer.from(hex.slice(1), "hex");
  return [red, green, blue];
}
