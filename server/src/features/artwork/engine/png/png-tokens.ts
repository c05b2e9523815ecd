import { pixelView, type Raster } from "../raster.ts";

/**
 * What a PNG tells of its pixels: from 0 on the three bytes of a pixel, below 0 so many pixels that go on as the last one was,
 * and `rowStart`. `checksum` is the Adler-32 of the bytes that they stand for.
 */
export type Tokens = { list: Int32Array; checksum: number };

/** Stands for the byte that every row begins with. */
export const ROW_START = 1 << 24;
/** The filter that tells a row by its difference to the one above. */
export const UP_FILTER = 2;
/** Of pixels: 258 bytes are the most that one match of deflate stands for. */
export const MAX_RUN_PIXELS = 86;
const ADLER_MODULUS = 65_521;

/** No picture has more tokens than pixels and rows. One picture's are written before the next one's are found. */
let tokenBuffer = new Int32Array(0);

/** The rows of a picture from above, each as its difference to the one before it. Valid until it is asked for again. */
export function tokenize(raster: Raster): Tokens {
  const { width, height } = raster;
  const pixels = pixelView(raster);
  const most = height * (width + 1);
  if (tokenBuffer.length < most) tokenBuffer = new Int32Array(most);
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
      // Adler-32 of all the run at once.
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

/** Red, green and blue of a pixel less those of the one above, each by itself; nothing is above the first row. */
function deltaToRowAbove(pixels: Int32Array, at: number, width: number): number {
  const pixel = pixels[at] ?? 0;
  const above = at < width ? 0 : (pixels[at - width] ?? 0);
  if (pixel === above) return 0;
  const apart = ((pixel | 0x80808080) - (above & 0x7f7f7f7f)) ^ ((pixel ^ ~above) & 0x80808080);
  return apart & 0x00ffffff;
}
