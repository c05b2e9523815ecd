import { type Executor, sql } from "../../../../platform/database/database.ts";

/**
 * Holds the account until the transaction ends, so that of several calls at once each sees what the one before added.
 * False where it has gone.
 */
export async function lockAccount(tx: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  return rows.length > 0;
}

export async function countArtists(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ artists: number }>`
    select count(*) as artists from artist where owner_id = ${accountId}`.execute(db);
  return rows[0]?.artists ?? 0;
}

/** Songs that an account has added from a moment on. One that was deleted before anybody else saw it does not count. */
export async function countSongsAdded(db: Executor, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ songs: number }>`
    select count(*) as songs from song
    where created_by = ${accountId} and coalesce(added_at, created_at) >= ${since}
      and (status <> 'DELETED' or listed_at is not null)`.execute(db);
  return rows[0]?.songs ?? 0;
}
