import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import { useTranslation } from "react-i18next";

const shapes = {
  DRAFT: "",
  ACTIVATING: "wait",
  ACTIVE: "on",
  COMPLETED: "done",
} satisfies Record<OwnCampaign["stage"], string>;

/** The status of an experience for its publisher: an icon and a label. */
export function CampaignState({ stage }: Pick<OwnCampaign, "stage">) {
  const { t } = useTranslation();
  return <span className={`state ${shapes[stage]}`.trim()}>{t(`campaigns.state.${stage}`)}</span>;
}
