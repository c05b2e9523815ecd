export type Size = { width: number; height: number };
/** Premultiplied RGBA pixels, one byte each, from the top left, in a buffer of its own. */
export type Raster = Size & { data: Uint8Array };

/** Creates a canvas of one opaque colour. */
export function createCanvas(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Raster {
  const pixels = new Int32Array(width * height).fill((255 << 24) | (blue << 16) | (green << 8) | red);
  return { width, height, data: new Uint8Array(pixels.buffer) };
}

/**
 * Views the bytes as 32-bit pixels with red in the lowest byte (little-endian, as on every machine that runs
 * Node).
 */
export function pixelView({ data }: Raster): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

/** Premultiplies colours by their alpha, in place. */
export function premultiply(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 255) continue;
    data[at] = divideBy255((data[at] ?? 0) * alpha);
    data[at + 1] = divideBy255((data[at + 1] ?? 0) * alpha);
    data[at + 2] = divideBy255((data[at + 2] ?? 0) * alpha);
  }
}

/** Divides a product of two bytes by 255 with rounding, without a division. */
function divideBy255(product: number): number {
  const sum = product + 128;
  return (sum + (sum >> 8)) >> 8;
}
