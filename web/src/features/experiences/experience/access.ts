import { useQuery } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { type Campaign, campaignState } from "@wrapsody/shared/experiences/experiences.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

export type Access = AnswerOf<typeof getAccess>;

/**
 * Fetches the user's access to a campaign, in the browser only: the server renders the same page for everyone. Returns
 * undefined while loading and for a campaign that is not active, whose access is the same for everyone.
 */
export function useAccess(campaign: Campaign): Access | undefined {
  const options = queryOf(getAccess, { params: { id: String(campaign.id) } });
  return useQuery({ ...options, enabled: campaignState(campaign) === "Active" }).data;
}
