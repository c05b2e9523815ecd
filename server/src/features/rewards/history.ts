import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { PointBalance, PointEntry } from "@wrapsody/shared/points.ts";
import { pointRules } from "@wrapsody/shared/rewards.ts";
import type { Context } from "../../platform/context.ts";
import type { Rows } from "../../platform/list.ts";
import { listBalances, listEntries } from "./history.data.ts";

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
  const { data, total } = await listBalances(db, accountId, list);
  const now = clock.now();
  return {
    data: data.map(({ last_listen_at, ...balance }) => ({
      ...balance,
      next_award_at: nextAward(last_listen_at, now),
    })),
    total,
  };
}

function nextAward(lastListenAt: string | null, now: Date): string | null {
  if (lastListenAt === null) return null;
  const next = new Date(new Date(lastListenAt).getTime() + pointRules.listen.apartSeconds * 1000);
  return next > now ? next.toISOString() : null;
}
