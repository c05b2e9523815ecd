import type { PlaySource } from "@wrapsody/shared/studio/statistics.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { matchesReference } from "../studio/ownership.data.ts";

export type PlayedSong = { id: number; pretty_id: string; name: string; artist: string };

/** An account's wraps: all, those of one artist, or one. */
export type StatisticsFilter = { accountId: string; artist: number | undefined; song: string | undefined };

/** Lists the caller's wraps (deleted ones excluded); undefined if the artist or wrap is not the caller's. */
export async function listFilteredSongs(
  db: Executor,
  { accountId, artist, song }: StatisticsFilter,
): Promise<PlayedSong[] | undefined> {
  const isArtist = artist === undefined ? sql`true` : sql`a.id = ${artist}::bigint`;
  const isSong = song === undefined ? sql`true` : matchesReference("pretty_id", song, "s.");
  const { rows } = await sql<PlayedSong | { id: null }>`
    select s.id, s.pretty_id, s.name, s.artist from artist a
    left join song s on s.artist_id = a.id and s.status <> 'DELETED' and ${isSong}
    where a.owner_id = ${accountId} and ${isArtist}`.execute(db);
  const songs = rows.filter((row) => row.id !== null);
  if (song !== undefined && songs.length === 0) return undefined;
  return artist !== undefined && rows.length === 0 ? undefined : songs;
}

/**
 * UTC days as `YYYY-MM-DD`: the requested period `from`–`to` (inclusive) and the one before, beginning at
 * `before`.
 */
export type Period = { before: string; from: string; to: string };

export type Counts = { plays: number; points: number; shares: number };

/**
 * Sums the counts by day of both periods and by song of the requested one. Includes tallies not aggregated
 * yet in the same statement, so that nothing counts twice or not at all.
 */
export async function countDaysAndSongs(
  db: Executor,
  songIds: readonly number[],
  { before, from, to }: Period,
): Promise<{ days: (Counts & { day: string })[]; songs: (Counts & { song_id: number })[] }> {
  const those = sql`song_id = any(${songIds}::int[]) and day between ${before}::date and ${to}::date`;
  const sums = ["plays", "points", "shares"].map((name) => {
    const counted = sql`sum(${sql.ref(name)})`;
    return sql`
      coalesce(case when day is null then ${counted} filter (where is_now) else ${counted} end, 0)::int as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Counts & { day: string | null; song_id: number | null }>`
    with counted as (
      select song_id, day, plays, points, shares, day >= ${from}::date as is_now from (
        select song_id, day, plays, points, shares from song_day where ${those}
        union all
        select song_id, day, plays, points, shares from song_tally where ${those}
      ) each
    )
    select day, song_id, ${sql.join(sums)} from counted group by grouping sets ((day), (song_id))`.execute(
    db,
  );
  return {
    days: rows.flatMap(({ day, song_id: _, ...counts }) => (day === null ? [] : { ...counts, day })),
    songs: rows.flatMap(({ day: _, song_id, ...counts }) => (song_id === null ? [] : { ...counts, song_id })),
  };
}

/** Distinct listeners: in total, by day and by song. */
export type Listeners = {
  all: number;
  days: ReadonlyMap<string, number>;
  songs: ReadonlyMap<number, number>;
};

/** Longer than a play may start before it is counted. */
const maxPlayAge = sql`interval '7 hours'`;

/**
 * Selects the listeners of counted plays between two days; the start time lets the planner skip months. Eight
 * bytes of the key are distinct enough and sort twice as fast.
 */
function listenersBetween(songIds: readonly number[], first: string, last: string) {
  const begin = sql`${`${first}T00:00:00Z`}::timestamptz`;
  const end = sql`${`${last}T00:00:00Z`}::timestamptz + interval '1 day'`;
  return sql`
    select p.song_id, (p.counted_at at time zone 'UTC')::date as day, substring(p.listener for 8)::int8 as listener
    from play p where p.song_id = any(${songIds}::int[])
      and p.started_at >= ${begin} - ${maxPlayAge} and p.started_at < ${end}
      and p.counted_at >= ${begin} and p.counted_at < ${end}`;
}

/**
 * Raises `work_mem`, so that the transaction sorts a million listeners in memory; on disk it takes twice as
 * long.
 */
export async function raiseSortMemory(tx: Executor): Promise<void> {
  await sql`set local work_mem = '48MB'`.execute(tx);
}

/**
 * Counts distinct listeners of the period from the plays: a listener with two days or songs counts once. A
 * million plays take two seconds of one core.
 */
export async function countListeners(
  db: Executor,
  songIds: readonly number[],
  { from, to }: Period,
): Promise<Listeners> {
  const { rows } = await sql<{ day: string | null; song_id: number | null; listeners: number }>`
    select day, song_id, count(distinct listener) as listeners from (${listenersBetween(songIds, from, to)}) heard
    group by grouping sets ((), (day), (song_id))`.execute(db);
  return {
    all: rows.find(({ day, song_id }) => day === null && song_id === null)?.listeners ?? 0,
    days: new Map(rows.flatMap(({ day, listeners }) => (day === null ? [] : [[day, listeners]]))),
    songs: new Map(
      rows.flatMap(({ song_id, listeners }) => (song_id === null ? [] : [[song_id, listeners]])),
    ),
  };
}

/** Counts distinct listeners of the period before. */
export async function countListenersBefore(
  db: Executor,
  songIds: readonly number[],
  { before, from }: Period,
): Promise<number> {
  const lastDay = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ listeners: number }>`
    select count(distinct listener) as listeners from (${listenersBetween(songIds, before, lastDay)}) heard`.execute(
    db,
  );
  return rows[0]?.listeners ?? 0;
}

/** Counts the plays of the period by their source. Tallies that are not aggregated yet are included. */
export async function countSources(
  db: Executor,
  songIds: readonly number[],
  { from, to }: Period,
): Promise<ReadonlyMap<PlaySource, number>> {
  const those = sql`song_id = any(${songIds}::int[]) and day between ${from}::date and ${to}::date`;
  const { rows } = await sql<{ source: PlaySource; plays: number }>`
    select source, sum(plays)::int as plays from (
      select source, plays from song_day_source where ${those}
      union all
      select source, plays from song_tally where ${those} and source is not null
    ) each group by source`.execute(db);
  return new Map(rows.map(({ source, plays }) => [source, plays]));
}
