import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

type Like = { accountId: string; songId: number };

/** A repeat keeps the time of the first. */
export async function insertLike(
  db: Executor,
  { accountId, songId, now }: Like & { now: Date },
): Promise<void> {
  await sql`
    insert into song_like (account_id, song_id, created_at) values (${accountId}, ${songId}, ${now}) on conflict do nothing`.execute(
    db,
  );
}

export async function deleteLikeRow(db: Executor, { accountId, songId }: Like): Promise<void> {
  await sql`delete from song_like where account_id = ${accountId} and song_id = ${songId}`.execute(db);
}

/** Returns which of the songs the account likes. */
export async function listLikedAmong(
  db: Executor,
  accountId: string,
  songIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ song_id: number }>`
    select song_id from song_like where account_id = ${accountId} and song_id = any(${songIds}::int[])
    order by song_id`.execute(db);
  return rows.map(({ song_id }) => song_id);
}

/** Lists the public songs that an account likes. */
export async function listLikes(
  db: Executor,
  accountId: string,
  { limit, offset, sortDir }: ListQuery,
): Promise<Rows<SongRow & { liked_at: string }>> {
  const direction = sql.raw(sortDir === "ASC" ? "asc" : "desc");
  const own = sql`from song_like l join song s on s.id = l.song_id and s.status = 'ACTIVE' where l.account_id = ${accountId}`;
  const [{ rows }, counted] = await Promise.all([
    sql<SongRow & { liked_at: string }>`
      select l.created_at as liked_at, ${songColumns}
      from (select l.song_id, l.created_at ${own}
        order by l.created_at ${direction}, l.song_id ${direction} limit ${limit} offset ${offset}) l
      join (${songTables}) on s.id = l.song_id
      order by l.created_at ${direction}, l.song_id ${direction}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${own}`.execute(db),
  ]);
  return { data: rows, total: counted.rows[0]?.total ?? 0 };
}
