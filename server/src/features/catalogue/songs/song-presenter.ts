import type { Song } from "@wrapsody/shared/catalogue.ts";
import type { Image } from "@wrapsody/shared/media.ts";
import { imagePath } from "@wrapsody/shared/media.ts";
import { buildKey, type StorageKey } from "../../../platform/storage/key.ts";

/** A song as `songColumns` in `songs.data.ts` selects it. */
export type SongRow = Omit<Song, "audio_uri" | "image_file" | "metadata"> & {
  description: string;
  audio_key: string | null;
};

/** Where a song's audio is found; the key is a content hash, so the address never changes its meaning. */
export function audioPath(key: string): string {
  return `/audio/${key.slice(key.lastIndexOf("/") + 1)}`;
}

/** The storage key of what `audioPath` names; no hash gives a key that is no key. */
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

/** The one picture address for readers that want just one: the widest JPEG. */
export function imageFilePath(image: Image): string {
  return imagePath(image.id, 960, "jpeg");
}
