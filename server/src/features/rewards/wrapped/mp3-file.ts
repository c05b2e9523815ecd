import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Network } from "@wrapsody/shared/chain.ts";
import { wrappedName } from "@wrapsody/shared/downloads.ts";
import { FileDownload } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import { imageVariant } from "../../artwork/index.ts";
import type { Recording } from "../../catalogue/index.ts";
import { type Cover, type Tag, writeTag } from "./id3.ts";

/** The verified token of a download and its artwork. */
export type TokenProof = {
  network: Network;
  contract: string;
  tokenId: number;
  wallet: string;
  /** The token's artwork; null for the wrap's own cover. */
  imageId: string | null;
  /** Unique to the download. */
  serial: string;
};

/** Side of the cover image, in pixels. */
const COVER_SIDE_PX = 960;

/**
 * Builds the MP3 of a recording for a token holder: an ID3v2.4 tag with the song's metadata and the token,
 * followed by the unchanged frames. The file is streamed; the recording is released when the stream closes.
 */
export async function buildWrappedMp3(
  context: Context,
  recording: Recording,
  holding: TokenProof,
): Promise<FileDownload> {
  const { song, file, frames } = recording;
  const cover = await readCover(context, holding.imageId ?? song.image?.id);
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

async function readCover(context: Context, imageId: string | undefined): Promise<Cover | undefined> {
  if (imageId === undefined) return undefined;
  const key = await imageVariant(context, imageId, COVER_SIDE_PX, "jpeg");
  return { contentType: "image/jpeg", bytes: await buffer(await context.storage.read(key)) };
}

/** Builds the tag of a recording. Text frames: https://id3.org/id3v2.4.0-frames */
function buildTag(
  { song, detail: { albums, credits, lyrics, dates } }: Pick<Recording, "song" | "detail">,
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
      TALB: toList(album?.name),
      TRCK: toList(album?.track_number.toString()),
      TSRC: toList(album?.isrc?.replaceAll("-", "")),
      TDRL: toList(release?.slice(0, 10)),
      // The year that most players show.
      TDRC: toList(release?.slice(0, 4)),
      TCOM: creditNames("COMPOSER"),
      TEXT: creditNames("LYRICIST", "AUTHOR", "WRITER"),
      TOWN: [wallet],
    },
    people: credits.map(({ role, value }) => [role.toLowerCase(), value] as const),
    userText: {
      ...(song.iswc === null ? {} : { ISWC: song.iswc }),
      NETWORK: network,
      CONTRACT: contract,
      TOKEN_ID: String(tokenId),
      SERIAL: serial,
    },
    lyrics: words === "" ? undefined : { language: "XXX", text: words },
    cover,
    identity: { owner, id: serial },
  };
}

const toList = (value: string | null | undefined): string[] => (value == null ? [] : [value]);
