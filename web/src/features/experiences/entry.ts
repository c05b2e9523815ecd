import { type Campaign, campaignState } from "@wrapsody/shared/experiences.ts";

/** Whether a reader may take part now and, if not, what is in the way. */
export type Entry = "open" | "invite" | "soldOut" | "notStarted" | "completed";

type Flags = Pick<Campaign, "is_active" | "contract_address" | "max_nfts" | "nfts" | "is_public_mintable">;

export function entryOf(campaign: Flags): Entry {
  const state = campaignState(campaign);
  if (state === "Upcoming") return "notStarted";
  if (state === "Completed") return "completed";
  if (campaign.max_nfts > 0 && campaign.nfts >= campaign.max_nfts) return "soldOut";
  return campaign.is_public_mintable ? "open" : "invite";
}

/** How much of a campaign is taken, 0 to 1; undefined without a limit. */
export function takenShare({ max_nfts, nfts }: Pick<Campaign, "max_nfts" | "nfts">): number | undefined {
  return max_nfts === 0 ? undefined : Math.min(1, nfts / max_nfts);
}
