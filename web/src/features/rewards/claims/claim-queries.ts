import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getMyArt } from "@wrapsody/shared/experiences/experiences.ts";
import { type Claim, getMyClaims, getReceivedClaims } from "@wrapsody/shared/rewards/claims.ts";
import { getMyBalances, getMyPointEntries } from "@wrapsody/shared/rewards/points.ts";
import { getLevels, type LevelAvailability } from "@wrapsody/shared/rewards/reward-levels.ts";
import { getMyPoints, getMyPointTotal } from "@wrapsody/shared/rewards/rewards.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const touched: ReadonlySet<unknown> = new Set(
  [
    getMyClaims,
    getReceivedClaims,
    getMyBalances,
    getMyPointEntries,
    getMyPoints,
    getMyPointTotal,
    getLevels,
    getSong,
  ].map(callOf),
);

/** Returns a callback for a new or changed claim: refetches points, claims and the wrap with its levels. */
export function useClaimsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [call] }) => touched.has(call) });
}

/** Returns a function that subtracts spent points in the cache before the server responds. */
export function useSpend(): (songId: number, points: number) => void {
  const client = useQueryClient();
  return (songId, points) => {
    const { queryKey } = queryOf(getMyPoints, { params: { songId: String(songId) } });
    client.setQueryData(queryKey, (balance) =>
      balance === undefined ? balance : Math.max(0, balance - points),
    );
  };
}

/** Fetches the availability of a level's targets on every mount. Undefined while loading. */
export function useLevelAvailability(songId: number, levelId: number): LevelAvailability | undefined {
  const options = { params: { id: String(songId) } };
  const { data } = useQuery({ ...queryOf(getLevels, options), staleTime: 0, retry: false });
  return data?.find(({ id }) => id === levelId);
}

/** Exceeds the number of levels of any wrap. */
const MAX_CLAIMS = 200;

/** Fetches the user's claims on the levels of a wrap; undefined while loading. */
export function useClaimsOf(songId: number): { claims: readonly Claim[] | undefined; error: Error | null } {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data, error } = useAuthedQuery(getMyClaims, { list: { limit: MAX_CLAIMS, filters } });
  return { claims: data?.data, error };
}

/** Returns the experience whose artworks a level accepts, if it is the only one; null for any of the song. */
export function acceptedExperience({ experiences: [first, second] }: LevelAvailability): number | null {
  return second === undefined && first !== undefined ? first.id : null;
}

/** Finds an artwork that is kept for the user: of an experience, or of any of the song. It gives the file without a wallet. */
export function useKeptArtwork(songId: number, experience: number | null) {
  const filters = [
    { key: "kept", operator: "==", value: true } as const,
    experience === null
      ? ({ key: "song_id", operator: "==", value: songId } as const)
      : ({ key: "song_campaign_id", operator: "==", value: experience } as const),
  ];
  const { data, isLoading } = useAuthedQuery(getMyArt, { list: { limit: 1, filters } });
  return { artwork: data?.data[0], isLoading };
}
