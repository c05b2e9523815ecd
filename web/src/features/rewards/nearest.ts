import type { Reward } from "@wrapsody/shared/rewards.ts";

type Held = { points: number; claimed: ReadonlySet<number> };

/** How many levels are still to be had, and of those the nearest that takes more than what is held. */
export function nearestOf(
  rewards: readonly Reward[],
  { points, claimed }: Held,
): { open: number; next: Reward | undefined } {
  const open = rewards.filter(({ id, stock_left }) => !claimed.has(id) && stock_left !== 0);
  const [next] = open
    .filter(({ reward_points_earned }) => reward_points_earned > points)
    .toSorted((one, other) => one.reward_points_earned - other.reward_points_earned);
  return { open: open.length, next };
}
