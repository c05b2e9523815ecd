import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { PointBalance, PointEntry } from "@wrapsody/shared/rewards/points.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";

const entryKeys: Columns = { song_id: sql`e.song_id`, created_at: sql`e.created_at` };
const songOf = sql`
  case when s.id is not null then json_build_object('id', s.id, 'pretty_id', s.pretty_id, 'name', s.name,
    'artist', s.artist) end`;

/** `order` is the participation order of the entry, if any. */
export type EntryRow = Omit<PointEntry, "experience"> & { order: number | null };

/** Points that a reversal could not take back because they were spent. */
const missing = sql`
  case when e.kind = 'REVERSAL' then coalesce((
    select greatest(0, o.points + e.points) from point_entry o
    where o.account_id = e.account_id and o.song_id = e.song_id
      and o.key = substring(e.key from '^reversal (.+)$')), 0) else 0 end as missing`;

/** Lists the ledger entries of an account. */
export async function listEntries(db: Executor, accountId: string, list: ListQuery): Promise<Rows<EntryRow>> {
  const where = sql`e.account_id = ${accountId} and ${buildWhere(list.filters, entryKeys)}`;
  return readListPage(db, list, {
    rows: sql<EntryRow>`
      select e.kind, e.points, e.created_at, ${songOf} as song, r.name as level, e.reason, ${missing},
        substring(e.key from '^(?:reversal )?participation (\\d{1,15})$')::bigint as "order"
      from point_entry e left join song s on s.id = e.song_id and s.status = 'ACTIVE'
        left join reward r on r.id = substring(e.key from '^(?:reversal )?claim (\\d{1,9})$')::int
      where ${where} order by ${buildOrderBy(list, entryKeys, sql`e.key`)}
      limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from point_entry e where ${where}`,
  });
}

/** Counts the listens that earned an account points on the day of `now` (UTC). */
export async function countListensOfDay(db: Executor, accountId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select entries from point_day
    where account_id = ${accountId} and day = (${now}::timestamptz at time zone 'UTC')::date and kind = 'LISTEN'`.execute(
    db,
  );
  return rows[0]?.entries ?? 0;
}

export type BalanceRow = Omit<PointBalance, "next_award_at" | "goals"> & { last_listen_at: string | null };

const balanceSong = sql`
  json_build_object('id', s.id, 'pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist,
    'image', ${imageColumn(sql`i`)}) as song`;
const isOwn = (accountId: string) => sql`
  exists (select from artist a where a.id = s.artist_id and a.owner_id = ${accountId}) as is_own`;

const keysOf = (table: string, accountId: string): Columns => ({
  song_id: sql.ref(`${table}.song_id`),
  points: sql.ref(`${table}.points`),
  created_at: sql`coalesce(${sql.ref(`${table}.last_listen_at`)}, '-infinity')`,
  goal: sql`coalesce((
    select max(least(1, ${sql.ref(`${table}.points`)}::float8 / r.reward_points_earned)) from reward r
    where r.song_id = ${sql.ref(`${table}.song_id`)} and ${isOpenLevel(accountId)}), -1)`,
});

/** Selects whether `reward r` has stock and was not redeemed by the account. */
function isOpenLevel(accountId: string): RawBuilder<unknown> {
  return sql`r.deleted_at is null and (r.stock is null or r.claimed < r.stock)
    and not exists (select from reward_claim k where k.reward_id = r.id and k.account_id = ${accountId})`;
}

/** Lists the points of an account by song, public songs only. */
export async function listBalances(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<BalanceRow>> {
  const [balanceKeys, pageKeys] = [keysOf("b", accountId), keysOf("page", accountId)];
  const from = sql`
    point_balance b join song s on s.id = b.song_id and s.status = 'ACTIVE'
    where b.account_id = ${accountId} and ${buildWhere(list.filters, balanceKeys)}`;
  return readListPage(db, list, {
    rows: sql<BalanceRow>`
      select page.points, page.last_listen_at, ${balanceSong}, ${isOwn(accountId)}
      from (select b.* from ${from} order by ${buildOrderBy(list, balanceKeys, sql`b.song_id`)}
        limit ${list.limit} offset ${list.offset}) page
      join song s on s.id = page.song_id left join image i on i.id = s.image_id
      order by ${buildOrderBy(list, pageKeys, sql`page.song_id`)}`,
    counted: sql`select from ${from}`,
  });
}

/** Finds the points of an account for a public song, 0 included. */
export async function findBalance(
  db: Executor,
  accountId: string,
  songId: number,
): Promise<BalanceRow | undefined> {
  const { rows } = await sql<BalanceRow>`
    select coalesce(b.points, 0) as points, b.last_listen_at, ${balanceSong}, ${isOwn(accountId)}
    from song s left join point_balance b on b.song_id = s.id and b.account_id = ${accountId}
      left join image i on i.id = s.image_id
    where s.id = ${songId} and s.status = 'ACTIVE'`.execute(db);
  return rows[0];
}
