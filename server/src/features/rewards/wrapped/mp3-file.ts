import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Network } from "@wrapsody/shared/chain.ts";
import { wrappedName } from "@wrapsody/shared/downloads.ts";
import type { Context } from "../../../platform/context.ts";
import { SentFile } from "../../../platform/sent-file.ts";
import { imageVariant } from "../../artwork/index.ts";
import type { Recording } from "../../catalogue/index.ts";
import { type Cover, type Tag, writeTag } from "./id3.ts";

/** For whom a file is made: the token that its holder proved, and the picture that goes with it. */
export type TokenProof = {
  network: Network;
  contract: string;
  tokenId: number;
  wallet: string;
  /** The token's artwork; null where it has none, and the wrap's own cover is used. */
  imageId: string | null;
  /** Of this download alone. */
  serial: string;
};

/** Pixels of a cover's side. */
const COVER_SIDE_PX = 960;

/**
 * The mp3 of a recording for the holder of a token: its frames as they are, behind a tag (ID3v2.4) that says what is known of the
 * song and whose file it is. It is sent piece by piece; the recording is released when it was, or when nobody takes it any more.
 */
export async function buildWrappedMp3(
  context: Context,
  recording: Recording,
  holding: TokenProof,
): Promise<SentFile> {
  const { song, file, frames } = recording;
  const cover = await readCover(context, holding.imageId ?? song.image?.id);
  const tag = writeTag(buildTag(recording, holding, { owner: context.publicUrl, cover }));
  const music = await file.stream(frames);
  const content = Readable.from(concatStreams(tag, music), { objectMode: false });
  // Also where nobody has begun to take it.
  content.once("close", () => {
    music.destroy();
    file.release();
  });
  const size = tag.length + frames.end - frames.start + 1;
  return new SentFile({ contentType: "audio/mpeg", name: wrappedName(song), size, content });
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

/** What is told of a recording. Frames of text: https://id3.org/id3v2.4.0-frames */
export function buildTag(
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
      // The year that players show; most look at no other frame.
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
