import type { ListQuery } from "@wrapsody/shared/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { buildOrderBy, type Columns, countUpTo, type Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

type ListenRow = { listen_id: string; started_at: string; heard: number } & (SongRow | { id: null });

const columns: Columns = { created_at: sql`p.started_at` };

/**
 * Lists the counted plays of an account; `id` is null once the song is no longer public. Limits the page
 * before joining songs.
 */
export async function listListens(
  db: Executor,
  accountId: string,
  list: ListQuery,
): Promise<Rows<ListenRow>> {
  const own = sql`from play p where p.account_id = ${accountId} and p.counted_at is not null`;
  const order = buildOrderBy(list, columns, sql`p.id`);
  const [data, count] = await Promise.all([
    sql<ListenRow>`
      select p.id as listen_id, p.started_at, p.heard, shown.*
      from (select p.id, p.song_id, p.started_at, coalesce(p.heard, 0) as heard ${own}
        order by ${order} limit ${list.limit} offset ${list.offset}) p
      left join lateral (
        select ${songColumns} from ${songTables} where s.id = p.song_id and s.status = 'ACTIVE') shown on true
      order by ${order}`.execute(db),
    sql<{ total: number }>`select ${countUpTo(sql`select ${own}`)} as total`.execute(db),
  ]);
  return { data: data.rows, total: count.rows[0]?.total ?? 0 };
}
