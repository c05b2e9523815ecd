import type { ExperienceLink, LevelAvailability } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { TermNote } from "../../../ui/format/term-note.tsx";
import { acceptedExperience, useKeptArtwork, useLevelAvailability } from "./claim-queries.ts";
import "./level-claim.css";

type Props = { song: { id: number; pretty_id: string }; level: Reward };

/** The experience that a level unlocks with its availability, or the token that it requires with its source. */
export function LevelFacts({ song, level }: Props) {
  const availability = useLevelAvailability(song.id, level.id);
  if (!hasLink(level)) return null;
  return (
    <div className="level-facts small">
      {availability === undefined ? null : level.reward_type === "WRAPPED_MP3" ? (
        <NeedsToken availability={availability} song={song} />
      ) : (
        availability.experiences.map((experience) => (
          <OpensExperience key={experience.id} experience={experience} />
        ))
      )}
    </div>
  );
}

export function hasLink({ reward_type }: Pick<Reward, "reward_type">): boolean {
  return reward_type === "DAPP_ACCESS" || reward_type === "WRAPPED_MP3";
}

const shapes = {
  UPCOMING: "wait",
  OPEN: "on",
  FULL: "bad",
  OVER: "bad",
  PUBLIC: "bad",
} as const satisfies Record<ExperienceLink["state"], string>;

function OpensExperience({ experience }: { experience: ExperienceLink }) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {t("claims.opens")} <TargetLink experience={experience} />
      </p>
      <p className={`state ${shapes[experience.state]}`}>{t(`claims.experienceState.${experience.state}`)}</p>
    </>
  );
}

function TargetLink({ experience: { pretty_id, name, is_shown } }: { experience: ExperienceLink }) {
  if (!is_shown) return <b>{name}</b>;
  return (
    <Link className="u b" to={paths.experience(pretty_id)}>
      {name}
    </Link>
  );
}

/** Index of the wrap's tab about its token. */
const learnTab = 0;

/** The tokens that allow a download; the downloading wallet must own one of them, unless an artwork is kept for the user. */
export function NeedsToken({ availability, song }: { availability: LevelAvailability; song: Props["song"] }) {
  const { t } = useTranslation();
  const { artwork, isLoading } = useKeptArtwork(song.id, acceptedExperience(availability));
  if (isLoading) return null;
  if (artwork !== undefined)
    return <p className="state on">{t("claims.token.kept", { name: artwork.campaign.name })}</p>;
  const { experiences, wnft, is_available } = availability;
  return (
    <>
      <p>{t("claims.token.needs")}</p>
      <ul className="token-sources">
        {experiences.map((experience) => (
          <li key={experience.id}>
            <TargetLink experience={experience} />
            {`, ${t(experience.is_joined ? "claims.token.joined" : `claims.token.of.${experience.state}`)}`}
          </li>
        ))}
        {wnft ? (
          <li>
            <Link className="u b" to={paths.wrap(song.pretty_id, { tab: learnTab })}>
              {t("claims.token.wnft")}
            </Link>
            {`, ${t("claims.token.ofOne")}`}
          </li>
        ) : null}
      </ul>
      {wnft ? <TermNote term="wnft" /> : null}
      {is_available ? null : <p className="state bad">{t("claims.token.none")}</p>}
    </>
  );
}
