import { type Claim, getMyClaims } from "@wrapsody/shared/claims.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

/** More levels than a wrap can have. */
const MAX_CLAIMS = 200;

/** The reader's claims on the levels of a wrap; undefined until they are known. */
export function useClaimsOf(songId: number): { claims: readonly Claim[] | undefined; error: Error | null } {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data, error } = useAuthedQuery(getMyClaims, { list: { limit: MAX_CLAIMS, filters } });
  return { claims: data?.data, error };
}
