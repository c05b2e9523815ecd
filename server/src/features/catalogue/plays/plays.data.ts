import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { playCaps } from "@wrapsody/shared/rewards/play-holds.ts";
import type { PlaySource } from "@wrapsody/shared/studio/statistics.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql, statement } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  type Columns,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

/** The start of a play. `id` is a UUIDv7 whose time is `startedAt` in milliseconds. */
export type StartedPlay = {
  id: string;
  songId: number;
  listener: Buffer;
  accountId: string | undefined;
  visitor: string | undefined;
  sharer: string | undefined;
  /** Undefined: unknown. */
  source?: PlaySource | undefined;
  startedAt: Date;
};

export type PlayableSong = { id: number; duration: number };

const playableSongStatement = (where: RawBuilder<unknown>) =>
  statement(sql<PlayableSong>`select s.id, s.duration from song s where s.status = 'ACTIVE' and ${where}`);
const playableSongById = playableSongStatement(sql`s.id = ${null}`);
const playableSongByPrettyId = playableSongStatement(sql`s.pretty_id = ${null}`);

/** Returns a public song by id or pretty id with the columns a play needs. */
export async function findPlayableSong(db: Executor, reference: string): Promise<PlayableSong | undefined> {
  const isNumber = /^\d{1,9}$/.test(reference);
  const [row] = await (isNumber
    ? playableSongById(db, Number(reference))
    : playableSongByPrettyId(db, reference));
  return row;
}

export async function insertPlays(db: Executor, plays: readonly StartedPlay[]): Promise<void> {
  await sql`
    insert into play (id, song_id, listener, account_id, visitor, sharer, source, started_at)
    select * from unnest(
      ${plays.map(({ id }) => id)}::uuid[],
      ${plays.map(({ songId }) => songId)}::int[],
      ${plays.map(({ listener }) => listener)}::bytea[],
      ${plays.map(({ accountId }) => accountId ?? null)}::uuid[],
      ${plays.map(({ visitor }) => visitor ?? null)}::text[],
      ${plays.map(({ sharer }) => sharer ?? null)}::text[],
      ${plays.map(({ source }) => source ?? null)}::text[],
      ${plays.map(({ startedAt }) => startedAt)}::timestamptz[]
    )`.execute(db);
}

export type PlayKey = { id: string; songId: number; startedAt: Date };
export type PlayState = {
  counted: boolean;
  /** Key of the listener who started it, or for whom it was counted. */
  listener: Buffer;
  accountId: string | null;
  visitor: string | null;
  sharer: string | null;
};

/** Returns a play of a song without checking who started it. A play on hold looks counted to its listener. */
export async function findPlay(db: Executor, key: PlayKey): Promise<PlayState | undefined> {
  const { rows } = await sql<PlayState>`
    select counted_at is not null or exists (select from held_play where play_id = ${key.id}) as counted,
      listener, account_id as "accountId", visitor, sharer from play
    where song_id = ${key.songId} and started_at = ${key.startedAt} and id = ${key.id}`.execute(db);
  return rows[0];
}

/** A play that was just counted. `accountId` is undefined for anonymous listeners. */
export type CountedPlay = {
  songId: number;
  streamId: string;
  accountId: string | undefined;
  /** The listener's key in hexadecimal. */
  listener: string;
  /** As sent by the call that started the play. */
  visitor: string | null;
  sharer: string | null;
  /** Network and device of the call that counted it. */
  network: string;
  device: string | undefined;
  countedAt: Date;
};

/**
 * The listener a play is counted for. `aliasKey` is the key the same person had at the start or has now, if
 * it differs.
 */
export type CountedListener = {
  listener: Buffer;
  accountId: string | undefined;
  aliasKey: Buffer | undefined;
};
/** `minIntervalS` are the seconds between two counted plays of one listener. `network` is where it was heard. */
export type HeardPlay = { now: Date; heard: number; minIntervalS: number; network: string };
type CountingInterval = Pick<HeardPlay, "now" | "minIntervalS">;

/** A play that the listener is admitted with. `isHeld`: not counted, because the network is beyond its cap. */
export type AdmittedPlay = {
  isHeld: boolean;
  /** UTC, as YYYY-MM-DD. */
  day: string;
  /** The listener's first play of the song on this day. */
  isNew: boolean;
  /** The network's count of listeners of this day did not yet include the listener. */
  isRanked: boolean;
  isShared: boolean;
};

/**
 * Counts a play unless it is already counted, or its listener was counted for the song within `minIntervalS`
 * under either key: then returns undefined. Leaves a play beyond the cap of its network uncounted, for the caller
 * to put it on hold.
 */
export async function markCounted(
  tx: Executor,
  key: PlayKey,
  { aliasKey, ...hearer }: CountedListener,
  input: HeardPlay,
): Promise<AdmittedPlay | undefined> {
  if (aliasKey === undefined) return countForListener(tx, key, hearer, input);
  const listeners = [hearer.listener, aliasKey];
  if (!(await lockListeners(tx, key.songId, listeners, input))) return undefined;
  const admitted = await countForListener(tx, key, hearer, input);
  if (admitted === undefined) return undefined;
  await sql`
    update listener set last_counted_at = ${input.now} where song_id = ${key.songId} and listener = ${aliasKey}`.execute(
    tx,
  );
  return admitted;
}

/** Locks the listener rows of a song in a fixed order; returns whether all may be counted again. */
async function lockListeners(
  tx: Executor,
  songId: number,
  listeners: readonly Buffer[],
  { now, minIntervalS }: CountingInterval,
): Promise<boolean> {
  // New listeners get a row to lock; the clean-up job deletes it like old ones.
  await sql`
    insert into listener (song_id, listener, last_counted_at)
    select ${songId}, known, '-infinity' from unnest(${listeners}::bytea[]) known order by known
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ free: boolean }>`
    select last_counted_at <= ${now}::timestamptz - make_interval(secs => ${minIntervalS}) as free from listener
    where song_id = ${songId} and listener = any(${listeners}::bytea[]) order by listener for update`.execute(
    tx,
  );
  return rows.every(({ free }) => free);
}

/**
 * The listener's row decides: the first of concurrent calls updates it, the others wait and then find the
 * interval too short. The row's previous value tells whether the listener is new on this day (UTC), and whether
 * the network's row of the day already includes them. That row counts anonymous listeners and decides about the cap.
 */
async function countForListener(
  tx: Executor,
  key: PlayKey,
  { listener, accountId = null }: { listener: Buffer; accountId: string | null | undefined },
  { now, heard, minIntervalS, network }: HeardPlay,
): Promise<AdmittedPlay | undefined> {
  const day = dayOf(sql`${now}::timestamptz`);
  const isAnonymous = sql`${accountId}::uuid is null`;
  const { rows } = await sql<AdmittedPlay>`
    with heard_enough as (
      select song_id, started_at, id, ${isShared(accountId)} as shared from play
      where song_id = ${key.songId} and started_at = ${key.startedAt} and id = ${key.id} and counted_at is null
        and not exists (select from held_play where play_id = ${key.id})
    ), admitted as (
      insert into listener (song_id, listener, last_counted_at, ranked_on)
      select song_id, ${listener}::bytea, ${now}::timestamptz, case when ${isAnonymous} then ${day} end from heard_enough
      on conflict (song_id, listener) do update set last_counted_at = excluded.last_counted_at,
          ranked_on = excluded.ranked_on
        where listener.last_counted_at <= excluded.last_counted_at - make_interval(secs => ${minIntervalS})
      returning song_id, ${day} as day, ${dayOf(sql`old.last_counted_at`)} is distinct from ${day} as is_new,
        ${isAnonymous} and old.ranked_on is distinct from ${day} as is_ranked,
        ${isAnonymous} and coalesce(old.held_on = ${day}, false) as was_held
    ), ranked as (
      insert into play_network as n (song_id, day, network, listeners)
      select song_id, day, ${network}, 1 from admitted where is_ranked
      on conflict (song_id, day, network) do update set listeners = n.listeners + 1
      returning song_id, day, listeners
    ), decided as (
      select a.*, h.shared, a.was_held or coalesce((select ${isBeyondCap} from ranked), false) as is_held
      from admitted a cross join heard_enough h
    ), counted as (
      update play p set counted_at = ${now}, heard = ${heard}, listener = ${listener}::bytea,
        account_id = ${accountId}::uuid
      from heard_enough h, decided d
      where p.song_id = h.song_id and p.started_at = h.started_at and p.id = h.id and p.counted_at is null
        and not d.is_held
      returning p.song_id, p.source, d.day, d.is_new, d.shared
    ), tallied as (
      insert into song_tally (song_id, day, source, plays, listeners, shares)
      select song_id, day, source, 1, is_new::int, (is_new and shared)::int from counted
    )
    select is_held as "isHeld", day, is_new as "isNew", is_ranked as "isRanked", shared as "isShared" from decided
    where is_held or exists (select from counted)`.execute(tx);
  return rows[0];
}

/** Reads the song's listeners only above the fixed number, so usual plays cost no look-up. */
const isBeyondCap = sql`
  case when ranked.listeners > ${sql.lit(playCaps.listenersPerNetwork)} then ranked.listeners > coalesce((
    select max(d.listeners) from song_day d where d.song_id = ranked.song_id and d.day in (ranked.day, ranked.day - 1)
  ), 0) * ${sql.lit(playCaps.shareOfListeners)}::real else false end`;

/**
 * A shared link brought the listener. The browser keeps sending the sharer, so only the listener's first play
 * of the song on a day counts as shared. One's own links do not count.
 */
const isShared = (accountId: string | null) => sql`
  (sharer is not null and lower(sharer) is distinct from ${accountId}::uuid::text and sharer is distinct from visitor)`;

const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'UTC')::date`;

/** Adds points earned with a song to its tally. */
export async function addPointsToTally(
  tx: Executor,
  { songId, at, points }: { songId: number; at: Date; points: number },
): Promise<void> {
  await sql`
    insert into song_tally (song_id, day, points) values (${songId}, ${dayOf(sql`${at}::timestamptz`)}, ${points})`.execute(
    tx,
  );
}

/**
 * Moves the tallies into the songs and their days. A single statement deletes what it adds, so repeats are
 * harmless. Locks songs in the order of their ids.
 */
export async function aggregatePlays(db: Executor): Promise<void> {
  await sql`
    with taken as (delete from song_tally returning *),
      by_day as (
        select song_id, day, sum(plays) as plays, sum(listeners) as listeners, sum(points) as points,
          sum(shares) as shares
        from taken group by song_id, day
      ), locked as (
        select id from song where id in (select song_id from by_day) order by id for no key update
      ), by_source as (
        insert into song_day_source (song_id, day, source, plays)
        select t.song_id, t.day, t.source, sum(t.plays) from taken t join locked on locked.id = t.song_id
        where t.source is not null and t.plays > 0 group by 1, 2, 3 order by 1, 2, 3
        on conflict (song_id, day, source) do update set plays = song_day_source.plays + excluded.plays
      ), added as (
        insert into song_day (song_id, day, plays, listeners, points, shares)
        select d.* from by_day d join locked on locked.id = d.song_id order by d.song_id, d.day
        on conflict (song_id, day) do update set plays = song_day.plays + excluded.plays,
          listeners = song_day.listeners + excluded.listeners, points = song_day.points + excluded.points,
          shares = song_day.shares + excluded.shares
      )
    update song s set plays = s.plays + summed.plays, points = s.points + summed.points
    from (select song_id, sum(plays) as plays, sum(points) as points from by_day group by song_id) summed
    join locked on locked.id = summed.song_id
    where s.id = summed.song_id`.execute(db);
}

/** Creates the partitions of the month of `now` and the two after it. */
export async function createPlayPartitions(db: Executor, now: Date): Promise<void> {
  await sql`
    select make_play_partition((date_trunc('month', ${now}::timestamptz at time zone 'UTC') + make_interval(months => ahead))::date)
    from generate_series(0, 2) ahead`.execute(db);
}

/** Deletes listeners counted longer ago than any track lasts, and the counts of past days. */
export async function deleteOldListeners(db: Executor, before: Date): Promise<void> {
  await sql`delete from listener where last_counted_at < ${before}`.execute(db);
  await sql`delete from play_network where day < ${dayOf(sql`${before}::timestamptz`)}`.execute(db);
}

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
  return readListPage(db, list, {
    rows: sql<ListenRow>`
      select p.id as listen_id, p.started_at, p.heard, shown.*
      from (select p.id, p.song_id, p.started_at, coalesce(p.heard, 0) as heard ${own}
        order by ${order} limit ${list.limit} offset ${list.offset}) p
      left join lateral (
        select ${songColumns} from ${songTables} where s.id = p.song_id and s.status = 'ACTIVE') shown on true
      order by ${order}`,
    counted: sql`select ${own}`,
  });
}
