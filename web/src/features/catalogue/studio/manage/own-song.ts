import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSong, getSongs } from "@wrapsody/shared/catalogue.ts";
import { getLevels } from "@wrapsody/shared/reward-levels.ts";
import { getMyArtist, getMyArtists, getMySong, getMySongs } from "@wrapsody/shared/studio.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { evictSong } from "../../../../lib/storage/song-cache.ts";

/** How often a wrap is asked for while its audio is measured, in milliseconds. */
const ANALYSIS_POLL_MS = 2_000;

/** A wrap of the publisher's with everything about it; while its audio is measured, again and again. */
export function useOwnSong(reference: string) {
  const enabled = useSignedIn();
  return useQuery({
    ...queryOf(getMySong, { params: { id: reference } }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.audio.state === "MEASURING" ? ANALYSIS_POLL_MS : false),
  });
}

const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const AFFECTED_CALLS: ReadonlySet<unknown> = new Set(
  [getMySong, getMySongs, getMyArtists, getMyArtist, getSong, getSongs, getLevels].map(callOf),
);

/** Answers what is called when a wrap was changed: what shows it is asked for anew, and what was kept of it is dropped. */
export function useSongChanged(): (songId: number) => Promise<void> {
  const client = useQueryClient();
  return async (songId) => {
    evictSong(songId, Date.now());
    // Pages take what is held of a public song without asking.
    client.removeQueries({ type: "inactive", predicate: ({ queryKey: [call] }) => call === callOf(getSong) });
    await client.invalidateQueries({ predicate: ({ queryKey: [call] }: Query) => AFFECTED_CALLS.has(call) });
  };
}
