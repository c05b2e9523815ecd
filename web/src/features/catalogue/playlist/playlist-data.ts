import { getPlaylist, type PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import { pageData, queryOf, required } from "../../../lib/pages/page-data.ts";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";

export const playlistOptions = (id: string) => ({ params: { id } });
export const playlistQuery = (id: string) => queryOf(getPlaylist, playlistOptions(id));

export const playlistPage = pageData(({ params: { playlistId: id = "" } }) => [
  required(getPlaylist, playlistOptions(id)),
]);

/** Returns the songs of a playlist in the order in which they play. */
export function originOfPlaylist({ id, songs }: Pick<PlaylistPage, "id" | "songs">): PlayOrigin {
  return { id: `playlist/${id}`, songs };
}
