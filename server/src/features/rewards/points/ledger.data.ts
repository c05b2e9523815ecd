import { type Executor, sql } from "../../../platform/database/database.ts";

/** Key of a balance. */
export type BalanceKey = { accountId: string; songId: number };

export const entryKinds = ["LISTEN", "SHARE", "PARTICIPATION", "CLAIM", "REVERSAL"] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * A ledger entry. `key` is its idempotency key within the balance. Points are positive if earned, negative if
 * spent; only a reversal may be 0.
 */
export type Entry = BalanceKey & {
  key: string;
  kind: EntryKind;
  points: number;
  now: Date;
  /** An administrator's reason for a reversal. */
  reason?: string | undefined;
};

export type Balance = { points: number; last_listen_at: string | null };

/** Locks a balance, creating it at 0 if needed. */
export async function lockBalance(tx: Executor, { accountId, songId }: BalanceKey): Promise<Balance> {
  const { rows } = await sql<Balance>`
    insert into point_balance (account_id, song_id, points) values (${accountId}, ${songId}, 0)
    on conflict (account_id, song_id) do update set points = point_balance.points
    returning points, last_listen_at`.execute(tx);
  return rows[0] ?? { points: 0, last_listen_at: null };
}

/** Counts an entry towards the daily limit of its kind (UTC). Returns false if the limit is reached. */
export async function takeDailySlot(tx: Executor, entry: Entry, maxEntriesPerDay: number): Promise<boolean> {
  const { accountId, kind, now } = entry;
  const { rows } = await sql`
    insert into point_day (account_id, day, kind, entries)
    values (${accountId}, (${now}::timestamptz at time zone 'UTC')::date, ${kind}, 1)
    on conflict (account_id, day, kind) do update set entries = point_day.entries + 1
      where point_day.entries < ${maxEntriesPerDay}
    returning entries`.execute(tx);
  return rows.length > 0;
}

/**
 * Inserts an entry and updates the balance in one statement, so that neither exists without the other. The
 * balance must be locked. Returns the new balance; undefined if the entry exists or the points do not
 * suffice.
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

/** Whether an entry or a hold with one of the keys exists, whatever was decided about the hold. */
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
