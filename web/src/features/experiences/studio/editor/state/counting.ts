import { campaignLimits, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { countCombinations, countGuaranteedPictures } from "@wrapsody/shared/experiences/combinations.ts";
import type { EditorComponent } from "./components.ts";

export type ArtworkCount = {
  /** Different artworks, ignoring limits. */
  possible: number;
  /** Artworks guaranteed within the limits of the components; infinite without limits. */
  guaranteed: number;
  /** True if fewer are guaranteed than the experience has spots, which prevents its activation. */
  isTooFew: boolean;
};

/** Counts the artworks of the current drafts as the server does after saving. */
export function countArtworks(
  { type, max_nfts }: Pick<OwnCampaign, "type" | "max_nfts">,
  parts: readonly EditorComponent[],
): ArtworkCount {
  const components = parts.map(({ type: component_type, numbers, draft }) => ({
    component_type,
    slot_number: numbers.slot_number,
    max_permitted: permittedOf(draft.max_permitted),
  }));
  const possible = countCombinations(type, components);
  const guaranteed = countGuaranteedPictures(type, components);
  return { possible, guaranteed, isTooFew: possible > 0 && max_nfts > guaranteed };
}

/** Parses a limit as typed; 0 is unlimited. */
function permittedOf(typed: string): number {
  const limit = Math.round(Number(typed));
  return Number.isFinite(limit) ? Math.max(0, Math.min(limit, campaignLimits.maxNfts)) : 0;
}
