import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { needPath } from "../shared/campaign-needs.ts";

/** Links to the publisher's next step. Marked if the experience waits for it. Empty while nothing is to be done. */
export function NextStepLink({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { stage, name, nfts } = campaign;
  // Sharing is the next step until someone has joined.
  if (stage === "ACTIVATING" || (stage === "ACTIVE" && nfts > 0)) return null;
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

function stepOf({ id, pretty_id, song_id, stage, needs }: OwnCampaign): { step: string; to: string } {
  if (stage === "ACTIVE") return { step: "campaigns.next.SHARE", to: `${paths.manageExperience(id)}#share` };
  if (stage === "COMPLETED") return { step: "campaigns.next.ARTWORKS", to: paths.experienceNfts(pretty_id) };
  const [first] = needs;
  if (first === undefined) return { step: "campaigns.next.ACTIVATE", to: paths.manageExperience(id) };
  return { step: `campaigns.need.${first}.name`, to: needPath(first, { id, song_id }) };
}
