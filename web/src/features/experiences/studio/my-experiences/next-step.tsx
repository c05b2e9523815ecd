import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { needPath } from "../shared/campaign-needs.ts";

/** Links to the publisher's next step. Marked if the experience waits for it. */
export function NextStepLink({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { stage, name } = campaign;
  if (stage === "ACTIVATING" || stage === "COMPLETED") {
    return (
      <span className="small dim">
        {t(stage === "COMPLETED" ? "campaigns.next.OVER" : "campaigns.next.ACTIVATING")}
      </span>
    );
  }
  const { step, to } = stepOf(campaign);
  const marked = stage === "DRAFT";
  return (
    <Link
      className={marked ? "mark" : "u small"}
      to={to}
      aria-label={t("campaigns.next.of", { step: t(step), name })}
    >
      {t(step)} {marked ? <ArrowRight className="i" aria-hidden="true" /> : null}
    </Link>
  );
}

function stepOf(campaign: OwnCampaign): { step: string; to: string } {
  if (campaign.stage === "ACTIVE")
    return { step: "campaigns.next.SHOW", to: paths.experience(campaign.pretty_id) };
  const [first] = campaign.needs;
  if (first === undefined)
    return { step: "campaigns.next.ACTIVATE", to: paths.manageExperience(campaign.id) };
  return { step: `campaigns.need.${first}.name`, to: needPath(first, campaign) };
}
