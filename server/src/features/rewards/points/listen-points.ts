import type { ListenPoints } from "@wrapsody/shared/catalogue/catalogue.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import type { Context } from "../../../platform/context.ts";
import { findListenInterval, startOfNextDay } from "./award-points.ts";
import { addGoals } from "./goals.ts";
import { findListenerPoints } from "./listen-points.data.ts";
import { nextAwardAt } from "./point-history.ts";

/**
 * Returns what a play earns a listener, and when another one may if this one does not; null if the song is gone. Once the
 * play counts, the nearest level is included: finding it takes further queries.
 */
export async function readListenPoints(
  context: Context,
  {
    accountId,
    songId,
    streamId,
    counted,
  }: { accountId: string; songId: number; streamId: string; counted: boolean },
): Promise<{ points: ListenPoints; nextAwardAt: string | null } | null> {
  const { db, clock } = context;
  const now = clock.now();
  const [row, interval] = await Promise.all([
    findListenerPoints(db, { accountId, songId, key: `listen ${streamId}`, now }),
    findListenInterval(db, accountId, now),
  ]);
  if (row === undefined) return null;
  const { points, total, earned, is_own, last_listen_at, listens } = row;
  const free = listens < pointRules.listen.maxEntriesPerDay ? now : startOfNextDay(now);
  const next_award_at = is_own ? null : nextAwardAt(last_listen_at, { now, free, interval });
  const balance = { song: { id: songId }, points, is_own, next_award_at };
  const [counting] = counted
    ? await addGoals(context, { accountId, balances: [balance], now, interval })
    : [];
  return {
    points: {
      can_earn: !counted && !is_own && next_award_at === null,
      earned,
      points,
      total,
      reached:
        counting?.goals.ready.find(({ reward_points_earned }) => reward_points_earned > points - earned) ??
        null,
      next: counting?.goals.next ?? null,
    },
    nextAwardAt: next_award_at,
  };
}
