import type { ByteSource } from "./byte-source.ts";

const readText = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Reads an ID3v2 length of four 7-bit bytes; undefined if a byte uses its eighth bit. */
export function readSynchsafe(bytes: Uint8Array, at: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + 4; index++) {
    const byte = bytes[index];
    if (byte === undefined || byte > 0x7f) return undefined;
    value = value * 128 + byte;
  }
  return value;
}

export const ID3_HEADER_BYTES = 10;

/**
 * Returns the length an ID3v2 tag claims, header and footer included. Invalid lengths are read as the plain
 * numbers that broken writers produce.
 */
export function id3Length(bytes: Uint8Array): number | undefined {
  if (ID3_HEADER_BYTES > bytes.length || readText(bytes, 0, 3) !== "ID3") return undefined;
  if (bytes[3] === 0xff || bytes[4] === 0xff) return undefined;
  const plain = new DataView(bytes.buffer, bytes.byteOffset + 6, 4).getUint32(0);
  const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : ID3_HEADER_BYTES;
  return ID3_HEADER_BYTES + (readSynchsafe(bytes, 6) ?? plain) + footer;
}

const APE_HEADER_BYTES = 32;

/** Returns the length of an APE tag with a header, header included. */
function apeLength(bytes: Uint8Array): number | undefined {
  if (APE_HEADER_BYTES > bytes.length || readText(bytes, 0, 8) !== "APETAGEX") return undefined;
  return APE_HEADER_BYTES + new DataView(bytes.buffer, bytes.byteOffset + 12, 4).getUint32(0, true);
}

const ID3V1_BYTES = 128;

/** Returns the length a tag claims, given its first 32 bytes; undefined if it is no tag. */
export function tagLength(beginning: Uint8Array): number | undefined {
  const old = readText(beginning, 0, 3) === "TAG" ? ID3V1_BYTES : undefined;
  return id3Length(beginning) ?? apeLength(beginning) ?? old;
}

/** Longest tag that does not state its start. */
const MAX_LYRICS_BYTES = 5_200;
const TAIL_BYTES = 512;
/** The rare extension of ID3v1. */
const ID3V1_EXTENDED_BYTES = 227;

/**
 * Finds where the trailing tags begin: ID3v1, APE, Lyrics3 and ID3v2 with a footer, in any order and number.
 * A tag counts if it is complete; of an APE tag with a wrong length only the footer counts.
 */
export async function findEndOfMusic(source: ByteSource): Promise<number> {
  let end = source.size;
  for (let tags = 0; tags < 8; tags++) {
    const before = end - (await tailTagLength(source, end));
    if (before === end) break;
    end = Math.max(before, 0);
  }
  return end;
}

async function tailTagLength(source: ByteSource, end: number): Promise<number> {
  const tail = await source.read(Math.max(0, end - TAIL_BYTES), end);
  const from = (back: number) => tail.length - back;
  if (tail.length >= ID3V1_BYTES && readText(tail, from(ID3V1_BYTES), 3) === "TAG") {
    const whole = ID3V1_BYTES + ID3V1_EXTENDED_BYTES;
    return tail.length >= whole && readText(tail, from(whole), 4) === "TAG+" ? whole : ID3V1_BYTES;
  }
  if (tail.length >= APE_HEADER_BYTES && readText(tail, from(APE_HEADER_BYTES), 8) === "APETAGEX") {
    return apeTagLength(source, end, tail.subarray(from(APE_HEADER_BYTES)));
  }
  if (tail.length >= 15 && readText(tail, from(9), 9) === "LYRICS200") {
    const length = Number.parseInt(readText(tail, from(15), 6), 10) + 15;
    return (await hasTextAt(source, end - length, "LYRICSBEGIN")) ? length : 0;
  }
  if (tail.length >= 9 && readText(tail, from(9), 9) === "LYRICSEND") return lyricsTagLength(source, end);
  if (tail.length >= ID3_HEADER_BYTES && readText(tail, from(ID3_HEADER_BYTES), 3) === "3DI") {
    const length = (readSynchsafe(tail, from(4)) ?? 0) + 2 * ID3_HEADER_BYTES;
    return (await hasTextAt(source, end - length, "ID3")) ? length : 0;
  }
  return 0;
}

async function apeTagLength(source: ByteSource, end: number, footer: Uint8Array): Promise<number> {
  const view = new DataView(footer.buffer, footer.byteOffset, APE_HEADER_BYTES);
  const length = view.getUint32(12, true);
  const hasHeader = view.getUint32(20, true) >>> 31 === 1;
  if (hasHeader && (await hasTextAt(source, end - length - APE_HEADER_BYTES, "APETAGEX")))
    return length + APE_HEADER_BYTES;
  return APE_HEADER_BYTES;
}

async function lyricsTagLength(source: ByteSource, end: number): Promise<number> {
  const start = Math.max(0, end - MAX_LYRICS_BYTES);
  const bytes = await source.read(start, end);
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf("LYRICSBEGIN");
  return found < 0 ? 0 : end - start - found;
}

async function hasTextAt(source: ByteSource, at: number, words: string): Promise<boolean> {
  if (at < 0 || at + words.length > source.size) return false;
  return readText(await source.read(at, at + words.length), 0, words.length) === words;
}
