import { Readable } from "node:stream";
import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { wrappedName } from "@wrapsody/shared/rewards/downloads.ts";
import { FileDownload } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import { readImageVariant } from "../../artwork/index.ts";
import type { Recording } from "../../catalogue/index.ts";

/** The verified token of a download and its artwork. A kept artwork has no wallet and will become this token. */
export type TokenProof = {
  network: Network;
  contract: string;
  tokenId: number;
  wallet: string | null;
  /** The token's artwork; null for the wrap's own cover. */
  imageId: string | null;
  /** Unique to the download. */
  serial: string;
};

/** Side of the cover image, in pixels. */
const COVER_SIDE_PX = 960;

/**
 * Builds the MP3 of a recording for a token holder: an ID3v2.3 tag with the song's metadata and the token,
 * followed by the unchanged frames. The file is streamed; the recording is released when the stream closes.
 */
export async function buildWrappedMp3(
  context: Context,
  recording: Recording,
  holding: TokenProof,
): Promise<FileDownload> {
  const { song, file, frames } = recording;
  const cover = await readCover(context, holding.imageId ?? song.image_id);
  const tag = writeTag(buildTag(recording, holding, { owner: context.publicUrl, cover }));
  const music = await file.stream(frames);
  const content = Readable.from(concatStreams(tag, music), { objectMode: false });
  // Also releases the file if the stream was never read.
  content.once("close", () => {
    music.destroy();
    file.release();
  });
  const size = tag.length + frames.end - frames.start + 1;
  return new FileDownload({ contentType: "audio/mpeg", name: wrappedName(song), size, content });
}

async function* concatStreams(tag: Buffer, music: Readable): AsyncGenerator<Buffer> {
  yield tag;
  yield* music;
}

async function readCover(context: Context, imageId: string | null): Promise<Cover | undefined> {
  if (imageId === null) return undefined;
  return {
    contentType: "image/jpeg",
    bytes: await readImageVariant(context, imageId, COVER_SIDE_PX, "jpeg"),
  };
}

/** Builds the tag of a recording. Text frames: https://id3.org/id3v2.3.0 */
function buildTag(
  { song, detail: { albums, credits, lyrics, lyrics_synced, dates } }: Pick<Recording, "song" | "detail">,
  { network, contract, tokenId, wallet, serial }: TokenProof,
  { owner, cover }: { owner: string; cover: Cover | undefined },
): Tag {
  const [album] = albums;
  const release = album?.release_date ?? dates.find(({ date_type }) => date_type === "RELEASE")?.date;
  const creditNames = (...roles: string[]) =>
    credits.filter(({ role }) => roles.includes(role)).map(({ value }) => value);
  const words = lyrics.map(({ lyric }) => lyric).join("\n\n");
  return {
    text: {
      TIT2: [song.name],
      TPE1: [song.artist],
      TPE3: creditNames("CONDUCTOR"),
      TPE4: creditNames("REMIXER"),
      TALB: toList(album?.name),
      TRCK: toList(album?.track_number.toString()),
      TSRC: toList(album?.isrc?.replaceAll("-", "")),
      TYER: toList(release?.slice(0, 4)),
      TDAT: toList(release === undefined ? undefined : toDayMonth(release)),
      TCOM: creditNames("COMPOSER"),
      TEXT: creditNames("LYRICIST", "AUTHOR", "WRITER"),
      TOWN: toList(wallet),
    },
    people: credits.map(({ role, value }) => [role.toLowerCase().replaceAll("_", " "), value] as const),
    userText: {
      ...(song.iswc === null ? {} : { ISWC: song.iswc }),
      // The whole date, for which there is a frame of its own since version 2.4.
      ...(release === undefined ? {} : { RELEASETIME: release.slice(0, 10) }),
      NETWORK: network,
      CONTRACT: contract,
      TOKEN_ID: String(tokenId),
      SERIAL: serial,
    },
    lyrics:
      words === "" ? undefined : { language: "XXX", text: words, lines: listTimedLines(lyrics_synced ?? "") },
    cover,
    identity: { owner, id: serial },
  };
}

/** Returns the day and month of an ISO date as `DDMM`; undefined if it is a year or a month. */
function toDayMonth(date: string): string | undefined {
  const [, month, day] = /^\d{4}-(\d{2})-(\d{2})/.exec(date) ?? [];
  return month === undefined || day === undefined ? undefined : `${day}${month}`;
}

function listTimedLines(lrc: string): TimedLine[] {
  return parseLyrics(lrc).lines.flatMap(({ time, text }) => (time === null ? [] : [{ time, text }]));
}

const toList = (value: string | null | undefined): string[] => (value == null ? [] : [value]);

/** Image of an APIC frame. */
export type Cover = { contentType: "image/jpeg" | "image/png"; bytes: Uint8Array };

/** A line of synced lyrics; its time is in milliseconds. */
type TimedLine = { time: number; text: string };

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
