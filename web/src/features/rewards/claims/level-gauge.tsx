import type { Reward } from "@wrapsody/shared/rewards.ts";
import { Gauge } from "../../../ui/feedback/gauge.tsx";
import { useClaimsOf } from "./own-claims-of.ts";

type Props = { songId: number; level: Reward; points: number | undefined };

/** Progress to a level: full once claimed, whatever was spent since; empty while loading. */
export function LevelGauge({ songId, level, points = 0 }: Props) {
  const { claims } = useClaimsOf(songId);
  if (claims === undefined) return <Gauge share={0} />;
  const isHad = claims.some(({ reward, state }) => reward.id === level.id && state !== "REJECTED");
  return <Gauge share={isHad ? 1 : points / level.reward_points_earned} />;
}
