import { getMyBalances, type PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

/** Fetches the user's points for a public wrap, zero included, with their goals and the time of the next listen. */
export function useSongBalance(songId: number): { balance: PointBalance | undefined; isPending: boolean } {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data, isPending } = useAuthedQuery(getMyBalances, { list: { limit: 1, filters } });
  return { balance: data?.data.find(({ song }) => song.id === songId), isPending };
}
