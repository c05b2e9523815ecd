/** How the text of a frame is encoded: Latin-1, UTF-16 with a byte order mark, UTF-16 big end first, UTF-8. */
export type TextEncoding = 0 | 1 | 2 | 3;

type FrameOptions = {
  encoding?: TextEncoding;
  /** ISO 639-2. */
  language?: string;
  /** Version of the tag: 2.2, 2.3 or 2.4. */
  major?: 2 | 3 | 4;
  /** The second byte of flags. */
  flags?: number;
};

function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 0) return Buffer.from(text, "latin1");
  if (encoding === 3) return Buffer.from(text);
  const little = Buffer.from(`${encoding === 1 ? "\uFEFF" : ""}${text}`, "utf16le");
  return encoding === 1 ? little : little.swap16();
}

const terminator = (encoding: TextEncoding) => Buffer.alloc(encoding === 1 || encoding === 2 ? 2 : 1);

/** Builds any frame. */
export function id3Frame(id: string, content: Buffer, { major = 4, flags = 0 }: FrameOptions = {}): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(major === 4 ? spread(content.length) : content.length);
  const header = major === 2 ? [size.subarray(1)] : [size, Buffer.from([0, flags])];
  return Buffer.concat([Buffer.from(id), ...header, content]);
}

/** Spreads a number over 7-bit bytes. */
function spread(value: number): number {
  return [0, 7, 14, 21].reduce((sum, shift, index) => sum + ((value >> shift) & 0x7f) * 256 ** index, 0);
}

/** Builds a frame of plain lyrics (USLT, ULT). */
export function unsyncedLyricsFrame(text: string, options: FrameOptions = {}): Buffer {
  const { encoding = 3, language = "XXX", major = 4 } = options;
  const content = Buffer.concat([
    Buffer.from([encoding]),
    Buffer.from(language),
    encodeText("words", encoding),
    terminator(encoding),
    encodeText(text, encoding),
  ]);
  return id3Frame(major === 2 ? "ULT" : "USLT", content, options);
}

/** Builds a frame of synced lyrics (SYLT, SLT); times are in milliseconds unless `format` is 1. */
export function syncedLyricsFrame(
  lines: readonly { time: number; text: string }[],
  options: FrameOptions & { format?: number; type?: number } = {},
): Buffer {
  const { encoding = 3, language = "XXX", major = 4, format = 2, type = 1 } = options;
  const texts = lines.flatMap(({ time, text }) => {
    const stamp = Buffer.alloc(4);
    stamp.writeUInt32BE(time);
    return [encodeText(text, encoding), terminator(encoding), stamp];
  });
  const head = [Buffer.from([encoding]), Buffer.from(language), Buffer.from([format, type])];
  const content = Buffer.concat([...head, encodeText("", encoding), terminator(encoding), ...texts]);
  return id3Frame(major === 2 ? "SLT" : "SYLT", content, options);
}

/** Wraps frames in an ID3v2 tag of any version. */
export function id3Tag(
  frames: Buffer,
  { major = 4, flags = 0 }: { major?: 2 | 3 | 4; flags?: number } = {},
): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(spread(frames.length));
  return Buffer.concat([Buffer.from("ID3"), Buffer.from([major, 0, flags]), size, frames]);
}

/** Inserts a zero after each 0xFF, as unsynchronisation does. */
export function unsynchronise(bytes: Buffer): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}
