import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createCanvas, premultiply, type Raster } from "../raster.ts";
import { blendLayer, encodeLayer, layerBytes } from "./run-length.ts";

const byte = fc.integer({ min: 0, max: 255 });
const pixel = fc.tuple(byte, byte, byte, byte);

function rasterOf(width: number, pixels: readonly (readonly number[])[]): Raster {
  const data = Uint8Array.from(pixels.flat());
  premultiply(data);
  return { width, height: pixels.length / width, data };
}

const layer = (width: number, pixels: readonly (readonly number[])[]) => encodeLayer(rasterOf(width, pixels));

test("blending a layer over a canvas has the result of sharp, to a unit or two", { retry: 0 }, async () => {
  const pixels = fc.sample(pixel, { numRuns: 400, seed: 7 });
  const canvas = createCanvas(20, 20, [200, 120, 30]);
  blendLayer(canvas, layer(20, pixels), 0, 0);
  const theirs = await sharp({
    create: { width: 20, height: 20, channels: 4, background: "rgb(200,120,30)" },
  })
    .composite([{ input: Buffer.from(pixels.flat()), raw: { width: 20, height: 20, channels: 4 } }])
    .raw()
    .toBuffer();
  const apart = [...canvas.data].map((value, index) => Math.abs(value - (theirs[index] ?? -99)));
  expect(Math.max(...apart)).toBeLessThanOrEqual(3);
});

test("an opaque layer covers, an empty one changes nothing, and the canvas stays opaque", {
  retry: 0,
}, () => {
  fc.assert(
    fc.property(pixel, fc.tuple(byte, byte, byte), ([red, green, blue, alpha], ground) => {
      const canvas = createCanvas(1, 1, ground);
      blendLayer(canvas, layer(1, [[red, green, blue, alpha]]), 0, 0);
      expect(canvas.data[3]).toBe(255);
      if (alpha === 255) expect([...canvas.data]).toEqual([red, green, blue, 255]);
      if (alpha === 0) expect([...canvas.data]).toEqual([...ground, 255]);
      for (const [index, value] of [red, green, blue].entries()) {
        const exact = (value * alpha + (ground[index] ?? 0) * (255 - alpha)) / 255;
        expect(Math.abs((canvas.data[index] ?? 0) - exact)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("a layer lies where it is put, and nowhere else", () => {
  const canvas = createCanvas(4, 3, [0, 0, 0]);
  blendLayer(
    canvas,
    layer(
      2,
      Array.from({ length: 2 }, () => [255, 255, 255, 255]),
    ),
    1,
    2,
  );
  const lit = Array.from({ length: 12 }, (_, index) => canvas.data[index * 4]);
  expect(lit).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0]);
});

test.each([
  [-1, 0],
  [0, -1],
  [3, 0],
  [0, 3],
])("a layer at %i, %i is refused where that is outside", (left, top) => {
  const small = encodeLayer(createCanvas(2, 1, [0, 0, 0]));
  expect(() => blendLayer(createCanvas(4, 3, [0, 0, 0]), small, left, top)).toThrow(RangeError);
});

/** Rows of nothing, of opaque and of half-seen pixels, in stretches long and short. */
const anyPixels = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 0, 255, 255, 100),
      fc.tuple(byte, byte, byte),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((stretches) => stretches.flatMap(([length, alpha, colour]) => Array(length).fill([...colour, alpha])))
  .map((list: number[][]) => list.slice(0, list.length - (list.length % Math.min(list.length, 37))));

test("the runs of a layer give the picture that its pixels give one by one", { retry: 0 }, () => {
  fc.assert(
    fc.property(anyPixels, fc.tuple(byte, byte, byte), (pixels, ground) => {
      const width = Math.min(pixels.length, 37);
      const whole = rasterOf(width, pixels);
      const canvas = createCanvas(width, whole.height, ground);
      blendLayer(canvas, encodeLayer(whole), 0, 0);
      const single = createCanvas(width, whole.height, ground);
      for (const [at, expectedPixel] of pixels.entries())
        blendLayer(single, layer(1, [expectedPixel]), at % width, Math.floor(at / width));
      expect(Buffer.from(canvas.data).equals(Buffer.from(single.data))).toBe(true);
    }),
  );
});

test("a layer takes no memory for its transparent pixels", () => {
  const pixels = Array.from({ length: 400 }, (_, at) => (at < 20 ? [9, 9, 9, 255] : [0, 0, 0, 0]));
  expect(layerBytes(layer(20, pixels))).toBe(20 * 4 + 4);
});

test("a layer that is larger than any canvas is refused", () => {
  expect(() => encodeLayer(createCanvas(1024, 1, [0, 0, 0]))).toThrow(RangeError);
});
