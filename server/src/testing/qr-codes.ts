import decode from "jsqr";

/** What a camera reads in a square picture, given by the red, green, blue and alpha of its pixels. */
export function decodeQrCode(pixels: Buffer): string | undefined {
  const side = Math.sqrt(pixels.length / 4);
  return decode(new Uint8ClampedArray(pixels), side, side)?.data;
}
