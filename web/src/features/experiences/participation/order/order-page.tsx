import { useQuery } from "@tanstack/react-query";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences.ts";
import type { ReactNode } from "react";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { campaignOptions } from "../../experience/experience-data.ts";
import { CampaignHead } from "../campaign-head.tsx";

/** The frame of the pages on which a reader takes part: what it is in, and what is to be done. */
export function OrderPage({
  campaign,
  title,
  children,
}: {
  campaign: Campaign | undefined;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="pt">
      <CampaignHead campaign={campaign} title={title} />
      <div className="pt-in">{children}</div>
    </div>
  );
}

export function useCampaign(reference: string) {
  return useQuery(queryOf(getDrop, campaignOptions({ campaignId: reference })));
}
