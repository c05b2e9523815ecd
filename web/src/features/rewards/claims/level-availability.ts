import { useQuery } from "@tanstack/react-query";
import { getLevels, type LevelAvailability } from "@wrapsody/shared/reward-levels.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

/** Fetches the availability of a level's targets on every mount. Undefined while loading. */
export function useLevelAvailability(songId: number, levelId: number): LevelAvailability | undefined {
  const options = { params: { id: String(songId) } };
  const { data } = useQuery({ ...queryOf(getLevels, options), staleTime: 0, retry: false });
  return data?.find(({ id }) => id === levelId);
}
