import type { PointGoals } from "@wrapsody/shared/points.ts";

/** A longer time of listening discourages, so it is not named. */
const MAX_DAYS = 60;

/** Returns the ways to the next level that are worth naming: the days of listening, and the experience to join. */
export function pickWays({ days, experience }: Pick<PointGoals, "days" | "experience">): {
  days: number | undefined;
  experience: PointGoals["experience"];
} {
  return { days: days === null || days > MAX_DAYS ? undefined : days, experience };
}
