import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Playlist, playlistLimits } from "@wrapsody/shared/catalogue/playlists.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  containsText,
  type Rows,
} from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";

/** Selects the covers that stand for a playlist: of its first public songs, none twice. */
export const coversOf = (playlist: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(c.image order by c.position) from (
    select ${imageColumn(sql`i`)} as image, min(t.position) as position
    from playlist_song t join song s on s.id = t.song_id and s.status = 'ACTIVE' join image i on i.id = s.image_id
    where t.playlist_id = ${playlist} group by i.id order by 2 limit ${sql.lit(playlistLimits.covers)}
  ) c), '[]')`;

const ownColumns = sql`
  p.public_id as id, p.name, p.description, p.is_public, counted.songs, counted.public_songs, ${coversOf(sql`p.id`)} as covers,
  p.created_at, p.updated_at`;

const ownTables = sql`playlist p cross join lateral (
    select count(*) as songs, count(*) filter (where s.status = 'ACTIVE') as public_songs
    from playlist_song t join song s on s.id = t.song_id where t.playlist_id = p.id
  ) counted`;

/** Returns a playlist by its number, as its owner sees it. */
export async function readOwnPlaylist(db: Executor, playlist: number): Promise<Playlist | undefined> {
  const { rows } = await sql<Playlist>`
    select ${ownColumns} from ${ownTables} where p.id = ${playlist}`.execute(db);
  return rows[0];
}

const keys: Columns = {
  id: sql`p.public_id`,
  name: sql`p.name collate "unicode"`,
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
};

export type ListedPlaylist = Playlist & { has_song: boolean };

/** Lists the playlists of an account; counts the songs only for those of the page. */
export async function listOwnPlaylists(
  db: Executor,
  accountId: string,
  { list, songId }: { list: ListQuery; songId: number | undefined },
): Promise<Rows<ListedPlaylist>> {
  const conditions = list.filters.map((filter) =>
    filter.operator === "~~"
      ? containsText(sql`fold_name(p.name)`, String(filter.value))
      : buildWhere([filter], keys),
  );
  const isOwn = sql.join([sql`p.account_id = ${accountId}`, ...conditions], sql` and `);
  const { rows } = await sql<ListedPlaylist & { total: number }>`
    with page as (
      select p.id, row_number() over (order by ${buildOrderBy(list, keys, sql`p.id`)}) as place
      from playlist p where ${isOwn} order by place limit ${list.limit} offset ${list.offset}
    )
    select total.total, ${ownColumns},
      exists (select from playlist_song t where t.playlist_id = p.id and t.song_id = ${songId ?? 0}) as has_song
    from (select count(*) as total from playlist p where ${isOwn}) total
    left join (page join (${ownTables}) on p.id = page.id) on true order by page.place`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}
