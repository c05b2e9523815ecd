import type { Claim } from "@wrapsody/shared/rewards/claims.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { errorKey } from "../../accounts/index.ts";
import { useClaimsOf } from "./claim-queries.ts";
import { ClaimStatus } from "./claim-state.tsx";
import { ClaimedLevel } from "./claimed-level.tsx";
import { Redeem } from "./redeem.tsx";
import "./level-claim.css";

type Props = {
  song: { id: number; pretty_id: string; name: string; artist: string };
  level: Reward;
  /** The user's points; undefined while loading. */
  points: number | undefined;
};

/** A level for a signed-in user: the button that claims it, or the claim with its status. */
export function LevelClaim({ song, level, points }: Props) {
  const { t, i18n } = useTranslation();
  const [fresh, setFresh] = useState(false);
  const { claims, error } = useClaimsOf(song.id);
  const claim = claims?.find(({ reward }) => reward.id === level.id);
  if (claim !== undefined) return <Claimed claim={claim} song={song} fresh={fresh} />;
  if (claims === undefined || points === undefined)
    return (
      <div className="act">{error === null ? null : <p className="small dim">{t(errorKey(error))}</p>}</div>
    );
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <div className="act">
      <p className="code dim">
        {t("wrap.have", { have: count(points), need: count(level.reward_points_earned) })}
      </p>
      <Redeem song={song} level={level} points={points} claimed={() => setFresh(true)} />
    </div>
  );
}

function Claimed({ claim, song, fresh }: { claim: Claim; song: Props["song"]; fresh: boolean }) {
  const { t, i18n } = useTranslation();
  const points = { count: claim.points, points: formatCount(claim.points, i18n.language) };
  return (
    <>
      <div className="act">
        <p className="code dim">{claim.state === "REJECTED" ? "" : t("claims.spent", points)}</p>
        <ClaimStatus state={claim.state} />
      </div>
      <ClaimedLevel claim={claim} song={song} fresh={fresh} />
    </>
  );
}

type GaugeProps = { songId: number; level: Reward; points: number | undefined };

/** Progress to a level: full once claimed, whatever was spent since; empty while loading. */
export function LevelGauge({ songId, level, points = 0 }: GaugeProps) {
  const { claims } = useClaimsOf(songId);
  if (claims === undefined) return <Gauge share={0} />;
  const isClaimed = claims.some(({ reward, state }) => reward.id === level.id && state !== "REJECTED");
  return <Gauge share={isClaimed ? 1 : points / level.reward_points_earned} />;
}
