import { type Executor, sql } from "../../platform/database.ts";

/** Whose points, for which song. */
export type Holder = { accountId: string; songId: number };

export const entryKinds = ["LISTEN", "SHARE", "PARTICIPATION", "CLAIM", "REVERSAL"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** `key` makes the entry happen once for its holder. Points are earned above 0 and spent below. */
export type Entry = Holder & { key: string; kind: EntryKind; points: number; now: Date };

export type Balance = { points: number; last_listen_at: string | null };

/** Holds a balance until the transaction ends; where there was none it begins at 0. */
export async function lockBalance(tx: Executor, { accountId, songId }: Holder): Promise<Balance> {
  const { rows } = await sql<Balance>`
    insert into point_balance (account_id, song_id, points) values (${accountId}, ${songId}, 0)
    on conflict (account_id, song_id) do update set points = point_balance.points
    returning points, last_listen_at`.execute(tx);
  return rows[0] ?? { points: 0, last_listen_at: null };
}

/**
 * Takes one of a day's places for entries of a kind (UTC), unless so many are taken. An entry that is there already
 * takes none. Answers whether one was taken.
 */
export async function takePlaceOfDay(tx: Executor, entry: Entry, most: number): Promise<boolean> {
  const { accountId, songId, key, kind, now } = entry;
  const { rows } = await sql`
    insert into point_day (account_id, day, kind, entries)
    select ${accountId}, (${now}::timestamptz at time zone 'UTC')::date, ${kind}, 1
    where not exists (
      select from point_entry where account_id = ${accountId} and song_id = ${songId} and key = ${key})
    on conflict (account_id, day, kind) do update set entries = point_day.entries + 1
      where point_day.entries < ${most}
    returning entries`.execute(tx);
  return rows.length > 0;
}

/**
 * Adds an entry and moves the balance by it, in one statement: neither is ever there without the other. The balance
 * must be held. Answers the new balance; undefined where the entry is there already, or the points do not suffice.
 */
export async function insertEntry(tx: Executor, entry: Entry): Promise<number | undefined> {
  const { accountId, songId, key, kind, points, now } = entry;
  const { rows } = await sql<{ points: number }>`
    with added as (
      insert into point_entry (account_id, song_id, key, kind, points, created_at)
      select account_id, song_id, ${key}, ${kind}, ${points}, ${now} from point_balance
      where account_id = ${accountId} and song_id = ${songId} and points + ${points} >= 0
      on conflict (account_id, song_id, key) do nothing returning account_id, song_id, kind, points, created_at
    )
    update point_balance b set points = b.points + added.points,
      last_listen_at = case added.kind when 'LISTEN' then added.created_at else b.last_listen_at end
    from added where b.account_id = added.account_id and b.song_id = added.song_id
    returning b.points`.execute(tx);
  return rows[0]?.points;
}

export async function findEntry(
  tx: Executor,
  { accountId, songId, key }: Holder & { key: string },
): Promise<{ kind: EntryKind; points: number } | undefined> {
  const { rows } = await sql<{ kind: EntryKind; points: number }>`
    select kind, points from point_entry
    where account_id = ${accountId} and song_id = ${songId} and key = ${key}`.execute(tx);
  return rows[0];
}
