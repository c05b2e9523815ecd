import type { Song } from "@wrapsody/shared/catalogue.ts";
import type { Image } from "@wrapsody/shared/media.ts";
import { imagePath } from "@wrapsody/shared/media.ts";
import { buildKey, type StorageKey } from "../../../platform/storage/key.ts";

/** A song as `songColumns` in `songs.data.ts` selects it. */
export type SongRow = Omit<Song, "audio_uri" | "image_file" | "metadata"> & {
  description: string;
  audio_key: string | null;
};

/** Returns the address of a song's audio. It contains the content hash, so it is immutable. */
export function audioPath(key: string): string {
  return `/audio/${key.slice(key.lastIndexOf("/") + 1)}`;
}

/** Returns the storage key behind `audioPath`; an invalid hash gives an invalid key. */
export function audioKey(hash: string): StorageKey {
  return buildKey(hash, "mp3");
}

export function presentSong({ description, audio_key, ...row }: SongRow): Song {
  return {
    ...row,
    audio_uri: audio_key === null ? null : audioPath(audio_key),
    image_file: row.image === null ? null : imageFilePath(row.image),
    metadata: { description },
  };
}

/** Returns the widest JPEG, for clients that want a single address. */
export function imageFilePath(image: Image): string {
  return imagePath(image.id, 960, "jpeg");
}
