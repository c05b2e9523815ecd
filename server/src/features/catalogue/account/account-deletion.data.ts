import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Counts the songs that an account's artists have, and those artists. They stay that way until the transaction ends:
 * nobody gives one of them a further song.
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

/** Artists that no song names, not even a deleted one, go; the others are nobody's. Answers how many went. */
export async function detachArtists(tx: Executor, accountId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from artist a where owner_id = ${accountId} and not exists (select from song where artist_id = a.id)`.execute(
    tx,
  );
  await sql`update artist set owner_id = null where owner_id = ${accountId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Up to `limit` of an account's plays become nobody's, and stay counted. Answers how many. */
export async function anonymizePlays(db: Executor, accountId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update play p set account_id = null, visitor = null
    from (
      select song_id, started_at, id from play where account_id = ${accountId} order by started_at, id limit ${limit}
    ) own
    where p.song_id = own.song_id and p.started_at = own.started_at and p.id = own.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
