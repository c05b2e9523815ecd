/** Image of an APIC frame. */
export type Cover = { contentType: "image/jpeg" | "image/png"; bytes: Uint8Array };

/** A line of synced lyrics; its time is in milliseconds. */
export type TimedLine = { time: number; text: string };

/**
 * Content of an ID3v2.3 tag (https://id3.org/id3v2.3.0). `text` are text frames; `userText` are TXXX
 * frames by description; `people` are pairs of role and name (IPLS).
 */
export type Tag = {
  text: Readonly<Record<string, readonly string[]>>;
  userText: Readonly<Record<string, string>>;
  people: readonly (readonly [role: string, name: string])[];
  /** Language as an ISO 639-2 code such as eng; `XXX` if unknown. */
  lyrics: { language: string; text: string; lines?: readonly TimedLine[] } | undefined;
  cover: Cover | undefined;
  /** Owner identifier and id of the UFID frame. */
  identity: { owner: string; id: string };
};

const LATIN1_ENCODING = 0;
/** UTF-16 with a byte order mark. Version 2.3 has no UTF-8. */
const UTF16_ENCODING = 1;
const FRONT_COVER = 3;
/** Maximum of a synchsafe (28-bit) length. */
const MAX_LENGTH = 2 ** 28 - 1;

/**
 * Writes a tag. Deterministic: the same content gives the same bytes.
 *
 * @throws RangeError above 256 MB, the limit of ID3
 */
export function writeTag(tag: Tag): Buffer {
  const frames = Buffer.concat(buildFrames(tag));
  const header = Buffer.concat([Buffer.from("ID3"), Buffer.from([3, 0, 0]), synchsafe(frames.length)]);
  return Buffer.concat([header, frames]);
}

function buildFrames({ text, userText, people, lyrics, cover, identity }: Tag): Buffer[] {
  return [
    ...Object.entries(text).flatMap(([id, values]) => textFrame(id, values, "/")),
    ...textFrame("IPLS", people.filter((pair) => pair.every((name) => clean(name) !== "")).flat(), "\0"),
    ...Object.entries(userText).map(([name, value]) =>
      frame("TXXX", [byte(UTF16_ENCODING), terminated(name), utf16(clean(value))]),
    ),
    ...(lyrics === undefined ? [] : [lyricsFrame(lyrics)]),
    ...(lyrics?.lines?.length ? [syncedLyricsFrame(lyrics.language, lyrics.lines)] : []),
    frame("UFID", [latin1(`${clean(identity.owner)}\0`), latin1(clean(identity.id))]),
    ...(cover === undefined ? [] : [coverFrame(cover)]),
  ];
}

/** Builds a text frame. A list has one byte order mark, because readers that split it take another one for text. */
function textFrame(id: string, values: readonly string[], separator: "/" | "\0"): Buffer[] {
  const filled = values.map(clean).filter((value) => value !== "");
  return filled.length === 0 ? [] : [frame(id, [byte(UTF16_ENCODING), utf16(filled.join(separator))])];
}

function lyricsFrame({ language, text }: { language: string; text: string }): Buffer {
  return frame("USLT", [byte(UTF16_ENCODING), latin1(language), terminated(""), utf16(clean(text))]);
}

const MILLISECONDS_FORMAT = 2;
const LYRICS_TYPE = 1;

/** Builds a SYLT frame. Each line but the first begins with a line break, because readers take texts for syllables. */
function syncedLyricsFrame(language: string, lines: readonly TimedLine[]): Buffer {
  const texts = lines.flatMap(({ time, text }, index) => [
    utf16(`${index === 0 ? "" : "\n"}${clean(text)}\0`),
    uint32(time),
  ]);
  const header = [byte(UTF16_ENCODING), latin1(language), byte(MILLISECONDS_FORMAT)];
  return frame("SYLT", [...header, byte(LYRICS_TYPE), terminated(""), ...texts]);
}

/** Builds a cover with an empty description in Latin-1: some players skip a cover whose description has another encoding. */
function coverFrame({ contentType, bytes }: Cover): Buffer {
  const header = [byte(LATIN1_ENCODING), latin1(`${contentType}\0`), byte(FRONT_COVER), latin1("\0")];
  return frame("APIC", [...header, bytes]);
}

function frame(id: string, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([latin1(id), uint32(content.length), Buffer.from([0, 0]), content]);
}

/** Encodes a length in four bytes of seven bits, none of which looks like an MPEG sync. */
function synchsafe(value: number): Buffer {
  if (value > MAX_LENGTH) throw new RangeError("a tag holds 256 MB at most");
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}

const byte = (value: number) => Buffer.from([value]);
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const terminated = (text: string) => utf16(`${clean(text)}\0`);

/** Removes null bytes, which would terminate the text. */
const clean = (text: string) => text.replaceAll("\0", "").trim();
