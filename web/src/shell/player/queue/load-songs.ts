import {
  getArtistSongs,
  getSimilarSongs,
  getSongs,
  type Song,
} from "@wrapsody/shared/catalogue/catalogue.ts";
import { getChart } from "@wrapsody/shared/catalogue/charts.ts";
import { getTagSongs } from "@wrapsody/shared/catalogue/tags.ts";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { type ListPage, originOfList, type PlayOrigin } from "../play-origin.ts";

/** The lists whose later pages the queue loads, by the path of their call. Stored queues name it. */
const pagedCalls: Record<string, (page: ListPage) => Promise<{ data: Song[] }>> = {
  [getSongs.path]: ({ list }) => apiFetch(getSongs, { list }),
  [getChart.path]: ({ list }) => apiFetch(getChart, { list }),
  [getArtistSongs.path]: ({ params, list }) =>
    apiFetch(getArtistSongs, { params: { id: params?.id ?? "" }, list }),
  [getTagSongs.path]: ({ params, list }) =>
    apiFetch(getTagSongs, { params: { tag: params?.tag ?? "" }, list }),
};

/** Loads a page of a list. An unknown list has ended. */
export async function loadPage(page: ListPage): Promise<Pick<PlayOrigin, "songs" | "next">> {
  const call = pagedCalls[page.path];
  if (call === undefined) return { songs: [] };
  const { data } = await call(page);
  return originOfList(page, page, data);
}

/** Songs that are loaded at once. */
const SIMILAR_COUNT = 5;

/** Loads songs that are similar to one, without songs that were played. */
export async function loadSimilarSongs(songId: number, played: readonly number[]): Promise<Song[]> {
  const exclude = played.join(",");
  const { data } = await apiFetch(getSimilarSongs, {
    params: { id: String(songId) },
    query: { limit: SIMILAR_COUNT, ...(exclude === "" ? {} : { exclude }) },
  });
  return data;
}
