import { describe, expect, test } from "vitest";
import { isCanvasEncodable, isCanvasReadable, type ReadableCanvas } from "./canvas-reading.ts";

type Pixels = Uint8ClampedArray<ArrayBuffer>;
type Protection = { read?: (pixels: Pixels) => Pixels; encode?: (pixels: Pixels) => Pixels | null };

/** A canvas with as much of the browser's as the checks use. `encode` makes a file of the pixels themselves. */
function createCanvas({
  read = (pixels) => pixels,
  encode = (pixels) => pixels,
}: Protection = {}): ReadableCanvas {
  let pixels = new Uint8ClampedArray();
  const canvas = { width: 0, height: 0 };
  const drawing = {
    fillStyle: "",
    clearRect: () => {
      pixels = new Uint8ClampedArray(4 * canvas.width * canvas.height);
    },
    fillRect(x: number, y: number) {
      const colour = (this.fillStyle.match(/\d+/g) ?? []).map(Number);
      pixels.set([...colour, 255], 4 * (y * canvas.width + x));
    },
    drawImage(image: CanvasImageSource) {
      if ("pixels" in image && image.pixels instanceof Uint8ClampedArray) pixels = image.pixels.slice();
    },
    getImageData: () => ({ data: read(pixels.slice()) }),
  };
  const toBlob = (taken: BlobCallback) => {
    const encoded = encode(pixels.slice());
    taken(encoded === null ? null : new Blob([encoded]));
  };
  return Object.assign(canvas, { toBlob, getContext: () => drawing });
}

async function decode(file: Blob): Promise<ImageBitmap & { pixels: Pixels }> {
  return {
    width: 16,
    height: 16,
    close: () => undefined,
    pixels: new Uint8ClampedArray(await file.arrayBuffer()),
  };
}

const random = () => Math.floor(256 * Math.random());

const answers: readonly [string, (pixels: Pixels) => Pixels][] = [
  ["noise, opaque", (pixels) => pixels.map((_, at) => (at % 4 === 3 ? 255 : random()))],
  ["noise, also in its alpha", (pixels) => pixels.map(random)],
  ["white", (pixels) => pixels.fill(255)],
  ["nothing", (pixels) => pixels.fill(0)],
  ["one bit of one pixel changed", (pixels) => pixels.fill((pixels[400] ?? 0) ^ 1, 400, 401)],
  ["every value one higher", (pixels) => pixels.map((value, at) => (at % 4 === 3 ? value : value + 1))],
  [
    "its rows exchanged",
    (pixels) => Uint8ClampedArray.from([...pixels.subarray(64), ...pixels.subarray(0, 64)]),
  ],
  ["fewer pixels", (pixels) => pixels.slice(4)],
];

describe("a canvas", () => {
  test("is readable and encodable in a browser that returns what was drawn", async () => {
    expect(isCanvasReadable(createCanvas())).toBe(true);
    expect(await isCanvasEncodable(createCanvas(), decode)).toBe(true);
  });

  test.each(answers)("is not readable if the answer is %s", async (_, read) => {
    expect(isCanvasReadable(createCanvas({ read }))).toBe(false);
    expect(await isCanvasEncodable(createCanvas({ read }), decode)).toBe(false);
  });

  test.each(answers)("is readable but not encodable if a file has %s", async (_, encode) => {
    expect(isCanvasReadable(createCanvas({ encode }))).toBe(true);
    expect(await isCanvasEncodable(createCanvas({ encode }), decode)).toBe(false);
  });

  test("is not readable if reading throws or there is no drawing", async () => {
    const forbid = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    expect(isCanvasReadable(createCanvas({ read: forbid }))).toBe(false);
    const none = Object.assign(createCanvas(), { getContext: () => null });
    expect(isCanvasReadable(none)).toBe(false);
    expect(await isCanvasEncodable(createCanvas({ encode: () => null }), decode)).toBe(false);
    const undecodable = () => Promise.reject(new DOMException("No image.", "InvalidStateError"));
    expect(await isCanvasEncodable(createCanvas(), undecodable)).toBe(false);
  });

  test("is asked again, because the permission may be given meanwhile", () => {
    let isProtected = true;
    const canvas = createCanvas({ read: (pixels) => (isProtected ? pixels.fill(255) : pixels) });
    expect(isCanvasReadable(canvas)).toBe(false);
    isProtected = false;
    expect(isCanvasReadable(canvas)).toBe(true);
  });
});
