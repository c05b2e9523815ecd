import {
  type Campaign,
  type CampaignState,
  campaignState,
  type Phase,
} from "@wrapsody/shared/experiences/experiences.ts";
import type { Access } from "./access.ts";

/** Whether users can join a campaign and, if not, why. */
export type CampaignEntry = "open" | "invite" | "soldOut" | "notStarted" | "noPhase" | "completed";
/**
 * `invited`: the campaign is private and open to this user. `unpayable`: it has a price and payments are unavailable
 * here. `notAdmitted`: the current phase is for others.
 */
export type FanEntry = CampaignEntry | "invited" | "unpayable" | "notAdmitted";

type Flags = Pick<
  Campaign,
  "is_active" | "contract_address" | "places_left" | "is_public_mintable" | "phases" | "current_phase"
>;

export function publicEntry(campaign: Flags): CampaignEntry {
  const state = campaignState(campaign);
  if (state === "Upcoming") return "notStarted";
  if (state === "Completed") return "completed";
  if (campaign.places_left === 0) return "soldOut";
  if (campaign.phases.length > 0 && campaign.current_phase === null) return "noPhase";
  return campaign.is_public_mintable ? "open" : "invite";
}

type Schedule = Pick<Campaign, "is_active" | "contract_address" | "phases" | "current_phase" | "next_phase">;

/** Returns the phase that opens next while none is open. */
export function openingPhase(campaign: Schedule): Phase | undefined {
  if (campaignState(campaign) === "Completed" || campaign.current_phase !== null) return undefined;
  return campaign.phases.find(({ id }) => id === campaign.next_phase);
}

/** Returns the state that readers see: an active experience that nobody can join yet is upcoming. */
export function shownState(campaign: Schedule): CampaignState {
  return openingPhase(campaign) === undefined ? campaignState(campaign) : "Upcoming";
}

/** As `publicEntry`, for a user. Once the access is known, counts reserved spots and the user's invite. */
export function fanEntry(
  campaign: Flags & Pick<Campaign, "cost_per_nft">,
  { access, canTakePayments }: { access: Access | undefined; canTakePayments: boolean },
): FanEntry {
  const entry = publicEntry(campaign);
  switch (access?.access) {
    case "SOLD_OUT":
      return "soldOut";
    case "NO_PHASE":
      return "noPhase";
    case "NOT_ADMITTED":
      return "notAdmitted";
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
      return !canTakePayments && campaign.cost_per_nft > 0 && (entry === "open" || entry === "invite")
        ? "unpayable"
        : entry;
  }
}

/** Returns the share of taken spots, 0 to 1. Undefined without a limit. */
export function spotsTakenShare({ places, nfts }: Pick<Campaign, "places" | "nfts">): number | undefined {
  return places === null ? undefined : Math.min(1, nfts / Math.max(1, places));
}
