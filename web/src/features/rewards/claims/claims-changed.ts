import { useQueryClient } from "@tanstack/react-query";
import { getSong } from "@wrapsody/shared/catalogue.ts";
import { getMyClaims, getReceivedClaims } from "@wrapsody/shared/claims.ts";
import { getMyBalances, getMyPointEntries } from "@wrapsody/shared/points.ts";
import { getLevels } from "@wrapsody/shared/reward-levels.ts";
import { getMyPoints } from "@wrapsody/shared/rewards.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const touched: ReadonlySet<unknown> = new Set(
  [getMyClaims, getReceivedClaims, getMyBalances, getMyPointEntries, getMyPoints, getLevels, getSong].map(
    callOf,
  ),
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
    client.setQueryData(queryKey, (held) => (held === undefined ? held : Math.max(0, held - points)));
  };
}
