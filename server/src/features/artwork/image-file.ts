import { inflateSync } from "node:zlib";

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** What a file is by its first bytes: neither its name nor its type prove anything. */
export function detectImageType(bytes: Buffer): "png" | "jpeg" | undefined {
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return "png";
  return bytes.subarray(0, jpegStart.length).equals(jpegStart) ? "jpeg" : undefined;
}

/** Chunks that say how the pixels are to be seen, besides those that a PNG cannot be without. */
const COLOR_CHUNKS: ReadonlySet<string> = new Set(["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "eXIf"]);
/** Bytes of a colour profile, uncompressed; those of printing presses reach two million. */
const MAX_PROFILE_BYTES = 4_000_000;
/** Of its length, its name and its checksum. */
const CHUNK_OVERHEAD_BYTES = 12;

/**
 * A PNG without what no picture needs: texts, further frames of an animation, and whatever stands behind its end. Some of
 * them are kept compressed a thousandfold, and a decoder would unpack them before it looks at a pixel.
 *
 * @throws Error where the file breaks off
 */
export function stripPngChunks(png: Buffer): Buffer {
  const parts: Buffer[] = [pngStart];
  const seen = new Set<string>();
  for (let at = pngStart.length; ; ) {
    const next =
      at + CHUNK_OVERHEAD_BYTES + (at + CHUNK_OVERHEAD_BYTES <= png.length ? png.readUInt32BE(at) : 0);
    if (at + CHUNK_OVERHEAD_BYTES > png.length || next > png.length) throw new Error("The PNG breaks off.");
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

/** A capital at its start says that nobody can do without the chunk. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** A colour profile is a name, a zero, the method of compression (there is one) and what is compressed. */
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

/** Scans of a progressive JPEG; encoders that try hardest come to about 20. */
const MAX_SCANS = 100;

/** Whether a JPEG goes over itself so often that a few kilobytes would keep a processor busy for many seconds. */
export function hasTooManyScans(jpeg: Buffer): boolean {
  let found = 0;
  // Among coded pixels a byte of ones is always followed by a zero, so nothing but the start of a scan reads like this.
  for (let at = jpeg.indexOf("ffda", 0, "hex"); at >= 0; at = jpeg.indexOf("ffda", at + 2, "hex")) found += 1;
  return found > MAX_SCANS;
}
