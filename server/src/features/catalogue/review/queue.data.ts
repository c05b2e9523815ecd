import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { countUpTo, type Rows } from "../../../platform/database/list-query.ts";
import { songTables } from "../songs/songs.data.ts";
import { matchesReference } from "../studio/ownership.data.ts";
import { type OwnSongRow, ownColumns } from "../studio/songs/own-songs.data.ts";

/** A wrap as reviewers see it, with the columns loaded in bulk. */
export type ReviewRow = OwnSongRow & {
  owner_id: string | null;
  rejections: number;
  /** When the review was requested; else the closest known time. */
  since: string;
};

/** When the contested recording of a public or scheduled song was matched. */
const contestedSince = sql`(select min(m.created_at) from audio_match m
  where m.song_id = s.id and m.audio_key = s.incoming_audio_key and m.decided_at is null)`;

const reviewColumns = sql`
  ${ownColumns}, a.owner_id,
  (select count(*) from review r where r.song_id = s.id and r.decision = 'REJECTED') as rejections,
  case when s.status in ('ACTIVE', 'SCHEDULED') then coalesce(${contestedSince}, s.submitted_at, s.created_at)
    else coalesce(s.submitted_at, s.created_at) end as since`;

const submittedSongs = sql`select s.id, coalesce(s.submitted_at, s.created_at) as since from song s where s.status = 'IN_REVIEW'`;
/** Starts from the open matches, because few songs have any. */
const contestedSongs = sql`
  select s.id, min(m.created_at) as since
  from audio_match m join song s on s.id = m.song_id and s.incoming_audio_key = m.audio_key
  where m.decided_at is null and s.status in ('ACTIVE', 'SCHEDULED') group by s.id`;

/** Lists what awaits review; reads both kinds no further than the page needs. */
export async function listReviewQueue(
  db: Executor,
  { limit, offset, sortDir }: Pick<ListQuery, "limit" | "offset" | "sortDir">,
): Promise<Rows<ReviewRow>> {
  const direction = sortDir === "ASC" ? sql`asc` : sql`desc`;
  const { rows } = await sql<ReviewRow & { total: number }>`
    with page as (
      select id, since from (
        (${submittedSongs} order by s.submitted_at ${direction}, s.id ${direction} limit ${limit + offset})
        union all
        (${contestedSongs})
      ) waiting order by since ${direction}, id ${direction} limit ${limit} offset ${offset}
    )
    select counted.total, ${reviewColumns}
    from (select ${countUpTo(sql`${submittedSongs} union all ${contestedSongs}`)} as total) counted
    left join (page join ${songTables} on s.id = page.id) on true
    order by page.since ${direction}, page.id ${direction}`.execute(db);
  const data = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row);
  return { data, total: rows[0]?.total ?? 0 };
}

/** Counts what awaits review, up to a limit. */
export async function countReviewQueue(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countUpTo(sql`${submittedSongs} union all ${contestedSongs}`, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns any wrap that is not deleted, by id or pretty id. */
export async function findForReview(db: Executor, reference: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns} from ${songTables}
    where s.status <> 'DELETED' and ${matchesReference("pretty_id", reference, "s.")}`.execute(db);
  return rows[0];
}

export type MatchRow = {
  song_id: number;
  other_id: number;
  pretty_id: string;
  name: string;
  artist: string;
  publisher_id: string | null;
  likeness: number;
};

/** Lists open matches of the songs' current and pending recordings, most alike first. */
export async function listMatches(db: Executor, songIds: readonly number[]): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`
    select m.song_id, o.id as other_id, o.pretty_id, o.name, o.artist, a.owner_id as publisher_id, m.likeness
    from audio_match m
    join song s on s.id = m.song_id and m.audio_key in (s.incoming_audio_key, s.audio_key)
    join song o on o.id = m.other_song_id and o.status <> 'DELETED'
    join artist a on a.id = o.artist_id
    where m.song_id = any(${songIds}::int[]) and m.decided_at is null
    order by m.song_id, m.likeness desc, o.id`.execute(db);
  return rows;
}

/** Counts the public wraps of each account; accounts without any are omitted. */
export async function countPublicSongs(
  db: Executor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ owner_id: string; songs: number }>`
    select a.owner_id, count(*) as songs from artist a join song s on s.artist_id = a.id and s.status = 'ACTIVE'
    where a.owner_id = any(${accountIds}::uuid[]) group by a.owner_id`.execute(db);
  return new Map(rows.map(({ owner_id, songs }) => [owner_id, songs]));
}
