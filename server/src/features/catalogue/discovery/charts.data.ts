import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

const CHART_DAYS = 28;
/** More than are shown, because ranked songs may cease to be public. */
const MAX_RANKED_SONGS = 200;

/**
 * Ranks the public songs with audio by their listeners of the last days, including today (UTC). A listener counts once a day for a
 * song, however often they play it.
 */
export async function rankSongs(tx: Executor, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rank-songs'))`.execute(tx);
  await sql`delete from song_chart`.execute(tx);
  await sql`
    with heard as (
      select song_id, sum(listeners) as listeners, sum(plays) as plays from song_day
      where day > (${now}::timestamptz at time zone 'UTC')::date - ${CHART_DAYS}::int and listeners > 0 group by song_id
    )
    insert into song_chart (rank, song_id, listeners, plays)
    select row_number() over (order by h.listeners desc, h.plays desc, s.id), s.id, h.listeners, h.plays
    from heard h join song s on s.id = h.song_id
    where s.status = 'ACTIVE' and s.audio_key is not null
    order by h.listeners desc, h.plays desc, s.id limit ${MAX_RANKED_SONGS}`.execute(tx);
}

/** Lists the ranked songs that are still public. */
export async function listChart(
  db: Executor,
  { limit, offset }: Pick<ListQuery, "limit" | "offset">,
): Promise<Rows<SongRow>> {
  const ranked = sql`song_chart c join song p on p.id = c.song_id and p.status = 'ACTIVE'`;
  const [data, count] = await Promise.all([
    sql<SongRow>`
      select ${songColumns} from (
        select c.rank, c.song_id from ${ranked} order by c.rank limit ${limit} offset ${offset}) ranked
      join ${songTables} on s.id = ranked.song_id order by ranked.rank`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${ranked}`.execute(db),
  ]);
  return { data: data.rows, total: count.rows[0]?.total ?? 0 };
}

/** Bound what is read for a song: its latest plays by accounts, and the latest plays of each of these. */
const MAX_PLAYS_OF_SONG = 400;
const MAX_PLAYS_PER_LISTENER = 30;
/** Fewer common listeners would tell what one person hears. */
const MIN_COMMON_LISTENERS = 3;
const MAX_SONGS_PER_TAG = 60;
const MAX_TAGS = 20;

/**
 * Lists public songs with audio that have tags or listeners in common with a song. The share of its tags and the share of its listeners
 * add up to the rank; only listeners with an account who played both since `since` count.
 */
export async function listRelatedSongs(
  db: Executor,
  { songId, since, limit }: { songId: number; since: Date; limit: number },
): Promise<SongRow[]> {
  const { rows } = await sql<SongRow>`
    with own as (select distinct fold_name(tag) as tag from song_tag where song_id = ${songId} limit ${MAX_TAGS}),
    listener as materialized (
      select distinct account_id from (
        select account_id from play
        where song_id = ${songId} and started_at > ${since} and counted_at is not null and account_id is not null
        order by started_at desc limit ${MAX_PLAYS_OF_SONG}) latest
    ),
    by_tag as (
      select tagged.song_id, count(*) / (select count(*) from own)::real as share
      from own cross join lateral (
        select distinct on (t.song_id) t.song_id from song_tag t where fold_name(t.tag) = own.tag
        order by t.song_id desc limit ${MAX_SONGS_PER_TAG}
      ) tagged group by tagged.song_id
    ),
    by_listener as (
      select heard.song_id, count(*) / (select count(*) from listener)::real as share
      from listener l cross join lateral (
        select distinct latest.song_id from (
          select song_id from play p where p.account_id = l.account_id and p.started_at > ${since} and p.counted_at is not null
          order by p.started_at desc, p.id desc limit ${MAX_PLAYS_PER_LISTENER}) latest
      ) heard group by heard.song_id having count(*) >= ${MIN_COMMON_LISTENERS}
    ),
    related as (
      select song_id, sum(share) as share from (select * from by_tag union all select * from by_listener) found
      where song_id <> ${songId} group by song_id
    ),
    best as (
      select r.song_id, r.share, s.created_at from related r join song s on s.id = r.song_id
      where s.status = 'ACTIVE' and s.audio_key is not null
      order by r.share desc, s.created_at desc, s.id desc limit ${limit}
    )
    select ${songColumns} from best b join ${songTables} on s.id = b.song_id
    order by b.share desc, b.created_at desc, s.id desc`.execute(db);
  return rows;
}
