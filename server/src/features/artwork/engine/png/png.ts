import { crc32 } from "node:zlib";
import type { Raster } from "../raster.ts";
import { deflate } from "./deflate.ts";

/**
 * Writes an opaque raster as PNG, eight bits of red, green and blue a pixel. Each row is told by its difference to the one
 * above; pixels whose difference is that of the pixel before them are told as a run, everything else byte by byte, in one
 * block of deflate with codes of its own. That is what pictures of flat colours have most of, it takes a fraction of the
 * time of a search for any repetition, and it needs no library whose next version, or another processor, would choose
 * other bytes.
 */
export function encodePng(raster: Raster): Buffer {
  const { width, height } = raster;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, red green blue; deflate, filters for each row, not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflate(raster)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat(parts);
}

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
