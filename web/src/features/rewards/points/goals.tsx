import type { PointBalance, PointGoals } from "@wrapsody/shared/rewards/points.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount, formatUsd } from "../../../ui/format/format.ts";
import "./goals.css";

type Props = { balance: Pick<PointBalance, "song" | "points" | "goals"> };

/** A longer time of listening discourages, so it is not named. */
const MAX_DAYS = 60;

/** Lists the levels that the points for a wrap reach: the one to redeem now, then the nearest one and the quickest way to it. */
export function Goals({ balance: { song, points, goals } }: Props) {
  const { t } = useTranslation();
  const [best, ...others] = goals.ready;
  return (
    <div className="goals small">
      {best === undefined ? null : (
        <p>
          <Link className="mark" to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
            {t("points.goals.redeem")} {best.name}
          </Link>
          {others.length === 0 ? null : ` ${t("points.goals.others", { count: others.length })}`}
        </p>
      )}
      <NextGoal balance={{ points, goals }} />
    </div>
  );
}

/** The nearest level that the points do not reach yet, and the quickest way to it. Empty if there is none. */
export function NextGoal({
  balance: { points, goals },
}: {
  balance: Pick<PointBalance, "points" | "goals">;
}) {
  const { t, i18n } = useTranslation();
  const { next } = goals;
  if (next === null) return null;
  return (
    <div className="goals small">
      <p>
        {t("points.goals.until", {
          points: formatCount(next.reward_points_earned - points, i18n.language),
        })}{" "}
        <b>{next.name}</b>
      </p>
      <Gauge share={points / next.reward_points_earned} />
      <QuickestWay goals={goals} />
    </div>
  );
}

/** The days of listening, or the experience to join, that reach the next level. Empty if both are far. */
function QuickestWay({ goals }: { goals: PointGoals }) {
  const { t } = useTranslation();
  const { days, experience } = pickWays(goals);
  if (days === undefined && experience === null) return null;
  return (
    <p className="dim">
      {days === undefined
        ? null
        : days === 0
          ? t("points.goals.nextListen")
          : t("points.goals.days", { count: days })}
      {experience === null ? null : (
        <>
          {" "}
          {t(days === undefined ? "points.goals.join" : "points.goals.orJoin")}{" "}
          <Link className="u" to={paths.experience(experience.pretty_id)}>
            {experience.name}
          </Link>{" "}
          ({experience.cost_per_nft === 0 ? t("points.goals.free") : formatUsd(experience.cost_per_nft)})
        </>
      )}
    </p>
  );
}

/** Returns the ways to the next level that are worth naming: the days of listening, and the experience to join. */
export function pickWays({ days, experience }: Pick<PointGoals, "days" | "experience">): {
  days: number | undefined;
  experience: PointGoals["experience"];
} {
  return { days: days === null || days > MAX_DAYS ? undefined : days, experience };
}
