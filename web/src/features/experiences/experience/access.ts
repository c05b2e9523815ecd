import { useQuery } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/access.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { type Campaign, campaignState } from "@wrapsody/shared/experiences.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";

export type Access = AnswerOf<typeof getAccess>;

/**
 * Whether the reader may take part, which the browser alone asks: the page itself is the same for everyone. Undefined
 * while it is not known, and where an experience is not active: then it is the same for everyone.
 */
export function useAccess(campaign: Campaign): Access | undefined {
  const options = queryOf(getAccess, { params: { id: String(campaign.id) } });
  return useQuery({ ...options, enabled: campaignState(campaign) === "Active" }).data;
}
