import type { Context } from "../../../platform/context.ts";
import type { ByteRange, OpenFile } from "../../../platform/storage/storage.ts";
import { locateFrames } from "../audio/mp3/mp3-frames.ts";
import type { SongRow } from "./song-presenter.ts";
import { findPublicOrHiddenSong, readSongDetail } from "./songs.data.ts";

type Detail = NonNullable<Awaited<ReturnType<typeof readSongDetail>>>;

/**
 * A public or hidden song with its details and its open audio file, which the caller releases. `frames` is
 * the byte range of the music.
 */
export type Recording = {
  song: SongRow;
  detail: Pick<Detail, "albums" | "credits" | "lyrics" | "lyrics_synced" | "dates">;
  file: OpenFile;
  frames: ByteRange;
};

/** Opens the audio of a public or hidden song by id or pretty id; undefined if there is none. */
export async function openRecording(
  { db, storage }: Pick<Context, "db" | "storage">,
  reference: string,
): Promise<Recording | undefined> {
  const song = await findPublicOrHiddenSong(db, reference);
  if (song === undefined || song.audio_key === null) return undefined;
  const [detail, file] = await Promise.all([readSongDetail(db, song.id), storage.open(song.audio_key)]);
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
