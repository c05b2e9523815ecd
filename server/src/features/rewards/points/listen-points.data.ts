import { type Executor, sql } from "../../../platform/database/database.ts";

/** A listener's points for a song, and what decides whether a play earns one. */
export type ListenerPoints = {
  points: number;
  last_listen_at: string | null;
  /** Whether the song is the listener's own. */
  is_own: boolean;
  /** Points that the play has earned. */
  earned: number;
  /** Listens that earned points on the day (UTC). */
  listens: number;
  total: number;
};

const totalOf = (accountId: string) => sql`
  (select coalesce(sum(points), 0)::int from point_balance where account_id = ${accountId})`;

export async function findListenerPoints(
  db: Executor,
  play: { accountId: string; songId: number; key: string; now: Date },
): Promise<ListenerPoints | undefined> {
  const { accountId, songId, key, now } = play;
  const { rows } = await sql<ListenerPoints>`
    select coalesce(b.points, 0) as points, b.last_listen_at, a.owner_id is not distinct from ${accountId}::uuid as is_own,
      coalesce((select e.points from point_entry e
        where e.account_id = ${accountId} and e.song_id = s.id and e.key = ${key}), 0) as earned,
      coalesce((select d.entries from point_day d where d.account_id = ${accountId} and d.kind = 'LISTEN'
        and d.day = (${now}::timestamptz at time zone 'UTC')::date), 0) as listens,
      ${totalOf(accountId)} as total
    from song s join artist a on a.id = s.artist_id
      left join point_balance b on b.song_id = s.id and b.account_id = ${accountId}
    where s.id = ${songId}`.execute(db);
  return rows[0];
}

/** Sums the points of an account for all songs. */
export async function sumPoints(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${totalOf(accountId)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}
