import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { AlbumPage, Artist, getArtistAlbums, Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { invalidatePages, type PageEntity } from "../../../platform/pages/page-invalidation.ts";

/** Which songs are public, newest first. */
export const PUBLIC_SONGS: PageEntity = "list:songs";
/** The names of public songs, by which lists are searched and sorted. */
const SONG_NAMES: PageEntity = "list:song-names";

/** The tags of public songs. */
export const SONG_TAGS: PageEntity = "list:song-tags";

export const songEntity = (id: number): PageEntity => `song:${id}`;
export const artistEntity = (id: number): PageEntity => `artist:${id}`;

/** Invalidates the pages that show one of these public songs, or what belongs to it, such as reward levels. */
export function invalidateSongs(tx: Executor, ids: readonly number[]): Promise<void> {
  return invalidatePages(tx, ids.map(songEntity));
}

/**
 * Invalidates the pages that show a public song. If its name or artist changed, also the lists that it may enter or leave;
 * with other albums, also the pages of its artist, whose albums it may enter or leave; with other tags, the pages of tags.
 */
export function invalidateChangedSong(
  tx: Executor,
  song: ShownSong,
  {
    isRenamed,
    hasOtherAlbums,
    hasOtherTags,
  }: { isRenamed: boolean; hasOtherAlbums: boolean; hasOtherTags: boolean },
): Promise<void> {
  return invalidatePages(tx, [
    songEntity(song.id),
    ...(hasOtherTags ? [SONG_TAGS] : []),
    ...(isRenamed ? [SONG_NAMES] : []),
    ...(hasOtherAlbums ? [artistEntity(song.artist_id)] : []),
  ]);
}

/** Invalidates the pages that show a song, and every list of songs or experiences, when it becomes public or ceases to be. */
export function invalidateSongListing(tx: Executor, id: number): Promise<void> {
  return invalidatePages(tx, [songEntity(id), PUBLIC_SONGS]);
}

/** Invalidates the pages that show these artists, their songs or their albums. */
export function invalidateArtists(tx: Executor, ids: readonly number[]): Promise<void> {
  return invalidatePages(tx, ids.map(artistEntity));
}

type ShownSong = Pick<Song, "id" | "artist_id">;

export function songShows({ song }: { song: ShownSong }): PageEntity[] {
  return [songEntity(song.id), artistEntity(song.artist_id)];
}

/** A list in the default order without filters does not depend on names. */
export function songListShows(
  { data }: { data: readonly ShownSong[] },
  { list: { filters, sortKey } }: { list: ListQuery },
): PageEntity[] {
  const isByName = filters.length > 0 || sortKey === "name";
  const isByTag = filters.some(({ key }) => key === "tag");
  return [
    PUBLIC_SONGS,
    ...(isByName ? [SONG_NAMES] : []),
    ...(isByTag ? [SONG_TAGS] : []),
    ...data.flatMap((song) => songShows({ song })),
  ];
}

/** Invalidates the pages that show a public song, and those of tags. */
export function invalidateTaggedSong(tx: Executor, id: number): Promise<void> {
  return invalidatePages(tx, [songEntity(id), SONG_TAGS]);
}

/** A song may enter or leave the name, and be another artist's. */
export function creditedArtistsShow({ data }: { data: readonly Pick<Artist, "id">[] }): PageEntity[] {
  return [PUBLIC_SONGS, SONG_NAMES, ...data.map(({ id }) => artistEntity(id))];
}

export function artistShows({ id }: Pick<Artist, "id">): PageEntity[] {
  return [artistEntity(id)];
}

export function albumsShow({ data }: AnswerOf<typeof getArtistAlbums>): PageEntity[] {
  const songs = data.flatMap(({ tracks }) => tracks.map(({ song_id }) => songEntity(song_id)));
  return [PUBLIC_SONGS, ...songs];
}

/** A song that becomes public may be another track. Changes of albums invalidate their artist. */
export function albumShows({ artist, tracks }: AlbumPage): PageEntity[] {
  return [PUBLIC_SONGS, artistEntity(artist.id), ...tracks.map(({ song }) => songEntity(song.id))];
}
