import { type Claim, getMyClaims } from "@wrapsody/shared/claims.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

/** Exceeds the number of levels of any wrap. */
const MAX_CLAIMS = 200;

/** Fetches the user's claims on the levels of a wrap; undefined while loading. */
export function useClaimsOf(songId: number): { claims: readonly Claim[] | undefined; error: Error | null } {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data, error } = useAuthedQuery(getMyClaims, { list: { limit: MAX_CLAIMS, filters } });
  return { claims: data?.data, error };
}
