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

/** What the owner alone sees of a level: what it leads to, and what they wrote for whoever claims it. */
export function LevelStatus({ level, standing }: { level: Reward; standing: LevelAvailability }) {
  const { t } = useTranslation();
  const { experiences, wnft, details, is_available } = standing;
  const isFile = level.reward_type === "WRAPPED_MP3";
  return (
    <>
      {experiences.map((door) => (
        <p key={door.id} className="small">
          {t(isFile ? "manage.rewards.tokenOf" : "manage.rewards.opens")}{" "}
          <Link className="u b" to={paths.manageExperience(door.id)}>
            {door.name}
          </Link>{" "}
          <span className={`state ${shapes[door.state]}`}>{t(`manage.rewards.door.${door.state}`)}</span>
        </p>
      ))}
      {wnft ? <p className="small">{t("manage.rewards.tokenOfWrap")}</p> : null}
      {isFile && !is_available ? <p className="small state bad">{t("manage.rewards.noTokenNow")}</p> : null}
      {details === null ? null : (
        <p className="small level-details">
          <span className="dim">{t("manage.rewards.told")}</span> {details}
        </p>
      )}
    </>
  );
}
