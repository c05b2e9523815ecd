import type { ByteSource } from "./source.ts";

const textOf = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Seven bits of each of four bytes, as ID3v2 writes lengths; undefined where a byte has the eighth. */
function synchsafe(bytes: Uint8Array, at: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + 4; index++) {
    const byte = bytes[index];
    if (byte === undefined || byte > 0x7f) return undefined;
    value = value * 128 + byte;
  }
  return value;
}

export const id3HeadSize = 10;

/**
 * The length that an ID3v2 tag claims to have, head and footer included. Lengths that break its rules are taken as the
 * plain numbers that wrong programs wrote.
 */
function id3Length(bytes: Uint8Array): number | undefined {
  if (id3HeadSize > bytes.length || textOf(bytes, 0, 3) !== "ID3") return undefined;
  if (bytes[3] === 0xff || bytes[4] === 0xff) return undefined;
  const plain = new DataView(bytes.buffer, bytes.byteOffset + 6, 4).getUint32(0);
  const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : id3HeadSize;
  return id3HeadSize + (synchsafe(bytes, 6) ?? plain) + footer;
}

const apeSize = 32;

/** The length of an APE tag that begins with its header, header included. */
function apeLength(bytes: Uint8Array): number | undefined {
  if (apeSize > bytes.length || textOf(bytes, 0, 8) !== "APETAGEX") return undefined;
  return apeSize + new DataView(bytes.buffer, bytes.byteOffset + 12, 4).getUint32(0, true);
}

const id3v1Size = 128;

/** The length that a tag claims to have, of which these are the first 32 bytes; undefined where it is no tag. */
export function tagLength(beginning: Uint8Array): number | undefined {
  const old = textOf(beginning, 0, 3) === "TAG" ? id3v1Size : undefined;
  return id3Length(beginning) ?? apeLength(beginning) ?? old;
}

/** Bytes of the longest tag of which nothing tells where it begins. */
const longestLyrics = 5_200;
const tailSize = 512;
/** Of the rare tag that adds to ID3v1. */
const extendedSize = 227;

/**
 * Where the tags behind the music begin: ID3v1, APE, Lyrics3 and ID3v2 with a footer, in any order and number. A tag is
 * believed where it is complete; of an APE tag that lies about its length, only the footer is taken for one.
 */
export async function endOfMusic(source: ByteSource): Promise<number> {
  let end = source.size;
  for (let tags = 0; tags < 8; tags++) {
    const before = end - (await tailTagLength(source, end));
    if (before === end) break;
    end = Math.max(before, 0);
  }
  return end;
}

async function tailTagLength(source: ByteSource, end: number): Promise<number> {
  const tail = await source.read(Math.max(0, end - tailSize), end);
  const from = (back: number) => tail.length - back;
  if (tail.length >= id3v1Size && textOf(tail, from(id3v1Size), 3) === "TAG") {
    const whole = id3v1Size + extendedSize;
    return tail.length >= whole && textOf(tail, from(whole), 4) === "TAG+" ? whole : id3v1Size;
  }
  if (tail.length >= apeSize && textOf(tail, from(apeSize), 8) === "APETAGEX") {
    return apeTail(source, end, tail.subarray(from(apeSize)));
  }
  if (tail.length >= 15 && textOf(tail, from(9), 9) === "LYRICS200") {
    const length = Number.parseInt(textOf(tail, from(15), 6), 10) + 15;
    return (await standsAt(source, end - length, "LYRICSBEGIN")) ? length : 0;
  }
  if (tail.length >= 9 && textOf(tail, from(9), 9) === "LYRICSEND") return oldLyrics(source, end);
  if (tail.length >= id3HeadSize && textOf(tail, from(id3HeadSize), 3) === "3DI") {
    const length = (synchsafe(tail, from(4)) ?? 0) + 2 * id3HeadSize;
    return (await standsAt(source, end - length, "ID3")) ? length : 0;
  }
  return 0;
}

async function apeTail(source: ByteSource, end: number, footer: Uint8Array): Promise<number> {
  const view = new DataView(footer.buffer, footer.byteOffset, apeSize);
  const length = view.getUint32(12, true);
  const hasHeader = view.getUint32(20, true) >>> 31 === 1;
  if (hasHeader && (await standsAt(source, end - length - apeSize, "APETAGEX"))) return length + apeSize;
  return apeSize;
}

async function oldLyrics(source: ByteSource, end: number): Promise<number> {
  const start = Math.max(0, end - longestLyrics);
  const bytes = await source.read(start, end);
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf("LYRICSBEGIN");
  return found < 0 ? 0 : end - start - found;
}

async function standsAt(source: ByteSource, at: number, words: string): Promise<boolean> {
  if (at < 0 || at + words.length > source.size) return false;
  return textOf(await source.read(at, at + words.length), 0, words.length) === words;
}
