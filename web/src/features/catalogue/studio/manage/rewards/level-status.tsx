import type { ExperienceLink, LevelAvailability } from "@wrapsody/shared/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../../paths.ts";

const shapes = {
  UPCOMING: "wait",
  OPEN: "on",
  FULL: "bad",
  OVER: "bad",
  PUBLIC: "bad",
} as const satisfies Record<ExperienceLink["state"], string>;

/** Details of a level for its owner: availability, and the message for fans who claim it. */
export function LevelStatus({ level, availability }: { level: Reward; availability: LevelAvailability }) {
  const { t } = useTranslation();
  const { experiences, wnft, details, is_available } = availability;
  const isFile = level.reward_type === "WRAPPED_MP3";
  return (
    <>
      {experiences.map((experience) => (
        <p key={experience.id} className="small">
          {t(isFile ? "manage.rewards.tokenOf" : "manage.rewards.opens")}{" "}
          <Link className="u b" to={paths.manageExperience(experience.id)}>
            {experience.name}
          </Link>{" "}
          <span className={`state ${shapes[experience.state]}`}>
            {t(`manage.rewards.experienceState.${experience.state}`)}
          </span>
        </p>
      ))}
      {wnft ? <p className="small">{t("manage.rewards.tokenOfWrap")}</p> : null}
      {isFile && !is_available ? <p className="small state bad">{t("manage.rewards.noTokenNow")}</p> : null}
      {details === null ? null : (
        <p className="small level-details">
          <span className="dim">{t("manage.rewards.detailsShown")}</span> {details}
        </p>
      )}
    </>
  );
}
