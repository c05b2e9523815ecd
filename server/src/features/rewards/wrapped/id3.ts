/** A picture as a tag holds it. */
export type Cover = { contentType: "image/jpeg" | "image/png"; bytes: Uint8Array };

/**
 * What a tag says, in the names of ID3v2.4 (https://id3.org/id3v2.4.0-frames). `text` are frames of one or several texts; `own` are
 * texts under names of the house's own (TXXX); `people` are pairs of a role and who had it (TIPL).
 */
export type Tag = {
  text: Readonly<Record<string, readonly string[]>>;
  userText: Readonly<Record<string, string>>;
  people: readonly (readonly [role: string, name: string])[];
  /** In the language of an ISO 639-2 code, such as eng; `XXX`, as the tag has it, where nobody knows. */
  lyrics: { language: string; text: string } | undefined;
  cover: Cover | undefined;
  /** Under whose name the file has a number of its own (UFID), and the number. */
  identity: { owner: string; id: string };
};

/** The mark of UTF-8 before texts. */
const UTF8_ENCODING = 3;
const FRONT_COVER = 3;
/** The most that a length in 28 bits says. */
const MAX_LENGTH = 2 ** 28 - 1;

/**
 * Writes a tag that stands before the frames of an mp3. It is the same for the same content, byte for byte.
 *
 * @throws RangeError for more than a tag can hold, 256 MB
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

/** Several texts stand behind each other, with a zero between them. */
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

/** A number in four bytes of seven bits, none of which looks like the beginning of a frame of music. */
function synchsafe(value: number): Buffer {
  if (value > MAX_LENGTH) throw new RangeError("a tag holds 256 MB at most");
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}

const byte = (value: number) => Buffer.from([value]);
const terminated = (text: string) => Buffer.from(`${clean(text)}\0`);
const plain = (text: string, isList = false) => Buffer.from(isList ? text : clean(text));

/** A zero ends a text. */
const clean = (text: string) => text.replaceAll("\0", "").trim();
