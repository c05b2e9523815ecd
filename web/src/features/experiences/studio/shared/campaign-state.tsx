import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { useTranslation } from "react-i18next";
import { formatMinuteOfYear } from "../../../../ui/format/release-time.ts";
import { openingPhase } from "../../experience/campaign-entry.ts";

const shapes = {
  DRAFT: "",
  ACTIVATING: "wait",
  ACTIVE: "on",
  COMPLETED: "done",
} satisfies Record<OwnCampaign["stage"], string>;

/** The status of an experience for its publisher: an icon and a label. An active one that nobody can join yet says when it opens. */
export function CampaignState({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  const { stage } = campaign;
  const opening = stage === "ACTIVE" ? openingPhase(campaign) : undefined;
  if (opening !== undefined)
    return (
      <span className="state">
        {t("experiences.phase.opens", { at: formatMinuteOfYear(opening.starts_at, i18n.language) })}
      </span>
    );
  return <span className={`state ${shapes[stage]}`.trim()}>{t(`campaigns.state.${stage}`)}</span>;
}
