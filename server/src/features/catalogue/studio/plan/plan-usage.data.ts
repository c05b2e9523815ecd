import { type Executor, sql } from "../../../../platform/database/database.ts";

/** Locks the account, so that concurrent calls see each other's changes. Returns false if it is gone. */
export async function lockAccount(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  return rows.length > 0;
}

export async function countArtists(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ artists: number }>`
    select count(*) as artists from artist where owner_id = ${accountId}`.execute(db);
  return rows[0]?.artists ?? 0;
}

/** Counts songs added since a moment. A song deleted before it was ever listed does not count. */
export async function countSongsAdded(db: Executor, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ songs: number }>`
    select count(*) as songs from song
    where created_by = ${accountId} and coalesce(added_at, created_at) >= ${since}
      and (status <> 'DELETED' or listed_at is not null)`.execute(db);
  return rows[0]?.songs ?? 0;
}
