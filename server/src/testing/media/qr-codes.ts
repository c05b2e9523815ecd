import decode from "jsqr";

/** Decodes the QR code in a square RGBA image. */
export function decodeQrCode(pixels: Buffer): string | undefined {
  const side = Math.sqrt(pixels.length / 4);
  return decode(new Uint8ClampedArray(pixels), side, side)?.data;
}
