import { useQuery } from "@tanstack/react-query";
import { getLevels } from "@wrapsody/shared/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { useClaimsOf } from "../claims/claim-queries.ts";
import { hasLink } from "../claims/level-facts.tsx";
import { isClosed, nearestOf } from "./nearest.ts";

type Props = { songId: number; rewards: readonly Reward[]; points: number };

/** Progress to the user's next unclaimed level. Empty until the claims are loaded. */
export function NextLevel({ songId, rewards, points }: Props) {
  const { t, i18n } = useTranslation();
  const { claims, error } = useClaimsOf(songId);
  const closed = useClosed(songId, rewards);
  if (claims === undefined)
    return error === null ? (
      <>
        <p className="small">{"\u00a0"}</p>
        <Gauge share={0} />
      </>
    ) : null;
  const claimed = new Set(claims.map(({ reward }) => reward.id));
  const { open, next } = nearestOf(rewards, { points, claimed, closed });
  if (next === undefined) {
    const none = rewards.every(({ id }) => claimed.has(id)) ? "claims.allClaimed" : "claims.noneOpen";
    return (
      <p className="small">
        {t(rewards.length === 0 ? "wrap.noRewards" : open === 0 ? none : "wrap.allReached")}
      </p>
    );
  }
  const need = next.reward_points_earned;
  return (
    <>
      <p className="small">
        {t("wrap.pointsUntil", { points: formatCount(need - points, i18n.language) })} <b>{next.name}</b>
      </p>
      <Gauge share={points / need} />
    </>
  );
}

/** Returns the ids of levels that are known to be closed. Levels without a target need no request. */
function useClosed(songId: number, rewards: readonly Reward[]): ReadonlySet<number> {
  const options = { params: { id: String(songId) } };
  const enabled = rewards.some(hasLink);
  const { data = [] } = useQuery({ ...queryOf(getLevels, options), enabled, retry: false });
  return new Set(data.filter(isClosed).map(({ id }) => id));
}
