import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Counts an account's artists and songs. Locks the artists, so that none gets another song until the
 * transaction ends.
 */
export async function lockAndCountOwnSongs(
  tx: Executor,
  accountId: string,
): Promise<{ artists: number; songs: number }> {
  await sql`select from artist where owner_id = ${accountId} order by id for update`.execute(tx);
  const { rows } = await sql<{ artists: number; songs: number }>`
    select count(distinct s.artist_id) as artists, count(*) as songs
    from song s join artist a on a.id = s.artist_id
    where a.owner_id = ${accountId} and s.status <> 'DELETED'`.execute(tx);
  return rows[0] ?? { artists: 0, songs: 0 };
}

/**
 * Deletes all albums, and artists without any song (deleted songs count), and clears the owner of the others. Returns how many artists
 * were deleted.
 */
export async function detachArtists(tx: Executor, accountId: string): Promise<number> {
  await sql`
    delete from album where artist_id in (select id from artist where owner_id = ${accountId})`.execute(tx);
  const { numAffectedRows } = await sql`
    delete from artist a where owner_id = ${accountId} and not exists (select from song where artist_id = a.id)`.execute(
    tx,
  );
  await sql`update artist set owner_id = null where owner_id = ${accountId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Clears the listener of up to `limit` of an account's plays, which stay counted. Returns how many. */
export async function anonymizePlays(db: Executor, accountId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update play p set account_id = null, visitor = null
    from (
      select song_id, started_at, id from play where account_id = ${accountId} order by started_at, id limit ${limit}
    ) own
    where p.song_id = own.song_id and p.started_at = own.started_at and p.id = own.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Counts the artists and wraps (deleted ones excluded) of each account; accounts without any are omitted. */
export async function countArtistsAndSongs(
  db: Executor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, { artists: number; songs: number }>> {
  const { rows } = await sql<{ owner_id: string; artists: number; songs: number }>`
    select a.owner_id, count(*) as artists, sum(songs)::bigint as songs
    from artist a
    cross join lateral (select count(*) as songs from song where artist_id = a.id and status <> 'DELETED') counted
    where a.owner_id = any(${accountIds}::uuid[]) group by a.owner_id`.execute(db);
  return new Map(rows.map(({ owner_id, ...counts }) => [owner_id, counts]));
}
