import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql, statement } from "../../../platform/database/database.ts";
import { buildOrderBy, type Columns, countUpTo, type Rows } from "../../../platform/database/list-query.ts";
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
    insert into play (id, song_id, listener, account_id, visitor, sharer, started_at)
    select * from unnest(
      ${plays.map(({ id }) => id)}::uuid[],
      ${plays.map(({ songId }) => songId)}::int[],
      ${plays.map(({ listener }) => listener)}::bytea[],
      ${plays.map(({ accountId }) => accountId ?? null)}::uuid[],
      ${plays.map(({ visitor }) => visitor ?? null)}::text[],
      ${plays.map(({ sharer }) => sharer ?? null)}::text[],
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

/** Returns a play of a song without checking who started it. */
export async function findPlay(db: Executor, key: PlayKey): Promise<PlayState | undefined> {
  const { rows } = await sql<PlayState>`
    select counted_at is not null as counted, listener, account_id as "accountId", visitor, sharer from play
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
/** Seconds between two counted plays of one listener. */
type CountingInterval = { now: Date; minIntervalS: number };

/**
 * Counts a play unless it is already counted, or its listener was counted for the song within `minIntervalS`
 * under either key. Returns whether this call counted it.
 */
export async function markCounted(
  tx: Executor,
  key: PlayKey,
  { aliasKey, ...hearer }: CountedListener,
  input: CountingInterval & { heard: number },
): Promise<boolean> {
  if (aliasKey === undefined) return countForListener(tx, key, hearer, input);
  const listeners = [hearer.listener, aliasKey];
  if (!(await lockListeners(tx, key.songId, listeners, input))) return false;
  if (!(await countForListener(tx, key, hearer, input))) return false;
  await sql`
    update listener set last_counted_at = ${input.now} where song_id = ${key.songId} and listener = ${aliasKey}`.execute(
    tx,
  );
  return true;
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
 * interval too short. The row's previous value tells whether the listener is new on this day (UTC).
 */
async function countForListener(
  tx: Executor,
  key: PlayKey,
  { listener, accountId = null }: { listener: Buffer; accountId: string | null | undefined },
  { now, heard, minIntervalS }: CountingInterval & { heard: number },
): Promise<boolean> {
  const { rows } = await sql`
    with heard_enough as (
      select song_id, started_at, id, ${isShared(accountId)} as shared from play
      where song_id = ${key.songId} and started_at = ${key.startedAt} and id = ${key.id} and counted_at is null
    ), admitted as (
      insert into listener (song_id, listener, last_counted_at)
      select song_id, ${listener}::bytea, ${now}::timestamptz from heard_enough
      on conflict (song_id, listener) do update set last_counted_at = excluded.last_counted_at
        where listener.last_counted_at <= excluded.last_counted_at - make_interval(secs => ${minIntervalS})
      returning song_id, ${dayOf(sql`new.last_counted_at`)} as day,
        ${dayOf(sql`old.last_counted_at`)} is distinct from ${dayOf(sql`new.last_counted_at`)} as is_new
    ), counted as (
      update play p set counted_at = ${now}, heard = ${heard}, listener = ${listener}::bytea,
        account_id = ${accountId}::uuid
      from heard_enough h, admitted a
      where p.song_id = h.song_id and p.started_at = h.started_at and p.id = h.id and p.counted_at is null
      returning p.song_id, a.day, a.is_new, h.shared
    )
    insert into song_tally (song_id, day, plays, listeners, shares)
    select song_id, day, 1, is_new::int, (is_new and shared)::int from counted returning song_id`.execute(tx);
  return rows.length > 0;
}

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

/** Deletes listeners counted longer ago than any track lasts. */
export async function deleteOldListeners(db: Executor, before: Date): Promise<void> {
  await sql`delete from listener where last_counted_at < ${before}`.execute(db);
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
