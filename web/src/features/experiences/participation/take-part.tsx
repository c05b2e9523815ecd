import { getAccess } from "@wrapsody/shared/access.ts";
import type { Campaign } from "@wrapsody/shared/experiences.ts";
import { useTranslation } from "react-i18next";
import { Leaf } from "../../../ui/leaf.tsx";
import { LoadingRows } from "../../../ui/states.tsx";
import { OwnPending, useOwn } from "../../accounts/index.ts";
import { ExperienceProblem } from "../experience-problem.tsx";
import { AccessBarred } from "./access-barred.tsx";
import { CampaignFacts, CampaignHead } from "./campaign-head.tsx";
import { useCampaign } from "./order/order-page.tsx";
import { PlaceForm } from "./place-form.tsx";

/** The page on which a reader takes a place in an experience. */
export function TakePart({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data: campaign, error } = useCampaign(reference);
  if (error !== null && campaign === undefined) return <ExperienceProblem error={error} />;
  return (
    <div className="pt">
      <CampaignHead campaign={campaign} title={t("participation.title")} />
      <div className="pt-in">
        {campaign === undefined ? <LoadingRows rows={4} /> : <Way campaign={campaign} />}
      </div>
    </div>
  );
}

/** The way in, or what bars it. */
function Way({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn(getAccess, { params: { id: String(campaign.id) } });
  if (data === undefined) return <OwnPending error={error} refetch={refetch} rows={4} />;
  return (
    <>
      <Leaf title={t("participation.about")}>
        <CampaignFacts campaign={campaign} placesLeft={data.places_left} />
      </Leaf>
      {data.access === "OPEN" ? (
        <PlaceForm campaign={campaign} />
      ) : (
        <AccessBarred campaign={campaign} access={data} />
      )}
    </>
  );
}
