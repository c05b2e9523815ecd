import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Hold } from "@wrapsody/shared/rewards/holds.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  countUpTo,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import type { Entry } from "../points/ledger.data.ts";

/** Source of points; `source` is a hash. */
export type Source = { kind: Hold["reason"]; source: Buffer };

/**
 * Records an earner of a source on a day (UTC) and returns their rank among the day's earners, from 1. Takes
 * an advisory lock per source, because concurrent earners would each rank first.
 */
export async function rankAtSource(
  tx: Executor,
  { kind, source }: Source,
  { who, now }: { who: string; now: Date },
): Promise<number> {
  const day = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  const name = `points ${kind} ${source.toString("hex")}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ place: number }>`
    with there as (
      select coalesce(max(place) filter (where who = ${who}), count(*) + 1)::int as place,
        coalesce(bool_or(who = ${who}), false) as is_known
      from point_source where day = ${day} and kind = ${kind} and source = ${source}
    ), added as (
      insert into point_source (day, kind, source, who, place)
      select ${day}, ${kind}, ${source}, ${who}, place from there where not is_known
    )
    select place from there`.execute(tx);
  return rows[0]?.place ?? 0;
}

/** Deletes the sources of past days, which no check uses. */
export async function deleteSourcesBefore(db: Executor, before: Date): Promise<void> {
  await sql`delete from point_source where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(
    db,
  );
}

/** Puts an entry on hold and sets the time of the last listen. The balance must be locked. */
export async function insertHold(tx: Executor, entry: Entry, reason: Hold["reason"]): Promise<void> {
  const { accountId, songId, key, kind, points, now } = entry;
  await sql`
    with new_hold as (
      insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
      values (${accountId}, ${songId}, ${key}, ${kind}, ${points}, ${reason}, 'PENDING', ${now})
      on conflict (account_id, song_id, key) do nothing returning account_id, song_id, kind, created_at
    )
    update point_balance b set last_listen_at = new_hold.created_at from new_hold
    where new_hold.kind = 'LISTEN' and b.account_id = new_hold.account_id and b.song_id = new_hold.song_id`.execute(
    tx,
  );
}

const columns = sql`
  h.id, h.kind, h.points, h.reason, h.state, h.created_at,
  json_build_object('id', a.id, 'name', a.name, 'email', a.email) as account,
  json_build_object('id', s.id, 'pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist) as song`;
const keys: Columns = {
  account_id: sql`h.account_id::text`,
  reason: sql`h.reason`,
  created_at: sql`h.created_at`,
};

/** Lists pending holds. */
export async function listHolds(db: Executor, list: ListQuery): Promise<Rows<Hold>> {
  const where = sql`h.state = 'PENDING' and ${buildWhere(list.filters, keys)}`;
  return readListPage(db, list, {
    rows: sql<Hold>`
      select ${columns} from point_hold h join account a on a.id = h.account_id join song s on s.id = h.song_id
      where ${where} order by ${buildOrderBy(list, keys, sql`h.id`)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from point_hold h where ${where}`,
  });
}

/** Counts pending holds up to a limit. */
export async function countPendingHolds(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countUpTo(sql`select from point_hold where state = 'PENDING'`, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

export type LockedHold = Pick<Entry, "accountId" | "songId" | "key" | "points"> & {
  id: number;
  createdAt: string;
  kind: Hold["kind"];
  state: Hold["state"];
};

const lockedColumns = sql`
  id, account_id as "accountId", song_id as "songId", key, kind, points, state, created_at as "createdAt"`;

/** Locks a hold; with `all`, also every pending hold of its account, in the order of the balances. */
export async function lockHolds(tx: Executor, id: number, all: boolean): Promise<LockedHold[]> {
  const { rows } = await sql<LockedHold>`
    select ${lockedColumns} from point_hold
    where id = ${id} or (${all} and state = 'PENDING' and account_id = (select account_id from point_hold where id = ${id}))
    order by song_id, id for update`.execute(tx);
  return rows;
}

export async function markDecided(
  tx: Executor,
  ids: readonly number[],
  { state, by, now }: { state: Hold["state"]; by: string; now: Date },
): Promise<void> {
  await sql`
    update point_hold set state = ${state}, decided_at = ${now}, decided_by = ${by}
    where id = any(${[...ids]}::bigint[])`.execute(tx);
}
