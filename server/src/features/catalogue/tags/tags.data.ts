import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type Rows, readListPage } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

type TagPage = Pick<ListQuery, "limit" | "offset" | "sortDir">;

/** The public songs with a tag, in the order of the index `song_tag_named`. */
export const taggedSongs = (tag: string, fold = sql.ref("fold_name")) => sql`
  from song_tag t join song p on p.id = t.song_id and p.status = 'ACTIVE'
  where ${fold}(t.tag) = ${fold}(${tag}) and ${fold}(${tag}) <> ''`;

type Tag = { key: string; name: string };

/** Finds a tag by any spelling, and by its address of before `fold_name`. Its name is the spelling of its first public song. */
export async function findTag(db: Executor, tag: string): Promise<Tag | undefined> {
  return (
    (await findFirstTag(db, taggedSongs(tag))) ??
    (await findFirstTag(db, taggedSongs(tag, sql.ref("fold_text"))))
  );
}

async function findFirstTag(db: Executor, songs: ReturnType<typeof taggedSongs>): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`
    select replace(fold_name(t.tag), ' ', '-') as key, t.tag as name ${songs} order by t.song_id limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Lists the public songs with a tag, the newest first. A song may have several spellings of it. */
export async function listTagSongs(db: Executor, tag: string, list: TagPage): Promise<Rows<SongRow>> {
  const direction = sql.raw(list.sortDir === "ASC" ? "asc" : "desc");
  return readListPage(db, list, {
    rows: sql<SongRow>`
      select ${songColumns} from ${songTables}
      where s.id = any(array(
        select distinct on (t.song_id) t.song_id ${taggedSongs(tag)}
        order by t.song_id ${direction} limit ${list.limit} offset ${list.offset}))
      order by s.id ${direction}`,
    counted: sql`select distinct on (t.song_id) t.song_id ${taggedSongs(tag)} order by t.song_id desc`,
  });
}

/** Lists the tags with the most public songs, as of the last count. */
export async function listTags(
  db: Executor,
  limit: number,
): Promise<Rows<{ key: string; name: string; songs: number }>> {
  const { rows } = await sql<{ key: string; name: string; songs: number }>`
    select replace(folded, ' ', '-') as key, name, songs from known_tag
    where songs > 0 order by songs desc, folded limit ${limit}`.execute(db);
  return { data: rows, total: rows.length };
}

/** Counts the public songs of all tags, and removes unused and duplicate ones. */
export async function countTags(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('count-tags'))`.execute(tx);
  await sql`
    create temporary table counted_tag on commit drop as
    select fold_name(t.tag) as folded, count(distinct t.song_id) filter (where s.status = 'ACTIVE')::int as songs,
      (array_agg(t.tag order by s.status <> 'ACTIVE', t.song_id, t.position))[1] as name
    from song_tag t join song s on s.id = t.song_id group by 1`.execute(tx);
  await sql`
    delete from known_tag k
    where not exists (select from song_tag t where fold_name(t.tag) = k.folded)
      or exists (select from known_tag twin where twin.folded = k.folded and twin.ctid < k.ctid)`.execute(tx);
  // A tag that was added while its last song lost it may be missing.
  await sql`
    insert into known_tag (folded, name, songs) select c.folded, c.name, c.songs from counted_tag c
    where c.folded <> '' and not exists (select from known_tag k where k.folded = c.folded)`.execute(tx);
  await sql`
    update known_tag k set songs = c.songs, name = c.name from counted_tag c
    where c.folded = k.folded and (k.songs, k.name) is distinct from (c.songs, c.name)`.execute(tx);
}

/** Lists the tags whose first public song has an id in a range. */
export async function listTagsBetween(
  db: Executor,
  from: number,
  to: number,
): Promise<{ reference: string; changedAt: string }[]> {
  const { rows } = await sql<{ reference: string; changedAt: string }>`
    select distinct replace(fold_name(t.tag), ' ', '-') as reference, '' as "changedAt"
    from song_tag t join song s on s.id = t.song_id
    where t.song_id >= ${from} and t.song_id < ${to} and s.status = 'ACTIVE' and fold_name(t.tag) <> ''
      and t.song_id = (
        select o.song_id from song_tag o join song p on p.id = o.song_id and p.status = 'ACTIVE'
        where fold_name(o.tag) = fold_name(t.tag) order by o.song_id limit 1)
    order by 1`.execute(db);
  return rows;
}
