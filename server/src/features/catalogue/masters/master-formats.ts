import { type MasterFormat, masterTexts } from "@wrapsody/shared/masters.ts";
import type { ByteSource } from "../audio/mp3/byte-source.ts";
import { id3Length } from "../audio/mp3/mp3-tags.ts";

/** A file that is not accepted as a master; an expected failure. The message is for its publisher. */
export class UnusableMaster extends Error {
  override name = "UnusableMaster";
  readonly problem: keyof typeof masterTexts;

  constructor(problem: keyof typeof masterTexts) {
    super(masterTexts[problem]);
    this.problem = problem;
  }
}

type FormatDescription = {
  /** As stored. */
  extension: string;
  contentType: string;
  /** FFmpeg's name of the only demuxer that may read the file. */
  demuxer: string;
  codecs: readonly string[];
};

const LITTLE_ENDIAN_PCM = ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le"];
const BIG_ENDIAN_PCM = ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be"];

export const formatDescriptions: Readonly<Record<MasterFormat, FormatDescription>> = {
  WAV: { extension: "wav", contentType: "audio/wav", demuxer: "wav", codecs: LITTLE_ENDIAN_PCM },
  AIFF: {
    extension: "aiff",
    contentType: "audio/aiff",
    demuxer: "aiff",
    codecs: [...BIG_ENDIAN_PCM, ...LITTLE_ENDIAN_PCM],
  },
  FLAC: { extension: "flac", contentType: "audio/flac", demuxer: "flac", codecs: ["flac"] },
  M4A: { extension: "m4a", contentType: "audio/mp4", demuxer: "mov", codecs: ["aac", "alac"] },
  AAC: { extension: "aac", contentType: "audio/aac", demuxer: "aac", codecs: ["aac"] },
  OGG: { extension: "ogg", contentType: "audio/ogg", demuxer: "ogg", codecs: ["vorbis", "opus", "flac"] },
};

const SIGNATURE_BYTES = 32;

/** Signatures of the formats. `?` matches any byte. */
const signatures: readonly [MasterFormat, RegExp][] = [
  ["WAV", /^(RIFF|RF64)....WAVE/s],
  ["AIFF", /^FORM....AIF[FC]/s],
  ["FLAC", /^fLaC/],
  ["OGG", /^OggS\0/],
  ["M4A", /^....ftyp/s],
  // ADTS without layer, with or without checksum.
  ["AAC", /^\xff[\xf0\xf1\xf8\xf9]/],
];

/**
 * Recognises a master by its content and checks that it is complete, as far as its container states its length.
 *
 * @throws UnusableMaster
 */
export async function recognizeMaster(source: ByteSource): Promise<MasterFormat> {
  const beginning = await readText(source, 0, SIGNATURE_BYTES);
  const tag = id3Length(Buffer.from(beginning, "latin1"));
  const text = tag === undefined ? beginning : await readText(source, tag, SIGNATURE_BYTES);
  const found = signatures.find(([, signature]) => signature.test(text))?.[0];
  // Only these two are found behind a tag.
  if (found === undefined || (tag !== undefined && found !== "AAC" && found !== "FLAC"))
    throw new UnusableMaster("wrongFormat");
  if (!(await isComplete(source, found))) throw new UnusableMaster("truncated");
  return found;
}

/** FLAC and ADTS do not state where they end; a decoder finds that out. */
function isComplete(source: ByteSource, format: MasterFormat): Promise<boolean> | boolean {
  if (format === "WAV") return hasWholeWave(source);
  if (format === "AIFF") return hasWholeAiff(source);
  if (format === "M4A") return hasWholeBoxes(source);
  return format === "OGG" ? hasLastPage(source) : true;
}

/** A header may have this many chunks or boxes before the audio. */
const MAX_PARTS = 1_000;
/** States that the length was unknown when the header was written. */
const UNKNOWN_LENGTH = 0xffff_ffff;

async function hasWholeWave(source: ByteSource): Promise<boolean> {
  let longLength: bigint | undefined;
  for (let at = 12, parts = 0; at + 8 <= source.size && parts < MAX_PARTS; parts++) {
    const header = await readBytes(source, at, 24);
    const name = header.toString("latin1", 0, 4);
    const length = header.readUInt32LE(4);
    if (name === "ds64" && header.length === 24) longLength = header.readBigUInt64LE(16);
    if (name === "data") {
      if (length !== UNKNOWN_LENGTH) return at + 8 + length <= source.size;
      return longLength === undefined || BigInt(at + 8) + longLength <= BigInt(source.size);
    }
    at += 8 + length + (length % 2);
  }
  return false;
}

async function hasWholeAiff(source: ByteSource): Promise<boolean> {
  const header = await readBytes(source, 0, 8);
  return header.readUInt32BE(4) + 8 <= source.size;
}

async function hasWholeBoxes(source: ByteSource): Promise<boolean> {
  let hasHeader = false;
  for (let at = 0, parts = 0; at < source.size && parts < MAX_PARTS; parts++) {
    const header = await readBytes(source, at, 16);
    if (header.length < 8) return false;
    const short = header.readUInt32BE(0);
    if (header.toString("latin1", 4, 8) === "moov") hasHeader = true;
    // 0: to the end of the file. 1: the length follows in 64 bits.
    if (short === 0) return hasHeader;
    if (short === 1 && header.length < 16) return false;
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (length < 8) return false;
    at += length;
    if (at > source.size) return false;
  }
  return hasHeader;
}

const OGG_HEADER_BYTES = 27;
/** A page has at most 255 segments of 255 bytes. */
const MAX_PAGE_BYTES = OGG_HEADER_BYTES + 255 + 255 * 255;
const LAST_PAGE_FLAG = 4;

async function hasLastPage(source: ByteSource): Promise<boolean> {
  const tail = await readBytes(source, Math.max(0, source.size - MAX_PAGE_BYTES), MAX_PAGE_BYTES);
  for (let at = tail.lastIndexOf("OggS"); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf("OggS", at - 1)) {
    const segments = tail[at + OGG_HEADER_BYTES - 1] ?? 0;
    const table = tail.subarray(at + OGG_HEADER_BYTES, at + OGG_HEADER_BYTES + segments);
    const end = at + OGG_HEADER_BYTES + segments + table.reduce((sum, length) => sum + length, 0);
    if (end === tail.length) return ((tail[at + 5] ?? 0) & LAST_PAGE_FLAG) !== 0;
  }
  return false;
}

/** Returns fewer bytes at the end of the file. */
async function readBytes(source: ByteSource, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, source.size);
  return start >= end ? Buffer.alloc(0) : Buffer.from(await source.read(start, end));
}

async function readText(source: ByteSource, start: number, length: number): Promise<string> {
  return (await readBytes(source, start, length)).toString("latin1");
}
