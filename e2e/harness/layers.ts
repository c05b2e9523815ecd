import { deflateSync } from "node:zlib";
import { png, pngChunk, pngHead } from "../../server/src/testing/pictures.ts";

export const side = 900;
export type Colour = readonly [number, number, number];

/** A PNG as large as a picture, of one colour where `covers` says so and transparent elsewhere. */
export function layer(colour: Colour, covers: (x: number, y: number) => boolean): Buffer {
  const rows = Buffer.alloc(side * (1 + side * 4));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (covers(x, y)) rows.set([...colour, 255], y * (1 + side * 4) + 1 + x * 4);
  const head = pngHead({ width: side, height: side, colour: 6 });
  return png(head, pngChunk("IDAT", deflateSync(rows)), pngChunk("IEND"));
}
