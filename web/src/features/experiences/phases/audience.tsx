import type { Campaign, Phase } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";

/** Whom a phase admits, with the way to get in. */
export function AudienceNote({ campaign, phase }: { campaign: Campaign; phase: Phase }) {
  const { t } = useTranslation();
  const { audience, experience, reward } = phase;
  switch (audience) {
    case "EVERYONE":
      return <p>{t(campaign.is_public_mintable ? "phases.everyone" : "phases.invited")}</p>;
    case "HOLDERS":
      return experience === null ? (
        <p>{t("phases.holdersGone")}</p>
      ) : (
        <>
          <p>{t("phases.holders", { name: experience.name })}</p>
          <p>
            <Link className="btn" to={paths.experience(experience.pretty_id)}>
              {t("phases.toExperience", { name: experience.name })}
            </Link>
          </p>
        </>
      );
    case "LIST":
      return (
        <>
          <p>{t("phases.list")}</p>
          <p className="small dim">{t("phases.listText")}</p>
        </>
      );
    case "CLAIMERS":
      return (
        <>
          <p>{t("phases.claimers", { name: reward?.name ?? "" })}</p>
          <p>
            <Link className="btn" to={paths.wrap(campaign.song.pretty_id, { tab: REWARDS_TAB })}>
              {t("experiences.toRewards", { song: campaign.song.name })}
            </Link>
          </p>
        </>
      );
  }
}
