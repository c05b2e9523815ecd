import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import type { PointBalance, PointEntry } from "@wrapsody/shared/rewards/points.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { rewardPorts } from "../ports.ts";
import { findListenInterval, startOfNextDay } from "./award-points.ts";
import { addGoals } from "./goals.ts";
import {
  type BalanceRow,
  countListensOfDay,
  findBalance,
  listBalances,
  listEntries,
} from "./point-history.data.ts";

type AccountList = { accountId: string; list: ListQuery };

/** Lists the ledger entries of an account with the names of experiences. */
export async function listPointHistory(
  { db }: Context,
  { accountId, list }: AccountList,
): Promise<Rows<PointEntry>> {
  const { data, total } = await listEntries(db, accountId, list);
  const orders = data.flatMap(({ order }) => order ?? []);
  const names =
    orders.length === 0 ? new Map<number, string>() : await rewardPorts().findOrderTitles(db, orders);
  return {
    data: data.map(({ order, ...entry }) => ({ ...entry, experience: names.get(order ?? 0) ?? null })),
    total,
  };
}

/**
 * Lists the points of an account by song, with when the next listen of each earns points and the levels that they reach;
 * filtered by one song also if it has none.
 */
export async function listPointBalances(
  context: Context,
  { accountId, list }: AccountList,
): Promise<Rows<PointBalance>> {
  const { db, clock } = context;
  const now = clock.now();
  const [{ data, total }, listens, interval] = await Promise.all([
    findBalances(db, { accountId, list }),
    countListensOfDay(db, accountId, now),
    findListenInterval(db, accountId, now),
  ]);
  const free = listens < pointRules.listen.maxEntriesPerDay ? now : startOfNextDay(now);
  const balances = data.map(({ last_listen_at, ...balance }) => ({
    ...balance,
    next_award_at: balance.is_own ? null : nextAwardAt(last_listen_at, { now, free, interval }),
  }));
  return { data: await addGoals(context, { accountId, balances, now, interval }), total };
}

async function findBalances(db: Executor, { accountId, list }: AccountList): Promise<Rows<BalanceRow>> {
  const song = parseSongFilter(list.filters);
  if (song === undefined) return listBalances(db, accountId, list);
  const balance = await findBalance(db, accountId, song);
  const rows = balance === undefined ? [] : [balance];
  return { data: rows.slice(list.offset, list.offset + list.limit), total: rows.length };
}

/** Returns the song id if the list is filtered by exactly one song. */
function parseSongFilter([filter, ...others]: readonly Filter[]): number | undefined {
  if (filter?.key !== "song_id" || filter.operator !== "==" || others.length > 0) return undefined;
  return typeof filter.value === "number" ? filter.value : undefined;
}

/** Returns when the next listen earns points; null if now. `free` is when the daily limit allows a listen. */
export function nextAwardAt(
  lastListenAt: string | null,
  { now, free, interval }: { now: Date; free: Date; interval: number },
): string | null {
  const afterInterval = lastListenAt === null ? 0 : new Date(lastListenAt).getTime() + interval * 1000;
  const next = new Date(Math.max(afterInterval, free.getTime()));
  return next > now ? next.toISOString() : null;
}
