import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { Upload } from "../../platform/http/uploads.ts";

/** Writes an upload file as it lies on disk during a request. */
export async function uploadOf(
  folder: string,
  bytes: Buffer,
  overrides: Partial<Upload> = {},
): Promise<Upload> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return { path, size: bytes.length, hash, fileName: "cover.png", contentType: "image/png", ...overrides };
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([bigEndian(data.length), named, bigEndian(crc32(named))]);
}

/** Builds the header of a PNG; 8-bit truecolour by default. */
export function pngHead({
  width,
  height,
  bits = 8,
  colour = 2,
  interlaced = false,
}: PngKind & { width: number; height: number }): Buffer {
  const kind = Buffer.from([bits, colour, 0, 0, interlaced ? 1 : 0]);
  return pngChunk("IHDR", Buffer.concat([bigEndian(width), bigEndian(height), kind]));
}

type PngKind = { bits?: 8 | 16; colour?: 0 | 2 | 3 | 4 | 6; interlaced?: boolean };

export function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([pngStart, ...chunks]);
}

/** Builds a PNG of one colour, with extra chunks before its pixels and data behind its end. */
export function plainPng(
  side: number,
  { colour = [13, 79, 82], ahead = [], behind = Buffer.alloc(0) }: Partial<PlainPng> = {},
): Buffer {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: side }, () => Buffer.from(colour))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  const head = pngHead({ width: side, height: side });
  return Buffer.concat([png(head, ...ahead, pngChunk("IDAT", pixels), pngChunk("IEND")), behind]);
}

type PlainPng = { colour: [number, number, number]; ahead: Buffer[]; behind: Buffer };

/** Builds a text or profile chunk of zeros that compress a thousandfold. */
export function compressedZeros(name: "zTXt" | "iCCP", bytes: number): Buffer {
  return pngChunk(
    name,
    Buffer.concat([Buffer.from("zeros\0\0", "latin1"), deflateSync(Buffer.alloc(bytes))]),
  );
}

/** A colour profile as a PNG carries it. */
export function pngProfile(profile: Buffer): Buffer {
  return pngChunk("iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(profile)]));
}

/** Builds an animated PNG: the still image and one more frame in another colour. */
export function animatedPng(
  side: number,
  colour: [number, number, number],
  next: [number, number, number],
): Buffer {
  const frame = (sequence: number) =>
    pngChunk(
      "fcTL",
      Buffer.concat([...[sequence, side, side, 0, 0].map(bigEndian), Buffer.from([0, 1, 0, 10, 0, 0])]),
    );
  const still = plainPng(side, {
    colour,
    ahead: [pngChunk("acTL", Buffer.concat([bigEndian(2), bigEndian(0)])), frame(0)],
  });
  const moved = idatOf(plainPng(side, { colour: next }));
  const end = still.length - pngChunk("IEND").length;
  return Buffer.concat([
    still.subarray(0, end),
    frame(1),
    pngChunk("fdAT", Buffer.concat([bigEndian(2), moved])),
    still.subarray(end),
  ]);
}

/** Returns the compressed pixels of a PNG with a single IDAT chunk. */
function idatOf(bytes: Buffer): Buffer {
  const start = bytes.indexOf("IDAT") + 4;
  return bytes.subarray(start, start + bytes.readUInt32BE(start - 8));
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
}

/** Inserts segments behind the start of a JPEG. */
export function jpegWith(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Builds the EXIF segment of a camera with an orientation (1 to 8) and a place. */
export function exifSegment(orientation: number): Buffer {
  return jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation)]));
}

/** A TIFF directory of two entries: the orientation, and a note with a place. */
export function exif(orientation: number, place = "40.4168 N, 3.7038 W"): Buffer {
  const note = Buffer.from(`${place}\0`, "latin1");
  const head = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  head.write("MM\0*", 0, "latin1");
  head.writeUInt32BE(8, 4);
  head.writeUInt16BE(2, 8);
  entry(head, 10, { tag: 0x010e, type: 2, count: note.length, value: head.length });
  entry(head, 22, { tag: 0x0112, type: 3, count: 1, value: orientation << 16 });
  return Buffer.concat([head, note]);
}

function entry(
  head: Buffer,
  at: number,
  { tag, type, count, value }: Record<"tag" | "type" | "count" | "value", number>,
): void {
  head.writeUInt16BE(tag, at);
  head.writeUInt16BE(type, at + 2);
  head.writeUInt32BE(count, at + 4);
  head.writeUInt32BE(value, at + 8);
}

/**
 * Builds a grey progressive JPEG with the maximum number of empty scans: a few kilobytes that take a decoder
 * very long.
 */
export function manyScans(side: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(side, 0);
  size.writeUInt16BE(side, 2);
  const blocks = Math.ceil(side / 8) ** 2;
  const means = Buffer.concat([
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ]);
  // Each code skips 32,767 blocks.
  const empty = jpegBits(`0${"1".repeat(14)}`.repeat(Math.ceil(blocks / 32_767)));
  const scans = Array.from({ length: 63 * 14 }, (_, scan) => {
    const [band, step] = [1 + Math.floor(scan / 14), 13 - (scan % 14)];
    const bits = step === 13 ? step : ((step + 1) << 4) | step;
    return Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, band, band, bits])), empty]);
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(0xc2, Buffer.concat([Buffer.from([8]), size, Buffer.from([1, 1, 0x11, 0])])),
    oneCode(0x00, 0x00),
    oneCode(0x10, 0xe0),
    ...[means, ...scans, Buffer.from([0xff, 0xd9])],
  ]);
}

/** A Huffman table with a single one-bit code. */
function oneCode(table: number, symbol: number): Buffer {
  return jpegSegment(0xc4, Buffer.from([table, 1, ...Array.from({ length: 15 }, () => 0), symbol]));
}

/** Packs bits as a scan stores them: padded with ones, and a zero behind each 0xff byte. */
function jpegBits(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(
    bytes.flatMap((byte) => {
      const value = Number.parseInt(byte.padEnd(8, "1"), 2);
      return value === 0xff ? [value, 0] : [value];
    }),
  );
}
