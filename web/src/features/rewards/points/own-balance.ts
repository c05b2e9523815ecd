import { getMyBalances, type PointBalance } from "@wrapsody/shared/points.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

/** What the reader holds for a public wrap, be it nothing, and when a listen of it counts; undefined until it is known. */
export function useSongBalance(songId: number): PointBalance | undefined {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data } = useAuthedQuery(getMyBalances, { list: { limit: 1, filters } });
  return data?.data.find(({ song }) => song.id === songId);
}
