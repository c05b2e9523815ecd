import { type ClaimState, claimStates } from "@wrapsody/shared/claims.ts";
import type { Filter } from "@wrapsody/shared/page.ts";

/** Filter of received claims; empty for all. */
export type ClaimFilter = { state?: ClaimState; song?: number };

/** Parses the filter from the URL and ignores unknown values. */
export function parseFilter(query: URLSearchParams): ClaimFilter {
  const state = claimStates.find((known) => known === query.get("state"));
  const song = Number(query.get("song") ?? "");
  return {
    ...(state === undefined ? {} : { state }),
    ...(Number.isInteger(song) && song > 0 ? { song } : {}),
  };
}

export function toFilters({ state, song }: ClaimFilter): Filter[] {
  const filters: Filter[] = [];
  if (state !== undefined) filters.push({ key: "state", operator: "==", value: state });
  if (song !== undefined) filters.push({ key: "song_id", operator: "==", value: song });
  return filters;
}
