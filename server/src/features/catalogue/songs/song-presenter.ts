import type { Image } from "@wrapsody/shared/api/media.ts";
import { imagePath } from "@wrapsody/shared/api/media.ts";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { buildKey, type StorageKey } from "../../../platform/storage/key.ts";

/**
 * A song as `songColumns` in `songs.data.ts` selects it. Its image has columns of its own, because building and parsing JSON takes a tenth
 * of the processor time of a list. They are null without an image.
 */
export type SongRow = Omit<Song, "audio_uri" | "image" | "image_file" | "metadata"> & {
  description: string;
  audio_key: string | null;
  image_id: string | null;
  image_width: number;
  image_height: number;
  image_thumbhash: string;
  image_ambient: string;
  image_on_ambient: string;
};

/** Returns the address of a song's audio. It contains the content hash, so it is immutable. */
export function audioPath(key: string): string {
  return `/audio/${key.slice(key.lastIndexOf("/") + 1)}`;
}

/** Returns the storage key behind `audioPath`; an invalid hash gives an invalid key. */
export function audioKey(hash: string): StorageKey {
  return buildKey(hash, "mp3");
}

/** Names each field, because spreading the rest of a row takes several times as long. */
export function presentSong(row: SongRow): Song {
  const image = presentCover(row);
  return {
    id: row.id,
    pretty_id: row.pretty_id,
    name: row.name,
    artist: row.artist,
    artist_id: row.artist_id,
    artist_clean_id: row.artist_clean_id,
    iswc: row.iswc,
    duration: row.duration,
    audio_uri: row.audio_key === null ? null : audioPath(row.audio_key),
    image_file: image === null ? null : imageFilePath(image),
    image,
    metadata: { description: row.description },
    plays: row.plays,
    nft_id: row.nft_id,
    nft_hash: row.nft_hash,
    nft_network: row.nft_network,
    nft_confirmed: row.nft_confirmed,
    contract_address: row.contract_address,
    created_at: row.created_at,
  };
}

export function presentCover(row: SongRow): Image | null {
  if (row.image_id === null) return null;
  return {
    id: row.image_id,
    width: row.image_width,
    height: row.image_height,
    thumbhash: row.image_thumbhash,
    ambient: row.image_ambient,
    on_ambient: row.image_on_ambient,
  };
}

/** Returns the widest JPEG, for clients that want a single address. */
export function imageFilePath(image: Image): string {
  return imagePath(image.id, 960, "jpeg");
}
