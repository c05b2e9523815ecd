import { parseLyrics, readLanguageTag, writeLrc } from "@wrapsody/shared/catalogue/lrc.ts";
import { findCodePage, readTagText } from "@wrapsody/shared/text/code-pages.ts";
import { describeUnreadable, normalizeText } from "@wrapsody/shared/text/text.ts";
import { analyse } from "chardet";
import type { ByteSource } from "./byte-source.ts";
import { ID3_HEADER_BYTES, id3Length, readSynchsafe } from "./mp3-tags.ts";

/** Lyrics of a recording's tag, plain or LRC. */
export type FileLyrics = {
  text: string;
  /** BCP 47; null if the tag names none. */
  language: string | null;
};

/** Bounds of the work on a hostile tag. */
const MAX_FRAMES = 10_000;
const MAX_FRAME_BYTES = 1 << 20;
const MAX_SYNCED_TEXTS = 20_000;

/**
 * Reads the lyrics of the ID3v2 tag at the start of an mp3: the synced ones (SYLT), else the plain ones (USLT).
 * Returns undefined if there are none or they exceed the limits of lyrics.
 */
export async function readId3Lyrics(source: ByteSource): Promise<FileLyrics | undefined> {
  const header = await source.read(0, Math.min(ID3_HEADER_BYTES, source.size));
  const length = id3Length(header);
  if (length === undefined) return undefined;
  const [major = 0, , flags = 0] = header.subarray(3);
  const stored = await source.read(ID3_HEADER_BYTES, Math.min(length, source.size));
  // Before version 2.4 the whole tag is unsynchronised, since then each frame.
  const tag = major < 4 && (flags & 0x80) !== 0 ? removeUnsynchronisation(stored) : stored;
  const frames = [
    ...lyricsFrames(tag, { major, start: (flags & 0x40) === 0 ? 0 : extendedBytes(tag, major) }),
  ];
  const texts = [
    ...frames.flatMap(({ isSynced, content }) => (isSynced ? [readSyncedLyrics(content)] : [])),
    ...frames.flatMap(({ isSynced, content }) => (isSynced ? [] : [readPlainLyrics(content)])),
  ];
  const accepted = texts.find((found) => {
    const text = found?.text ?? "";
    const { problems, lines } = parseLyrics(text);
    return problems.length === 0 && lines.length > 0 && describeUnreadable(text) === undefined;
  });
  return accepted && { ...accepted, text: normalizeText(accepted.text) };
}

function extendedBytes(tag: Uint8Array, major: number): number {
  return major === 4 ? (readSynchsafe(tag, 0) ?? 0) : 4 + readNumber(tag, 0, 4);
}

type LyricsFrame = { isSynced: boolean; content: Uint8Array };

/** Yields the frames with lyrics. Stops at the padding. */
function* lyricsFrames(
  tag: Uint8Array,
  { major, start }: { major: number; start: number },
): Generator<LyricsFrame> {
  const idLength = major === 2 ? 3 : 4;
  const headerLength = major === 2 ? 6 : 10;
  let at = start;
  for (let count = 0; count < MAX_FRAMES && at + headerLength <= tag.length; count++) {
    const id = readLatin1(tag.subarray(at, at + idLength));
    if (!/^[A-Z0-9]{3,4}$/.test(id)) return;
    const size = frameSize(tag, at + idLength, major);
    const flags = major === 2 ? 0 : (tag[at + 9] ?? 0);
    const content = tag.subarray(at + headerLength, at + headerLength + Math.min(size, MAX_FRAME_BYTES));
    const isLyrics = ["USLT", "SYLT", "ULT", "SLT"].includes(id);
    const plain = isLyrics ? frameContent(content, flags, major) : undefined;
    if (plain !== undefined) yield { isSynced: id.startsWith("S"), content: plain };
    at += headerLength + size;
  }
}

/** Some writers of version 2.4 store plain lengths, of which a byte may use its eighth bit. */
function frameSize(tag: Uint8Array, at: number, major: number): number {
  if (major === 2) return readNumber(tag, at, 3);
  return (major === 4 ? readSynchsafe(tag, at) : undefined) ?? readNumber(tag, at, 4);
}

/** Returns the content behind the extra fields of a frame; undefined if it is compressed or encrypted. */
function frameContent(content: Uint8Array, flags: number, major: number): Uint8Array | undefined {
  if (major === 3) return (flags & 0xc0) === 0 ? content.subarray((flags & 0x20) === 0 ? 0 : 1) : undefined;
  if ((flags & 0x0c) !== 0) return undefined;
  const rest = content.subarray(((flags & 0x40) === 0 ? 0 : 1) + ((flags & 0x01) === 0 ? 0 : 4));
  return (flags & 0x02) === 0 ? rest : removeUnsynchronisation(rest);
}

/** Removes the zero that follows each 0xFF. */
function removeUnsynchronisation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 0 && bytes[at - 1] === 0xff));
}

function readPlainLyrics(content: Uint8Array): FileLyrics {
  const encoding = content[0] ?? 0;
  const start = endOfText(content, 4, encoding).next;
  const [text = ""] = decodeTexts([content.subarray(start)], encoding);
  return { text, language: languageOf(content) };
}

/** Content types of words: other, lyrics, transcription. Further types are chords, events and the like. */
const WORDS_TYPES = [0, 1, 2];
const MILLISECONDS_FORMAT = 2;

function readSyncedLyrics(content: Uint8Array): FileLyrics | undefined {
  const [encoding = 0, , , , format, type = 0] = content;
  // The other format counts MPEG frames.
  if (format !== MILLISECONDS_FORMAT || !WORDS_TYPES.includes(type)) return undefined;
  const lines: { bytes: Uint8Array; time: number }[] = [];
  let at = endOfText(content, 6, encoding).next;
  while (at < content.length && lines.length < MAX_SYNCED_TEXTS) {
    const { end, next } = endOfText(content, at, encoding);
    if (next + 4 > content.length) break;
    lines.push({ bytes: content.subarray(at, end), time: readNumber(content, next, 4) });
    at = next + 4;
  }
  const texts = decodeTexts(
    lines.map(({ bytes }) => bytes),
    encoding,
  );
  const timed = lines.map(({ time }, index) => ({ text: texts[index] ?? "", time }));
  return { text: writeLrc(timed), language: languageOf(content) };
}

function languageOf(content: Uint8Array): string | null {
  return readLanguageTag(readLatin1(content.subarray(1, 4))) ?? null;
}

const isWide = (encoding: number) => encoding === 1 || encoding === 2;

/** Finds the end of a text from `from` on, and what follows its null character. */
function endOfText(bytes: Uint8Array, from: number, encoding: number): { end: number; next: number } {
  if (!isWide(encoding)) {
    const end = bytes.indexOf(0, from);
    return end < 0 ? { end: bytes.length, next: bytes.length } : { end, next: end + 1 };
  }
  for (let at = from; at + 1 < bytes.length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { end: at, next: at + 2 };
  }
  return { end: bytes.length, next: bytes.length };
}

const utf8 = new TextDecoder();
const utf16 = { le: new TextDecoder("utf-16le"), be: new TextDecoder("utf-16be") };

/** Decodes the texts of a frame. What is declared as Latin-1 may be in the code page of its author, and is empty if nobody can read it. */
function decodeTexts(texts: readonly Uint8Array[], encoding: number): string[] {
  if (encoding !== 0) return texts.map((bytes) => decodeText(bytes, encoding));
  const declared = texts.map((bytes) => Buffer.from(bytes).toString("latin1").replaceAll("\0", ""));
  const sample = declared.join("\n");
  const codePage = findCodePage([sample], (bytes) => analyse(bytes).map(({ name }) => name));
  const isReadable = readTagText(sample, codePage) !== undefined;
  return declared.map((text) => (isReadable ? (readTagText(text, codePage) ?? "") : ""));
}

function decodeText(bytes: Uint8Array, encoding: number): string {
  const decoder = !isWide(encoding)
    ? utf8
    : encoding === 2 || (bytes[0] === 0xfe && bytes[1] === 0xff)
      ? utf16.be
      : utf16.le;
  return decoder.decode(bytes).replaceAll("\0", "").toWellFormed();
}

const readLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

function readNumber(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0);
}
