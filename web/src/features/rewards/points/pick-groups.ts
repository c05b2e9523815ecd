import type { PointBalance } from "@wrapsody/shared/points.ts";

const shareOf = ({ points, goals: { next } }: PointBalance) =>
  next === null ? 0 : points / next.reward_points_earned;

/** Picks the wraps with a level to redeem now. */
export function pickReady(balances: readonly PointBalance[]): PointBalance[] {
  return balances.filter(({ goals }) => goals.ready.length > 0);
}

/** Picks the other wraps whose next level the points come closest to, the closest first. */
export function pickNear(balances: readonly PointBalance[], limit: number): PointBalance[] {
  return balances
    .filter(({ goals }) => goals.ready.length === 0 && goals.next !== null)
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .slice(0, limit);
}
