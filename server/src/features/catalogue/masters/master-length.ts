import type { MasterFormat } from "@wrapsody/shared/studio/masters.ts";
import type { ByteSource } from "../audio/mp3/byte-source.ts";

/**
 * What a container states about its audio: all of it is in the file, its end is missing, or no length is stated.
 */
export type StatedLength = "whole" | "truncated" | "unstated";

/** A header may have this many chunks or boxes before the audio. */
const MAX_PARTS = 1_000;

/** Compares the length that a container states with the file. Where FLAC ends, a decoder finds out. */
export function examineLength(
  source: ByteSource,
  format: MasterFormat,
): Promise<StatedLength> | StatedLength {
  if (format === "WAV") return examineWave(source);
  if (format === "AIFF") return examineAiff(source);
  if (format === "M4A") return examineBoxes(source);
  if (format === "OGG") return examinePages(source);
  return format === "AAC" ? "unstated" : "whole";
}

/**
 * Lengths that programs write when they do not know how much follows: zero, the largest number with or without a sign, or a little less,
 * which leaves room for the header. As a true length, they are those of hours.
 */
function isPlaceholder(length: bigint): boolean {
  return [0n, 1n << 31n, 1n << 32n].some((end) => length <= end && length >= end - MAX_HEADER_BYTES);
}

const MAX_HEADER_BYTES = 0x1000n;

type Chunk = { name: string; content: number; length: number };

const CHUNK_HEADER_BYTES = 8;

/** Chunks that follow another one in most files. */
const COMMON_CHUNKS: ReadonlySet<string> = new Set(["fmt ", "data", "LIST", "fact", "bext", "COMM", "SSND"]);

/** Lists the chunks of an IFF file. A pad byte should follow contents of odd length, and some programs leave it out. */
async function* listChunks(source: ByteSource, isLittleEndian: boolean): AsyncGenerator<Chunk> {
  for (let at = 12, parts = 0; at + CHUNK_HEADER_BYTES <= source.size && parts < MAX_PARTS; parts++) {
    const header = await readBytes(source, at, CHUNK_HEADER_BYTES);
    const length = isLittleEndian ? header.readUInt32LE(4) : header.readUInt32BE(4);
    const content = at + CHUNK_HEADER_BYTES;
    yield { name: header.toString("latin1", 0, 4), content, length };
    at = content + length;
    if (length % 2 === 1 && !COMMON_CHUNKS.has((await readBytes(source, at, 4)).toString("latin1"))) at += 1;
  }
}

/**
 * Compares the audio's own length with the file. The length of the whole file proves nothing: it counts pad bytes and chunks that a
 * program added or left out afterwards.
 */
async function examineWave(source: ByteSource): Promise<StatedLength> {
  let longLength: bigint | undefined;
  let last: Chunk | undefined;
  for await (const chunk of listChunks(source, true)) {
    const { name, content, length } = chunk;
    if (name === "ds64") longLength = await readLongLength(source, content);
    if (name === "data") return compareLength(source, content, longLength ?? BigInt(length));
    last = chunk;
  }
  return examineMissing(source, last);
}

/** Reads the length of the audio from the chunk in which files over 4 GB state it; undefined if it is a placeholder, too. */
async function readLongLength(source: ByteSource, content: number): Promise<bigint | undefined> {
  const lengths = await readBytes(source, content, 16);
  const length = lengths.length < 16 ? 0n : lengths.readBigUInt64LE(8);
  return length === 0n || length >= 1n << 62n ? undefined : length;
}

async function examineAiff(source: ByteSource): Promise<StatedLength> {
  let last: Chunk | undefined;
  for await (const chunk of listChunks(source, false)) {
    if (chunk.name === "SSND") return compareLength(source, chunk.content, BigInt(chunk.length));
    last = chunk;
  }
  return examineMissing(source, last);
}

function compareLength(source: ByteSource, content: number, length: bigint): StatedLength {
  if (length > 0n && BigInt(content) + length <= BigInt(source.size)) return "whole";
  return isPlaceholder(length) ? "unstated" : "truncated";
}

/** Returns what a file without audio is: it may end in the middle of the chunk before, or be damaged in another way. */
function examineMissing({ size }: ByteSource, last: Chunk | undefined): StatedLength {
  const end = last === undefined ? size : last.content + last.length;
  return end > size || end + CHUNK_HEADER_BYTES > size ? "truncated" : "whole";
}

/** Bytes behind the last box that are no box, such as a tag or zeros, are ignored. */
async function examineBoxes(source: ByteSource): Promise<StatedLength> {
  const names = new Set<string>();
  const outcome = () => (names.has("moov") ? "whole" : "truncated");
  for (let at = 0, parts = 0; at < source.size && parts < MAX_PARTS; parts++) {
    const header = await readBytes(source, at, 16);
    if (header.length < CHUNK_HEADER_BYTES) return outcome();
    const short = header.readUInt32BE(0);
    const name = header.toString("latin1", 4, 8);
    if (short === 1 && header.length < 16) return "truncated";
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (!/^[\w ©-]{4}$/.test(name) || (length !== 0 && length < CHUNK_HEADER_BYTES)) return outcome();
    names.add(name);
    // 0: to the end of the file.
    if (length === 0) return outcome();
    at += length;
    if (at > source.size) return "truncated";
  }
  return outcome();
}

const OGG_HEADER_BYTES = 27;
/** A page has at most 255 segments of 255 bytes. */
const MAX_PAGE_BYTES = OGG_HEADER_BYTES + 255 + 255 * 255;
/** Bytes behind the last page that are no page, such as a tag. */
const MAX_TRAILER_BYTES = 65_536;
const LAST_PAGE_FLAG = 4;

async function examinePages(source: ByteSource): Promise<StatedLength> {
  const length = MAX_PAGE_BYTES + MAX_TRAILER_BYTES;
  const tail = await readBytes(source, Math.max(0, source.size - length), length);
  const at = tail.lastIndexOf("OggS\0");
  if (at < 0) return "truncated";
  const segments = tail[at + OGG_HEADER_BYTES - 1] ?? 0;
  const table = tail.subarray(at + OGG_HEADER_BYTES, at + OGG_HEADER_BYTES + segments);
  const end = at + OGG_HEADER_BYTES + segments + table.reduce((sum, bytes) => sum + bytes, 0);
  const isLast = ((tail[at + 5] ?? 0) & LAST_PAGE_FLAG) !== 0;
  return isLast && end <= tail.length ? "whole" : "truncated";
}

/** Returns fewer bytes at the end of the file. */
export async function readBytes(source: ByteSource, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, source.size);
  return start >= end ? Buffer.alloc(0) : Buffer.from(await source.read(start, end));
}
