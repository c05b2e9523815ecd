import { type Executor, sql } from "../../../platform/database/database.ts";

export type PlayedSong = { id: number; pretty_id: string; name: string; artist: string };

/** Which of an account's wraps are meant: all, those of one artist, or one. */
export type StatisticsFilter = { accountId: string; artist: number | undefined; song: string | undefined };

/** The caller's wraps but deleted ones; undefined where the artist or the wrap asked for is not theirs. */
export async function listFilteredSongs(
  db: Executor,
  { accountId, artist, song }: StatisticsFilter,
): Promise<PlayedSong[] | undefined> {
  const isArtist = artist === undefined ? sql`true` : sql`a.id = ${artist}::bigint`;
  const isSong =
    song === undefined
      ? sql`true`
      : /^\d{1,9}$/.test(song)
        ? sql`s.id = ${Number(song)}`
        : sql`s.pretty_id = ${song}`;
  const { rows } = await sql<PlayedSong | { id: null }>`
    select s.id, s.pretty_id, s.name, s.artist from artist a
    left join song s on s.artist_id = a.id and s.status <> 'DELETED' and ${isSong}
    where a.owner_id = ${accountId} and ${isArtist}`.execute(db);
  const songs = rows.filter((row) => row.id !== null);
  if (song !== undefined && songs.length === 0) return undefined;
  return artist !== undefined && rows.length === 0 ? undefined : songs;
}

/** Days of UTC as `YYYY-MM-DD`: the times asked for, and the one before. `to` is a part of it, `before` and `from` begin one. */
export type Period = { before: string; from: string; to: string };

export type Counts = { plays: number; points: number; shares: number };

/**
 * What was counted: of each day of both times on which anything was, and of each song in the time asked for. What
 * still waits to be folded is a part of it, in the same statement, so that it is never there twice or not at all.
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

/** How many different listeners there were at all, on each day, and of each song. */
export type Listeners = {
  all: number;
  days: ReadonlyMap<string, number>;
  songs: ReadonlyMap<number, number>;
};

/** Longer than a play can begin before it is counted. */
const maxPlayAge = sql`interval '7 hours'`;

/**
 * The listeners of songs' counted plays between two days; the start alone tells which months there is no need to look
 * at. Eight bytes of what a listener is known by are as good as all, and are told apart in half the time.
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

/** Lets the rest of a transaction sort a million listeners in memory; on disk it takes twice as long. */
export async function raiseSortMemory(tx: Executor): Promise<void> {
  await sql`set local work_mem = '48MB'`.execute(tx);
}

/**
 * Of the time asked for. Read from the plays themselves: somebody who came on two days, or heard two songs, is one. A
 * million plays take two seconds of one core, most of it to tell the listeners apart.
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

/** Different listeners of the time before. */
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
