import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { PointBalance, PointEntry } from "@wrapsody/shared/points.ts";
import { pointRules } from "@wrapsody/shared/rewards.ts";
import type { Context } from "../../platform/context.ts";
import type { Rows } from "../../platform/list.ts";
import { countListensOfDay, listBalances, listEntries } from "./history.data.ts";
import { dayAfter } from "./points.ts";

type Asked = { accountId: string; list: ListQuery };

/** What changed the points of an account, and why. */
export function pointHistory({ db }: Context, { accountId, list }: Asked): Promise<Rows<PointEntry>> {
  return listEntries(db, accountId, list);
}

/** The points of an account by song, with when the next listen of each earns. */
export async function pointBalances(
  { db, clock }: Context,
  { accountId, list }: Asked,
): Promise<Rows<PointBalance>> {
  const now = clock.now();
  const [{ data, total }, listens] = await Promise.all([
    listBalances(db, accountId, list),
    countListensOfDay(db, accountId, now),
  ]);
  const free = listens < songsADay ? now : dayAfter(now);
  return {
    data: data.map(({ last_listen_at, ...balance }) => ({
      ...balance,
      next_award_at: nextAward(last_listen_at, { now, free }),
    })),
    total,
  };
}

const { apartSeconds, songsADay } = pointRules.listen;

/** `free`: when the day has a place for a listen. */
function nextAward(lastListenAt: string | null, { now, free }: { now: Date; free: Date }): string | null {
  const apart = lastListenAt === null ? 0 : new Date(lastListenAt).getTime() + apartSeconds * 1000;
  const next = new Date(Math.max(apart, free.getTime()));
  return next > now ? next.toISOString() : null;
}
