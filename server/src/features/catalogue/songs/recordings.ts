import type { Context } from "../../../platform/context.ts";
import type { ByteRange, OpenFile } from "../../../platform/storage/storage.ts";
import { locateFrames } from "../audio/mp3/mp3-frames.ts";
import type { SongRow } from "./song-presenter.ts";
import { findPublicOrHiddenSong, readSongDetail } from "./songs.data.ts";

type Detail = NonNullable<Awaited<ReturnType<typeof readSongDetail>>>;

/** A song, public or hidden by its publisher, with what is known of it, and its audio: an open file, to be released, and where its frames lie. */
export type Recording = {
  song: SongRow;
  detail: Pick<Detail, "albums" | "credits" | "lyrics" | "dates">;
  file: OpenFile;
  frames: ByteRange;
};

/** Undefined where there is no such song, public or hidden by its publisher, or none with audio. `reference` is its number or pretty id. */
export async function openRecording(
  { replica, storage }: Pick<Context, "replica" | "storage">,
  reference: string,
): Promise<Recording | undefined> {
  const song = await findPublicOrHiddenSong(replica, reference);
  if (song === undefined || song.audio_key === null) return undefined;
  const [detail, file] = await Promise.all([readSongDetail(replica, song.id), storage.open(song.audio_key)]);
  if (detail === undefined || file === undefined) {
    file?.release();
    return undefined;
  }
  try {
    return { song, detail, file, frames: await findFrames(file) };
  } catch (error) {
    file.release();
    throw error;
  }
}

async function findFrames(file: OpenFile): Promise<ByteRange> {
  const { start, end } = await locateFrames({
    size: file.size,
    read: (from, to) =>
      from === to ? Promise.resolve(Buffer.alloc(0)) : file.read({ start: from, end: to - 1 }),
  });
  return { start, end: end - 1 };
}
