import { getMyBalances, type PointBalance } from "@wrapsody/shared/points.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

/**
 * Fetches the user's points for a public wrap, zero included, and the time of the next listen. Undefined while loading.
 */
export function useSongBalance(songId: number): PointBalance | undefined {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data } = useAuthedQuery(getMyBalances, { list: { limit: 1, filters } });
  return data?.data.find(({ song }) => song.id === songId);
}
