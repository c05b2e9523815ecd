import { type Campaign, campaignState } from "@wrapsody/shared/experiences.ts";
import type { Access } from "./access.ts";

/** Whether users can join a campaign and, if not, why. */
export type CampaignEntry = "open" | "invite" | "soldOut" | "notStarted" | "completed";
/**
 * `invited`: the campaign is private and open to this user. `unpayable`: it has a price and payments are unavailable
 * here.
 */
export type FanEntry = CampaignEntry | "invited" | "unpayable";

type Flags = Pick<Campaign, "is_active" | "contract_address" | "places_left" | "is_public_mintable">;

export function publicEntry(campaign: Flags): CampaignEntry {
  const state = campaignState(campaign);
  if (state === "Upcoming") return "notStarted";
  if (state === "Completed") return "completed";
  if (campaign.places_left === 0) return "soldOut";
  return campaign.is_public_mintable ? "open" : "invite";
}

/** As `campaignEntry`, for a user whose access is known. Counts reserved spots and the user's invite. */
export function fanEntry(campaign: Flags, access: Access | undefined): FanEntry {
  const entry = publicEntry(campaign);
  switch (access?.access) {
    case "SOLD_OUT":
      return "soldOut";
    case "NO_PAYMENTS":
      return "unpayable";
    case "NOT_ACTIVE":
      // The page may be older than the end of the experience.
      return entry === "notStarted" ? entry : "completed";
    case "OPEN":
      return campaign.is_public_mintable ? "open" : "invited";
    case "NEEDS_INVITATION":
      return "invite";
    default:
      return entry;
  }
}

/** Returns the share of taken spots, 0 to 1. Undefined without a limit. */
export function spotsTakenShare({ places, nfts }: Pick<Campaign, "places" | "nfts">): number | undefined {
  return places === null ? undefined : Math.min(1, nfts / Math.max(1, places));
}
