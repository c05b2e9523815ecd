import { dehydrate, type QueryClient } from "@tanstack/react-query";
import { type AlbumPage, getAlbum, getArtistAlbums } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type ApiFetch, apiFetch } from "../../../lib/api/api-fetch.ts";
import { pageContext } from "../../../lib/pages/page-context.ts";
import { createQueryClient, queryClient, queryOf, rethrowAsResponse } from "../../../lib/pages/page-data.ts";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import type { Route } from "./+types/album";

/** Number of covers in the row below the tracks. */
export const MORE_COUNT = 6;

export type AlbumTrack = AlbumPage["tracks"][number];

export const albumQuery = (reference: string, by: ApiFetch = apiFetch) =>
  queryOf(getAlbum, { params: { id: reference } }, by);

// One more than is shown, because the album of the page is included.
export const artistAlbumsQuery = (artist: string, by: ApiFetch = apiFetch) =>
  queryOf(getArtistAlbums, { params: { id: artist }, list: { limit: MORE_COUNT + 1 } }, by);

/** Loads the data of an album page. The album is required; the artist's other albums are optional. */
async function readAlbum(client: QueryClient, reference: string, by: ApiFetch): Promise<void> {
  const { artist } = await client.ensureQueryData(albumQuery(reference, by));
  await client.prefetchQuery(artistAlbumsQuery(artist.artist_clean_id, by));
}

export async function loadAlbum({ params, context }: Route.LoaderArgs) {
  const client = createQueryClient();
  await readAlbum(client, params.albumId, context.get(pageContext).ask).catch(rethrowAsResponse);
  return { dehydrated: dehydrate(client) };
}

export async function loadAlbumInBrowser({ params }: Route.ClientLoaderArgs) {
  await readAlbum(queryClient(), params.albumId, apiFetch).catch(rethrowAsResponse);
  return { dehydrated: undefined };
}

export const albumOriginId = (id: number) => `album/${id}`;

/** Returns the tracks of an album in the order in which they play. */
export function originOfAlbum({ id, tracks }: AlbumPage): PlayOrigin {
  return { id: albumOriginId(id), songs: tracks.map(({ song }) => song) };
}
