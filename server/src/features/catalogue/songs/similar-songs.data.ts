import { type Executor, sql } from "../../../platform/database/database.ts";
import type { SongRow } from "./song-presenter.ts";
import { songColumns, songTables } from "./songs.data.ts";

/** Songs considered per tag. A tag may be on half of the catalogue, so this bounds what is read. */
const MAX_SONGS_PER_TAG = 60;
const MAX_TAGS = 20;

/**
 * Lists public songs with audio to continue with: with the most shared tags first, then others of the artist, then
 * random ones: from a random id on, and from the first id if there are not enough.
 */
export async function listSimilarSongs(
  db: Executor,
  {
    origin,
    excluded,
    limit,
  }: { origin: Pick<SongRow, "id" | "artist_id">; excluded: readonly number[]; limit: number },
): Promise<SongRow[]> {
  const playable = sql`s.status = 'ACTIVE' and s.audio_key is not null and s.id <> all (${[...excluded]}::int[])`;
  const { rows } = await sql<SongRow>`
    with own as (select distinct fold_name(tag) as tag from song_tag where song_id = ${origin.id} limit ${MAX_TAGS}),
    pivot as materialized (select 1 + floor(random() * (select max(id) from song)) as id),
    candidate as (
      (select near.id, 0 as rank, count(*) as shared
        from own cross join lateral (
          select distinct s.id from song_tag t join song s on s.id = t.song_id
          where fold_name(t.tag) = own.tag and ${playable} order by s.id desc limit ${MAX_SONGS_PER_TAG}
        ) near
        group by near.id order by shared desc, random() limit ${limit})
      union all
      (select s.id, 1, 0 from song s where s.artist_id = ${origin.artist_id} and ${playable}
        order by s.created_at desc, s.id desc limit ${limit})
      union all
      (select s.id, 2, 0 from song s where s.id >= (select id from pivot) and ${playable} order by s.id limit ${limit})
      union all
      (select s.id, 3, 0 from song s where ${playable} order by s.id limit ${limit})
    ),
    best as (select id, min(rank) as rank, max(shared) as shared from candidate group by id
      order by min(rank), max(shared) desc, random() limit ${limit})
    select ${songColumns} from best b join ${songTables} on true
    where s.id = b.id order by b.rank, b.shared desc, random()`.execute(db);
  return rows;
}
