import { planEntitlements } from "@wrapsody/shared/plan-entitlements.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { isPremium } from "../../subscriptions/index.ts";

/** Returns how many seconds an account waits between two listens of a song that earn points, by its plan. */
export async function findListenInterval(db: Executor, accountId: string, now: Date): Promise<number> {
  const [free, premium] = [
    planEntitlements.FREE.listenIntervalSeconds,
    planEntitlements.PREMIUM.listenIntervalSeconds,
  ];
  // Plays are counted often: skips the query while both plans have the same interval.
  if (free === premium) return free;
  return (await isPremium(db, accountId, now)) ? premium : free;
}
