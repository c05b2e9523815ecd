import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { AlbumPage, getArtistAlbums } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { showArtist } from "../songs/artists.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { findAlbum, listArtistAlbums, listPublicTracks } from "./albums.data.ts";

/** Returns an album by id or pretty id. @throws Failure E0001 if there is none, or none of its tracks is public */
export async function showAlbum({ replica }: Context, reference: string): Promise<AlbumPage> {
  const album = await findAlbum(replica, reference);
  const rows = album === undefined ? [] : await listPublicTracks(replica, album.id);
  const tracks = rows.map(({ track_number, isrc, ...row }) => ({
    track_number,
    isrc,
    song: presentSong(row),
  }));
  if (album === undefined || tracks[0] === undefined) throw notFound();
  return { ...album, image: album.image ?? tracks[0].song.image, tracks };
}

export async function showArtistAlbums(
  context: Context,
  reference: string,
  list: ListQuery,
): Promise<AnswerOf<typeof getArtistAlbums>> {
  const { id } = await showArtist(context, reference);
  return listArtistAlbums(context.replica, id, list);
}
