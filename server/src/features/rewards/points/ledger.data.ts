import { type Executor, sql } from "../../../platform/database.ts";

/** Whose points, for which song. */
export type BalanceKey = { accountId: string; songId: number };

export const entryKinds = ["LISTEN", "SHARE", "PARTICIPATION", "CLAIM", "REVERSAL"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** `key` makes the entry happen once for its holder. Points are earned above 0 and spent below; only a reversal may be of none. */
export type Entry = BalanceKey & {
  key: string;
  kind: EntryKind;
  points: number;
  now: Date;
  /** Why an administrator took points back. */
  reason?: string | undefined;
};

export type Balance = { points: number; last_listen_at: string | null };

/** Holds a balance until the transaction ends; where there was none it begins at 0. */
export async function lockBalance(tx: Executor, { accountId, songId }: BalanceKey): Promise<Balance> {
  const { rows } = await sql<Balance>`
    insert into point_balance (account_id, song_id, points) values (${accountId}, ${songId}, 0)
    on conflict (account_id, song_id) do update set points = point_balance.points
    returning points, last_listen_at`.execute(tx);
  return rows[0] ?? { points: 0, last_listen_at: null };
}

/** Takes one of a day's places for entries of a kind (UTC), unless so many are taken. Answers whether one was taken. */
export async function takeDailySlot(tx: Executor, entry: Entry, maxPerDay: number): Promise<boolean> {
  const { accountId, kind, now } = entry;
  const { rows } = await sql`
    insert into point_day (account_id, day, kind, entries)
    values (${accountId}, (${now}::timestamptz at time zone 'UTC')::date, ${kind}, 1)
    on conflict (account_id, day, kind) do update set entries = point_day.entries + 1
      where point_day.entries < ${maxPerDay}
    returning entries`.execute(tx);
  return rows.length > 0;
}

/**
 * Adds an entry and moves the balance by it, in one statement: neither is ever there without the other. The balance
 * must be held. Answers the new balance; undefined where the entry is there already, or the points do not suffice.
 */
export async function insertEntry(tx: Executor, entry: Entry): Promise<number | undefined> {
  const { accountId, songId, key, kind, points, now, reason = null } = entry;
  const { rows } = await sql<{ points: number }>`
    with added as (
      insert into point_entry (account_id, song_id, key, kind, points, reason, created_at)
      select account_id, song_id, ${key}, ${kind}, ${points}, ${reason}, ${now} from point_balance
      where account_id = ${accountId} and song_id = ${songId} and points + ${points} >= 0
      on conflict (account_id, song_id, key) do nothing returning account_id, song_id, kind, points, created_at
    )
    update point_balance b set points = b.points + added.points,
      last_listen_at = case added.kind when 'LISTEN' then greatest(b.last_listen_at, added.created_at)
        else b.last_listen_at end
    from added where b.account_id = added.account_id and b.song_id = added.song_id
    returning b.points`.execute(tx);
  return rows[0]?.points;
}

/** Whether there is an entry of one of the keys, or one that was put aside, whatever was decided about it. */
export async function hasEntryOrHold(
  tx: Executor,
  { accountId, songId }: BalanceKey,
  keys: readonly string[],
): Promise<boolean> {
  const ofKeys = sql`account_id = ${accountId} and song_id = ${songId} and key = any(${[...keys]}::text[])`;
  const { rows } = await sql`
    select from point_entry where ${ofKeys} union all select from point_hold where ${ofKeys} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function findEntry(
  tx: Executor,
  { accountId, songId, key }: BalanceKey & { key: string },
): Promise<{ kind: EntryKind; points: number; created_at: string } | undefined> {
  const { rows } = await sql<{ kind: EntryKind; points: number; created_at: string }>`
    select kind, points, created_at from point_entry
    where account_id = ${accountId} and song_id = ${songId} and key = ${key}`.execute(tx);
  return rows[0];
}
