import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import decode from "jsqr";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ArtworkSpec } from "../compose/compose.ts";
import { createLayerCache, decodeLayer, layerKey } from "../compose/layers.ts";
import { layerBytes } from "../compose/run-length.ts";
import { startRenderer } from "./renderer.ts";

const disc = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><circle cx="300" cy="300" r="280" fill="${colour}" fill-opacity="0.8"/></svg>`,
  );
const files = new Map([
  ["red", await sharp(disc("#e03020")).png().toBuffer()],
  ["blue", await sharp(disc("#2040c0")).webp({ lossless: true }).toBuffer()],
  ["turned", await sharp(disc("#30a050")).jpeg().withMetadata({ orientation: 6 }).toBuffer()],
  ["broken", Buffer.from("no picture at all")],
]);
const reads: string[] = [];
const renderer = startRenderer({
  workers: 2,
  maxLayerBytes: 20_000_000,
  async read(id) {
    reads.push(id);
    const file = files.get(id);
    if (file === undefined) throw new Error("unknown");
    return file;
  },
});
afterAll(() => renderer.stop());

const place = (left: number, top: number, width: number) => ({ left, top, width, height: width });
const picture: ArtworkSpec = {
  ground: "#f6f6f2",
  layers: [
    { kind: "image", id: "red", place: place(0, 0, 600) },
    { kind: "image", id: "blue", place: place(300, 300, 600) },
    { kind: "image", id: "turned", place: place(50, 500, 160) },
    {
      kind: "qr",
      text: "https://music.example/qr/redirect?c=1",
      colours: { foreground: "#0a0a0a", background: "#ffffff" },
      place: place(740, 0, 160),
    },
  ],
};
const pixelsOf = async (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true });

describe("a picture", () => {
  test("is 900 pixels square, opaque PNG without any metadata", async () => {
    const { format, width, height, channels, exif, icc } = await sharp(
      await renderer.render(picture),
    ).metadata();
    expect({ format, width, height, channels, exif, icc }).toEqual({
      format: "png",
      width: 900,
      height: 900,
      channels: 3,
      exif: undefined,
      icc: undefined,
    });
  });

  test("is the same to the byte, whichever worker makes it and whatever was made before", async () => {
    const rendered = await Promise.all(Array.from({ length: 6 }, () => renderer.render(picture)));
    expect(new Set(rendered.map((png) => createHash("sha256").update(png).digest("hex"))).size).toBe(1);
  });

  test("has its layers where they belong, later ones on top", async () => {
    const { data } = await pixelsOf(await renderer.render(picture));
    const at = (x: number, y: number) => [...data.subarray((y * 900 + x) * 3, (y * 900 + x) * 3 + 3)];
    expect(at(5, 5)).toEqual([246, 246, 242]);
    const isNear = (found: number[], expected: number[]) =>
      found.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= 2);
    // 0.8 of the colour over the ground, and 0.8 of the second over that.
    expect(isNear(at(150, 300), [228, 88, 74])).toBe(true);
    expect(isNear(at(450, 450), [71, 69, 168])).toBe(true);
  });

  test("has a code that can be read", async () => {
    const { data } = await sharp(await renderer.render(picture))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decode(new Uint8ClampedArray(data), 900, 900)?.data).toBe("https://music.example/qr/redirect?c=1");
  });

  test("fails alone where a layer is missing or no picture", async () => {
    const singleLayer = (id: string): ArtworkSpec => ({
      ground: "#ffffff",
      layers: [{ kind: "image", id, place: place(0, 0, 300) }],
    });
    const [missing, broken, whole] = await Promise.allSettled([
      renderer.render(singleLayer("missing")),
      renderer.render(singleLayer("broken")),
      renderer.render(singleLayer("red")),
    ]);
    expect([missing.status, broken.status, whole.status]).toEqual(["rejected", "rejected", "fulfilled"]);
  });

  test("reads a layer once for each worker, as long as it is kept", { retry: 0 }, async () => {
    const before = reads.length;
    await Promise.all(Array.from({ length: 8 }, () => renderer.render(picture)));
    expect(reads.length).toBe(before);
  });
});

test("a thread that ends fails its own pictures only, and is replaced", async () => {
  const posted = vi.spyOn(Worker.prototype, "postMessage");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let waiting = 0;
  const own = startRenderer({
    workers: 2,
    maxLayerBytes: 20_000_000,
    async read(id) {
      waiting += 1;
      await released;
      return files.get(id) ?? Buffer.alloc(0);
    },
  });
  const layers = [{ kind: "image" as const, id: "red", place: place(0, 0, 600) }];
  const render = () => own.render({ ground: "#ffffff", layers });
  const both = [render(), render()];
  // Two threads start here; that takes long on a busy machine.
  await expect.poll(() => waiting).toBe(2);
  const ending = posted.mock.contexts[0] as Worker;
  posted.mockRestore();
  const settled = Promise.allSettled(both);
  await ending.terminate();
  release();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(await Promise.all([render(), render()])).toEqual([await both[1], await both[1]]);
  await own.stop();
});

test("decoded layers are kept up to a number of bytes, the latest used the longest", async () => {
  const red = files.get("red") ?? Buffer.alloc(0);
  const size = { width: 160, height: 160 };
  const key = (id: string) => layerKey({ id, ...size });
  const layer = await decodeLayer(red, size);
  const maxBytes = 3 * layerBytes(layer);
  const cache = createLayerCache(maxBytes);
  for (const id of ["a", "b", "c"]) cache.set(key(id), layer);
  cache.get(key("a"));
  cache.set(key("d"), layer);
  expect(["a", "b", "c", "d"].filter((id) => cache.get(key(id)) !== undefined)).toEqual(["a", "c", "d"]);
  cache.set(
    layerKey({ id: "huge", width: 900, height: 900 }),
    await decodeLayer(red, { width: 900, height: 900 }),
  );
  expect(cache.calculatedSize).toBeLessThanOrEqual(maxBytes);
});
