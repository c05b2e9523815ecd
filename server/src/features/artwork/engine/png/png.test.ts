import { inflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createPrng, randomIndex } from "../draw/prng.ts";
import { createCanvas, type Raster } from "../raster.ts";
import { codeLengths } from "./huffman.ts";
import { encodePng } from "./png.ts";

/** Stretches of a few colours, some of which go on for longer than a match of deflate can, and some grain. */
const picture = fc
  .record({
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 12 }),
    seed: fc.string(),
    grain: fc.constantFrom(0, 0.01, 0.5, 1),
  })
  .map(({ width, height, seed, grain }): Raster => {
    const chance = createPrng(seed);
    const raster = createCanvas(width, height, [randomIndex(chance, 256), 0, 255]);
    let colour = [0, 0, 0];
    for (let at = 0; at < width * height; at += 1) {
      if (chance() < 0.01 || chance() < grain) colour = [0, 1, 2].map(() => randomIndex(chance, 256));
      raster.data.set(colour, at * 4);
    }
    return raster;
  });

const opaque = ({ data }: Raster) => Buffer.from(data.filter((_, at) => at % 4 !== 3));

test("every picture is read back as it was, by a strict reader", { retry: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(picture, async (raster) => {
      const { data, info } = await sharp(encodePng(raster), { failOn: "warning" })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, info.channels]).toEqual([raster.width, raster.height, 3]);
      expect(data.equals(opaque(raster))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test("the checksum of the rows is right where they are long and bright", () => {
  const raster = createCanvas(900, 900, [255, 255, 255]);
  for (let at = 0; at < raster.data.length; at += 4) raster.data.set([at % 251, at % 241, at % 239], at);
  const png = encodePng(raster);
  // IHDR takes 33 bytes; then the length and the name of IDAT.
  const compressed = png.subarray(41, 41 + png.readUInt32BE(33));
  expect(inflateSync(compressed).length).toBe(900 * (3 * 900 + 1));
});

test("a picture of flat colours is small", () => {
  expect(encodePng(createCanvas(900, 900, [12, 34, 56])).length).toBeLessThan(6_000);
});

test("codes are complete and never too long, however lopsided the counts", { retry: 0 }, () => {
  const counts = fc.array(
    fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3e6 })),
    {
      minLength: 2,
      maxLength: 286,
    },
  );
  const check = (list: readonly number[]) => {
    const lengths = codeLengths(Uint32Array.from(list), 11);
    const used = [...lengths].filter((length) => length > 0);
    expect(used.length).toBe(list.filter((count) => count > 0).length);
    expect(Math.max(...used)).toBeLessThanOrEqual(11);
    expect(used.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
  };
  fc.assert(
    fc.property(
      counts.filter((list) => list.filter((count) => count > 0).length > 1),
      check,
    ),
  );
  // As lopsided as counts get: each as many as all before it.
  check(Array.from({ length: 30 }, (_, at) => 2 ** at));
});
