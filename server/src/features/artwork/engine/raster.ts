/** Pixels from the left above: red, green, blue and alpha, a byte each, the colours multiplied by the alpha. A buffer of its own. */
export type Raster = { width: number; height: number; data: Uint8Array };

/** A canvas of one opaque colour. */
export function canvasOf(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Raster {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
    data[at + 3] = 255;
  }
  return { width, height, data };
}

/** Multiplies colours that stand beside their alpha by it, in place. */
export function premultiply(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 255) continue;
    data[at] = divided((data[at] ?? 0) * alpha);
    data[at + 1] = divided((data[at + 1] ?? 0) * alpha);
    data[at + 2] = divided((data[at + 2] ?? 0) * alpha);
  }
}

/**
 * Lays a raster on an opaque canvas: source over, in whole numbers, so that the result is the same on every machine. The
 * raster must lie within the canvas.
 *
 * @throws RangeError where it does not
 */
export function layOver(canvas: Raster, layer: Raster, left: number, top: number): void {
  if (left < 0 || top < 0 || left + layer.width > canvas.width || top + layer.height > canvas.height)
    throw new RangeError("A layer lies outside of its canvas.");
  const from = pixelsOf(layer);
  const to = pixelsOf(canvas);
  for (let row = 0; row < layer.height; row += 1) {
    let source = row * layer.width;
    let target = (top + row) * canvas.width + left;
    for (const end = source + layer.width; source < end; source += 1, target += 1) {
      const pixel = from[source] ?? 0;
      const rest = 255 - (pixel >>> 24);
      // Most pixels of a layer are either empty or opaque.
      if (rest === 255) continue;
      to[target] = rest === 0 ? pixel : pixel + faded(to[target] ?? 0, rest);
    }
  }
}

/** The same bytes, four at a time: red in the lowest, as every machine that runs Node has it. */
function pixelsOf({ data }: Raster): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

/** Each byte of a pixel times `rest`, divided by 255 and rounded; two bytes at a time, a lane of 16 bits for each. */
function faded(pixel: number, rest: number): number {
  const redBlue = Math.imul(pixel & 0x00ff00ff, rest) + 0x00800080;
  const greenAlpha = Math.imul((pixel >>> 8) & 0x00ff00ff, rest) + 0x00800080;
  const low = ((redBlue + ((redBlue >>> 8) & 0x00ff00ff)) >>> 8) & 0x00ff00ff;
  const high = (greenAlpha + ((greenAlpha >>> 8) & 0x00ff00ff)) & 0xff00ff00;
  return low | high;
}

/** A product of two bytes divided by 255 and rounded, without a division. */
function divided(product: number): number {
  const sum = product + 128;
  return (sum + (sum >> 8)) >> 8;
}
