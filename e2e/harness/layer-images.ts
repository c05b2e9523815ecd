import { deflateSync } from "node:zlib";
import { png, pngChunk, pngHead } from "../../server/src/testing/media/pictures.ts";

export const layerSizePx = 900;
export type Colour = readonly [number, number, number];

/** Returns a PNG of the artwork's size, coloured where `covers` returns true and transparent elsewhere. */
export function drawLayer(colour: Colour, covers: (x: number, y: number) => boolean): Buffer {
  const rows = Buffer.alloc(layerSizePx * (1 + layerSizePx * 4));
  const [red, green, blue] = colour;
  const pixel = ((red << 24) | (green << 16) | (blue << 8) | 255) >>> 0;
  for (let y = 0; y < layerSizePx; y += 1)
    for (let x = 0; x < layerSizePx; x += 1)
      if (covers(x, y)) rows.writeUInt32BE(pixel, y * (1 + layerSizePx * 4) + 1 + x * 4);
  const head = pngHead({ width: layerSizePx, height: layerSizePx, colour: 6 });
  return png(head, pngChunk("IDAT", deflateSync(rows, { level: 1 })), pngChunk("IEND"));
}
