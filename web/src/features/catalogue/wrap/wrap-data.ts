import { dehydrate, type QueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getArtistSongs, getCountdown, getSong, getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getRelatedSongs } from "@wrapsody/shared/catalogue/charts.ts";
import { getDrops } from "@wrapsody/shared/experiences/experiences.ts";
import { redirect } from "react-router";
import { type ApiFetch, apiFetch } from "../../../lib/api/api-fetch.ts";
import { pageContext } from "../../../lib/pages/page-context.ts";
import {
  createQueryClient,
  onServer,
  queryClient,
  queryOf,
  rethrowAsResponse,
} from "../../../lib/pages/page-data.ts";
import { cachedSong, cacheSong, SONG_CACHE_LIFETIME_MS } from "../../../lib/storage/song-cache.ts";
import { paths } from "../../../paths.ts";
import type { Route } from "./+types/wrap";

/** Number of covers in the row below the tabs. */
export const MORE_COUNT = 6;

/** A song with its detail lists, which are optional in the response because the same call works without them. */
export type SongAnswer = AnswerOf<typeof getSong>;

export const songOptions = (reference: string) => ({
  params: { id: reference },
  query: { detail: "true" as const },
});

/** Queries a song. The browser caches it for 500 seconds, across reloads. */
export function songQuery(reference: string, by: ApiFetch = apiFetch) {
  const query = queryOf(getSong, songOptions(reference), by);
  if (onServer) return query;
  const cached = () => cachedSong(reference, Date.now());
  return {
    ...query,
    staleTime: SONG_CACHE_LIFETIME_MS,
    initialData: () => cached()?.data as SongAnswer | undefined,
    initialDataUpdatedAt: () => cached()?.time,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await by(getSong, songOptions(reference), signal);
      cacheSong(reference, answer, Date.now());
      return answer;
    },
  };
}

export const dropsQuery = (songId: number, by: ApiFetch = apiFetch) =>
  queryOf(
    getDrops,
    {
      list: {
        limit: 9,
        sortKey: "is_active",
        sortDir: "DESC",
        filters: [{ key: "song_id", operator: "==", value: songId }],
      },
    },
    by,
  );

// One more than is shown, because the song of the page is included.
export const artistSongsQuery = (artist: string, by: ApiFetch = apiFetch) =>
  queryOf(getArtistSongs, { params: { id: artist }, list: { limit: MORE_COUNT + 1 } }, by);

export const relatedQuery = (songId: number, by: ApiFetch = apiFetch) =>
  queryOf(getRelatedSongs, { params: { id: String(songId) }, query: { limit: MORE_COUNT } }, by);

export const latestQuery = (by: ApiFetch = apiFetch) => queryOf(getSongs, { list: { limit: 8 } }, by);

/**
 * Loads the data of a wrap page. The song is required; everything else is optional and fetched by the browser if it
 * is missing.
 */
async function readWrap(client: QueryClient, reference: string, by: ApiFetch): Promise<void> {
  const { song } = await client.ensureQueryData(songQuery(reference, by));
  await Promise.all([
    client.prefetchQuery(dropsQuery(song.id, by)),
    client.prefetchQuery(artistSongsQuery(song.artist_clean_id, by)),
    client.prefetchQuery(relatedQuery(song.id, by)),
    client.prefetchQuery(latestQuery(by)),
  ]);
}

/** A scheduled wrap has another page until it is listed. Of any other wrap, the error stays. */
async function redirectToCountdown(error: unknown, reference: string, by: ApiFetch): Promise<never> {
  const countdown = await by(getCountdown, { params: { id: reference } }).catch(() => undefined);
  if (countdown !== undefined) throw redirect(paths.countdown(countdown.pretty_id));
  return rethrowAsResponse(error);
}

export async function loadWrap({ params, context }: Route.LoaderArgs) {
  const client = createQueryClient();
  await readWrap(client, params.songId, context.get(pageContext).ask).catch((error: unknown) =>
    redirectToCountdown(error, params.songId, context.get(pageContext).ask),
  );
  return { dehydrated: dehydrate(client) };
}

export async function loadWrapInBrowser({ params }: Route.ClientLoaderArgs) {
  await readWrap(queryClient(), params.songId, apiFetch).catch((error: unknown) =>
    redirectToCountdown(error, params.songId, apiFetch),
  );
  return { dehydrated: undefined };
}
