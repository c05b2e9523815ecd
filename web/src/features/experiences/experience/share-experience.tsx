import { type Campaign, campaignState } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { ShareLink } from "../../../shell/share-link.tsx";

/** Shares the page of an experience, with an invitation to join unless it is over. */
export function ShareExperience({
  campaign,
  className = "btn share",
}: {
  campaign: Campaign;
  className?: string;
}) {
  const { t } = useTranslation();
  const { name, song, pretty_id } = campaign;
  const key = campaignState(campaign) === "Completed" ? "experiences.shareOver" : "experiences.shareText";
  return (
    <ShareLink
      title={t("experiences.pageTitle", { name, song: song.name })}
      text={t(key, { name, song: song.name, artist: song.artist })}
      page={(query) => paths.experience(pretty_id, query)}
      className={className}
    />
  );
}
