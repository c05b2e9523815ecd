import { Readable } from "node:stream";
import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { wrappedName } from "@wrapsody/shared/rewards/downloads.ts";
import { FileDownload } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import { readImageVariant } from "../../artwork/index.ts";
import type { Recording } from "../../catalogue/index.ts";
import { type Cover, type Tag, type TimedLine, writeTag } from "./id3-tag.ts";

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
