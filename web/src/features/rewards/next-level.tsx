import type { Reward } from "@wrapsody/shared/rewards.ts";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import { Gauge } from "../../ui/gauge.tsx";
import { nearestOf } from "./nearest.ts";
import { useClaimsOf } from "./own-claims-of.ts";

type Given = { songId: number; rewards: readonly Reward[]; points: number };

/** How far the next level is that the reader has not claimed yet. Nothing is said of any before their claims are known. */
export function NextLevel({ songId, rewards, points }: Given) {
  const { t, i18n } = useTranslation();
  const { claims, error } = useClaimsOf(songId);
  if (claims === undefined)
    return error === null ? (
      <>
        <p className="small">{"\u00a0"}</p>
        <Gauge share={0} />
      </>
    ) : null;
  const { open, next } = nearestOf(rewards, {
    points,
    claimed: new Set(claims.map(({ reward }) => reward.id)),
  });
  if (next === undefined)
    return (
      <p className="small">
        {t(rewards.length === 0 ? "wrap.noRewards" : open === 0 ? "claims.allHad" : "wrap.allReached")}
      </p>
    );
  const need = next.reward_points_earned;
  return (
    <>
      <p className="small">
        {t("wrap.toGoUntil", { points: formatCount(need - points, i18n.language) })} <b>{next.name}</b>
      </p>
      <Gauge share={points / need} />
    </>
  );
}
