import type { ExperienceLink, LevelAvailability } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { getDoors } from "@wrapsody/shared/rewards/tickets.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../../paths.ts";
import { TermNote } from "../../../../../ui/format/term-note.tsx";
import { Permitted } from "../../../../accounts/index.ts";

const shapes = {
  UPCOMING: "wait",
  OPEN: "on",
  FULL: "bad",
  OVER: "bad",
  PUBLIC: "bad",
} as const satisfies Record<ExperienceLink["state"], string>;

type Props = { songId: number; level: Reward; availability: LevelAvailability };

/** Details of a level for its owner: availability, and the message for fans who claim it. */
export function LevelStatus({ songId, level, availability }: Props) {
  const { t } = useTranslation();
  const { experiences, wnft, details, questions, is_available } = availability;
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
      {wnft ? (
        <>
          <p className="small">{t("manage.rewards.tokenOfWrap")}</p>
          <TermNote term="wnft" />
        </>
      ) : null}
      {isFile && !is_available ? <p className="small state bad">{t("manage.rewards.noTokenNow")}</p> : null}
      {questions.length === 0 ? null : (
        <p className="small">
          <span className="dim">{t("manage.rewards.questions.asks")}</span>{" "}
          {questions.map(({ label }) => label).join(", ")}
        </p>
      )}
      {level.reward_type === "TICKET" ? (
        <Permitted call={getDoors} quiet>
          <Link className="u b small" to={paths.doors(songId, level.id)}>
            {t("manage.rewards.doors")} <span className="vh">{level.name}</span>
          </Link>
        </Permitted>
      ) : null}
      {details === null ? null : (
        <p className="small level-details">
          <span className="dim">{t("manage.rewards.detailsShown")}</span> {details}
        </p>
      )}
    </>
  );
}
