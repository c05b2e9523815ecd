import { pixelView, type Raster } from "../raster.ts";

/**
 * A raster as tokens: values from 0 on are the three bytes of a pixel, negative ones a run that repeats the
 * last pixel, and `ROW_START`. `checksum` is the Adler-32 of the bytes they stand for.
 */
export type Tokens = { list: Int32Array; checksum: number };

/** Stands for the filter byte of a row. */
export const ROW_START = 1 << 24;
/** The PNG filter Up: difference to the row above. */
export const UP_FILTER = 2;
/** One deflate match covers at most 258 bytes. */
export const MAX_RUN_PIXELS = 86;
const ADLER_MODULUS = 65_521;

/**
 * Reused buffer: a raster has at most one token per pixel and row, and its tokens are consumed before the
 * next raster is tokenized.
 */
let tokenBuffer = new Int32Array(0);

/** Tokenizes the rows as differences to the row above. The result is valid until the next call. */
export function tokenize(raster: Raster): Tokens {
  const { width, height } = raster;
  const pixels = pixelView(raster);
  const maxTokens = height * (width + 1);
  if (tokenBuffer.length < maxTokens) tokenBuffer = new Int32Array(maxTokens);
  const list = tokenBuffer;
  let count = 0;
  let [sum, sums] = [1, 0];
  for (let row = 0; row < height; row += 1) {
    list[count++] = ROW_START;
    sum += UP_FILTER;
    sums += sum;
    let last = -1;
    const end = (row + 1) * width;
    for (let at = row * width; at < end; ) {
      const delta = deltaToRowAbove(pixels, at, width);
      const red = delta & 255;
      const green = (delta >>> 8) & 255;
      const blue = delta >>> 16;
      let length = 1;
      if (delta === last) {
        const furthest = Math.min(MAX_RUN_PIXELS, end - at);
        while (length < furthest && deltaToRowAbove(pixels, at + length, width) === delta) length += 1;
        list[count++] = -length;
      } else {
        list[count++] = delta;
        last = delta;
      }
      // Adler-32 of the whole run in one step.
      const whole = red + green + blue;
      sums += length * (3 * (sum + red) + 2 * green + blue) + 3 * whole * ((length * (length - 1)) / 2);
      sum += length * whole;
      at += length;
    }
    sum %= ADLER_MODULUS;
    sums %= ADLER_MODULUS;
  }
  return { list: list.subarray(0, count), checksum: sums * 65_536 + sum };
}

/** Returns the difference of each channel to the pixel above; nothing is above the first row. */
function deltaToRowAbove(pixels: Int32Array, at: number, width: number): number {
  const pixel = pixels[at] ?? 0;
  const above = at < width ? 0 : (pixels[at - width] ?? 0);
  if (pixel === above) return 0;
  const apart = ((pixel | 0x80808080) - (above & 0x7f7f7f7f)) ^ ((pixel ^ ~above) & 0x80808080);
  return apart & 0x00ffffff;
}
