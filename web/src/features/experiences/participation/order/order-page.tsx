import { useQuery } from "@tanstack/react-query";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences.ts";
import type { ReactNode } from "react";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { campaignOptions } from "../../experience/experience-data.ts";
import { CampaignHead } from "../campaign-head.tsx";

/** The layout of the participation pages: the experience beside the task, smaller once the order exists (`isOrdered`). */
export function OrderPage({
  campaign,
  title,
  isOrdered = false,
  children,
}: {
  campaign: Campaign | undefined;
  title: string;
  isOrdered?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isOrdered ? "pt of-order" : "pt"}>
      <CampaignHead campaign={campaign} title={title} />
      <div className="pt-in">{children}</div>
    </div>
  );
}

export function useCampaign(reference: string) {
  return useQuery(queryOf(getDrop, campaignOptions({ campaignId: reference })));
}
