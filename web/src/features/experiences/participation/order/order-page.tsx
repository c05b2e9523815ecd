import { useQuery } from "@tanstack/react-query";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences/experiences.ts";
import type { ReactNode } from "react";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { campaignOptions } from "../../experience/experience-data.ts";
import { CampaignHead } from "../campaign-head.tsx";

type OrderPageProps = {
  campaign: Campaign | undefined;
  title: ReactNode;
  /** The title names the experience. */
  isNamed?: boolean;
  /** Shown instead of the picture of the experience. */
  picture?: ReactNode;
  /** Once the order exists, the picture is as large as the artwork that takes its place. */
  isOrdered?: boolean;
  /** New artworks, which take the place of the experience. */
  artworks?: ReactNode;
  children: ReactNode;
};

/** The layout of the participation pages: the experience, or the artwork that it gave, beside the task. */
export function OrderPage({
  campaign,
  title,
  isNamed = false,
  picture,
  isOrdered = false,
  artworks,
  children,
}: OrderPageProps) {
  return (
    <div className={artworks !== undefined ? "pt of-art" : isOrdered ? "pt of-order" : "pt"}>
      {artworks === undefined ? (
        <CampaignHead campaign={campaign} title={title} isNamed={isNamed} picture={picture} />
      ) : (
        <>
          <h1 className="vh">{title}</h1>
          {artworks}
        </>
      )}
      <div className="pt-in">{children}</div>
    </div>
  );
}

export function useCampaign(reference: string) {
  return useQuery(queryOf(getDrop, campaignOptions({ campaignId: reference })));
}
