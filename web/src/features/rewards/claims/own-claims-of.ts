import { type Claim, getMyClaims } from "@wrapsody/shared/claims.ts";
import { useOwn } from "../../accounts/index.ts";

/** More levels than a wrap can have. */
const most = 200;

/** The reader's claims on the levels of a wrap; undefined until they are known. */
export function useClaimsOf(songId: number): { claims: readonly Claim[] | undefined; error: Error | null } {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data, error } = useOwn(getMyClaims, { list: { limit: most, filters } });
  return { claims: data?.data, error };
}
