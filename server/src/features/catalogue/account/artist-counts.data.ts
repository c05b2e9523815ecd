import { type Executor, sql } from "../../../platform/database/database.ts";

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
