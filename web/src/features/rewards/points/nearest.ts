import type { LevelAvailability } from "@wrapsody/shared/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";

/** `closed`: ids of levels that cannot be redeemed anymore. */
type FanLevels = { points: number; claimed: ReadonlySet<number>; closed: ReadonlySet<number> };

/** Returns true if a level cannot be redeemed and will not become redeemable by an upcoming experience. */
export function isClosed({ is_available, stock_left, experiences }: LevelAvailability): boolean {
  if (stock_left === 0) return true;
  return !is_available && !experiences.some(({ state }) => state === "UPCOMING");
}

/** Returns the number of levels left, and the nearest of them that needs more points than the user has. */
export function nearestOf(
  rewards: readonly Reward[],
  { points, claimed, closed }: FanLevels,
): { open: number; next: Reward | undefined } {
  const open = rewards.filter(
    ({ id, stock_left }) => !claimed.has(id) && !closed.has(id) && stock_left !== 0,
  );
  const [next] = open
    .filter(({ reward_points_earned }) => reward_points_earned > points)
    .toSorted((a, b) => a.reward_points_earned - b.reward_points_earned);
  return { open: open.length, next };
}
