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

/** Answers what is called when a claim was made or moved: points, claims, and the wrap with its levels are asked for anew. */
export function useClaimsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [call] }) => touched.has(call) });
}

/** Answers what takes spent points off at once, before the server has been asked again. */
export function useSpend(): (songId: number, points: number) => void {
  const client = useQueryClient();
  return (songId, points) => {
    const { queryKey } = queryOf(getMyPoints, { params: { songId: String(songId) } });
    client.setQueryData(queryKey, (held) => (held === undefined ? held : Math.max(0, held - points)));
  };
}
