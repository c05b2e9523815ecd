import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ShareExperience } from "../../experience/share-experience.tsx";
import { needPath } from "../shared/campaign-needs.ts";
import { Activate } from "./activate.tsx";
import type { Details } from "./details-form.ts";

type NextStepProps = {
  campaign: OwnCampaign;
  details: Details;
  announce(text: string): void;
  className?: string;
  /** Path of the page, which names what it resolves itself instead of linking to it. */
  here?: string;
};

/** The primary action: the first missing item of a draft, its activation, then sharing it. */
export function NextStep({ campaign, className = "btn go", here, ...rest }: NextStepProps) {
  const { t } = useTranslation();
  if (campaign.stage === "ACTIVE")
    return <ShareExperience campaign={campaign} className={`${className} share`} />;
  if (campaign.stage !== "DRAFT") return null;
  const [first] = campaign.needs;
  if (first === undefined) return <Activate campaign={campaign} className={className} {...rest} />;
  const name = t(`campaigns.need.${first}.name`);
  const path = needPath(first, campaign);
  if (path === here) return <p className="state wait small">{name}</p>;
  return (
    <Link className={className} to={path}>
      {name} <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}
