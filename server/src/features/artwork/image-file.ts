import { inflateSync } from "node:zlib";

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** Detects the type by the first bytes; names and media types prove nothing. */
export function detectImageType(bytes: Buffer): "png" | "jpeg" | undefined {
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return "png";
  return bytes.subarray(0, jpegStart.length).equals(jpegStart) ? "jpeg" : undefined;
}

/** Ancillary chunks that affect colours. */
const COLOR_CHUNKS: ReadonlySet<string> = new Set(["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "eXIf"]);
/** Uncompressed bytes of a colour profile; those for printing presses reach two million. */
const MAX_PROFILE_BYTES = 4_000_000;
/** Length, name and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;
/** Encoders write chunks of 8 kB and more, so a photo of 10 MB has about a thousand. */
const MAX_CHUNKS = 10_000;

/** A PNG with a header breaks off or has too many chunks. */
export class BrokenPng extends Error {
  override name = "BrokenPng";
}

/**
 * Strips text, animation frames and trailing data from a PNG. Compressed chunks can expand a thousandfold
 * before a decoder reads the first pixel.
 *
 * @throws BrokenPng if the file is truncated behind its header, Error if it has none
 */
export function stripPngChunks(png: Buffer): Buffer {
  const parts: Buffer[] = [pngStart];
  const seen = new Set<string>();
  let count = 0;
  for (let at = pngStart.length; ; ) {
    const next =
      at + CHUNK_OVERHEAD_BYTES + (at + CHUNK_OVERHEAD_BYTES <= png.length ? png.readUInt32BE(at) : 0);
    if (at + CHUNK_OVERHEAD_BYTES > png.length || next > png.length) {
      throw new (seen.has("IHDR") ? BrokenPng : Error)("The PNG breaks off.");
    }
    count += 1;
    if (count > MAX_CHUNKS) throw new BrokenPng("The PNG has too many chunks.");
    const name = png.toString("latin1", at + 4, at + 8);
    const chunk = png.subarray(at, next);
    if (
      isCritical(name) ||
      (COLOR_CHUNKS.has(name) && !seen.has(name) && hasReasonableProfile(name, chunk))
    ) {
      parts.push(chunk);
    }
    if (name === "IEND") return Buffer.concat(parts);
    seen.add(name);
    at = next;
  }
}

/** An upper-case first letter marks a critical chunk. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** A colour profile chunk: name, zero byte, compression method, compressed data. */
function hasReasonableProfile(name: string, chunk: Buffer): boolean {
  if (name !== "iCCP") return true;
  const content = chunk.subarray(8, -4);
  try {
    inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}

/** Scans of a progressive JPEG; thorough encoders write about 20. */
const MAX_SCANS = 100;

/** Returns whether decoding the scans of a small JPEG would take many seconds. */
export function hasTooManyScans(jpeg: Buffer): boolean {
  let at = -2;
  // Inside coded data 0xff is always followed by 0x00, so this only matches scan headers.
  for (let found = 0; found <= MAX_SCANS; found++) {
    at = jpeg.indexOf("ffda", at + 2, "hex");
    if (at < 0) return false;
  }
  return true;
}

const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * Appends the end marker, which some cameras and editors leave out, because the decoder takes a file without it for a broken one. Behind the
 * end of a JPEG, where phones write data of their own, it changes nothing.
 */
export function closeJpeg(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg, JPEG_END]);
}

/** Returns whether the decoder ran out of data before the last row of a JPEG. */
export function isMissingRows(error: unknown): boolean {
  return error instanceof Error && /premature end/i.test(error.message);
}
