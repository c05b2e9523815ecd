/** Image of an APIC frame. */
export type Cover = { contentType: "image/jpeg" | "image/png"; bytes: Uint8Array };

/**
 * Content of an ID3v2.4 tag (https://id3.org/id3v2.4.0-frames). `text` are text frames; `userText` are TXXX
 * frames by description; `people` are pairs of role and name (TIPL).
 */
export type Tag = {
  text: Readonly<Record<string, readonly string[]>>;
  userText: Readonly<Record<string, string>>;
  people: readonly (readonly [role: string, name: string])[];
  /** Language as an ISO 639-2 code such as eng; `XXX` if unknown. */
  lyrics: { language: string; text: string } | undefined;
  cover: Cover | undefined;
  /** Owner identifier and id of the UFID frame. */
  identity: { owner: string; id: string };
};

/** Encoding byte of UTF-8. */
const UTF8_ENCODING = 3;
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
  const header = Buffer.concat([Buffer.from("ID3"), Buffer.from([4, 0, 0]), synchsafe(frames.length)]);
  return Buffer.concat([header, frames]);
}

function buildFrames({ text, userText, people, lyrics, cover, identity }: Tag): Buffer[] {
  return [
    ...Object.entries(text).flatMap(([id, values]) => textFrame(id, values)),
    ...textFrame("TIPL", people.filter((pair) => pair.every((one) => clean(one) !== "")).flat()),
    ...Object.entries(userText).map(([name, value]) =>
      frame("TXXX", [byte(UTF8_ENCODING), terminated(name), plain(value)]),
    ),
    ...(lyrics === undefined ? [] : [lyricsFrame(lyrics)]),
    frame("UFID", [terminated(identity.owner), plain(identity.id)]),
    ...(cover === undefined ? [] : [coverFrame(cover)]),
  ];
}

/** Builds a text frame; values are separated by a null byte. */
function textFrame(id: string, values: readonly string[]): Buffer[] {
  const filled = values.map(clean).filter((value) => value !== "");
  return filled.length === 0 ? [] : [frame(id, [byte(UTF8_ENCODING), plain(filled.join("\0"), true)])];
}

function lyricsFrame({ language, text }: { language: string; text: string }): Buffer {
  return frame("USLT", [byte(UTF8_ENCODING), Buffer.from(language, "latin1"), terminated(""), plain(text)]);
}

function coverFrame({ contentType, bytes }: Cover): Buffer {
  return frame("APIC", [
    byte(UTF8_ENCODING),
    terminated(contentType),
    byte(FRONT_COVER),
    terminated(""),
    bytes,
  ]);
}

function frame(id: string, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id, "latin1"), synchsafe(content.length), Buffer.from([0, 0]), content]);
}

/** Encodes a length in four bytes of seven bits, none of which looks like an MPEG sync. */
function synchsafe(value: number): Buffer {
  if (value > MAX_LENGTH) throw new RangeError("a tag holds 256 MB at most");
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}

const byte = (value: number) => Buffer.from([value]);
const terminated = (text: string) => Buffer.from(`${clean(text)}\0`);
const plain = (text: string, isList = false) => Buffer.from(isList ? text : clean(text));

/** Removes null bytes, which would terminate the text. */
const clean = (text: string) => text.replaceAll("\0", "").trim();
