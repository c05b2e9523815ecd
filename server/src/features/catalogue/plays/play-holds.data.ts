import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { PlayHold } from "@wrapsody/shared/rewards/play-holds.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  countUpTo,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import type { AdmittedPlay, HeardPlay, PlayKey } from "./plays.data.ts";

/** A play whose listener is beyond the cap of the network. */
export type PlayToHold = { key: PlayKey; listener: Buffer } & Omit<HeardPlay, "minIntervalS"> &
  Omit<AdmittedPlay, "isHeld">;

export type HoldState = PlayHold["state"];

/**
 * Puts a play on hold with the others of its song, network and day. Returns the hold with its state, undefined if a
 * concurrent call counted the play. Locks the hold, so that a decision concerns this play or precedes it.
 */
export async function insertHeldPlay(
  tx: Executor,
  { key, listener, now, heard, network, day, isNew, isRanked, isShared }: PlayToHold,
): Promise<{ id: number; state: HoldState } | undefined> {
  const { rows } = await sql<{ id: number; state: HoldState }>`
    with open_play as (
      select song_id, started_at, id from play
      where song_id = ${key.songId} and started_at = ${key.startedAt} and id = ${key.id} and counted_at is null
      for update
    ), hold as (
      insert into play_hold as h (song_id, day, network, plays, listeners, first_held_at, last_held_at)
      select song_id, ${day}::date, ${network}, 1, ${isRanked}::boolean::int, ${now}, ${now} from open_play
      on conflict (song_id, day, network) do update set plays = h.plays + excluded.plays,
        listeners = h.listeners + excluded.listeners, last_held_at = greatest(h.last_held_at, excluded.last_held_at)
      returning id, state
    ), held as (
      insert into held_play (play_id, hold_id, song_id, started_at, listener, held_at, heard, is_new, is_shared)
      select p.id, hold.id, p.song_id, p.started_at, ${listener}, ${now}, ${heard}, ${isNew}, ${isShared}
      from open_play p cross join hold
    ), marked as (
      update listener l set held_on = ${day}::date from hold where l.song_id = ${key.songId} and l.listener = ${listener}
    )
    select id, state from hold`.execute(tx);
  return rows[0];
}

const keys: Columns = { network: sql`h.network`, created_at: sql`h.first_held_at` };

/** Lists pending holds. */
export async function listPlayHolds(db: Executor, list: ListQuery): Promise<Rows<PlayHold>> {
  const where = sql`h.state = 'PENDING' and ${buildWhere(list.filters, keys)}`;
  return readListPage(db, list, {
    rows: sql<PlayHold>`
      select h.id, h.day, h.network, h.plays, h.listeners, h.state, h.first_held_at as created_at, h.last_held_at,
        coalesce(d.listeners, 0) as song_listeners,
        json_build_object('id', s.id, 'pretty_id', s.pretty_id, 'name', s.name, 'artist', s.artist) as song
      from play_hold h join song s on s.id = h.song_id
      left join song_day d on d.song_id = h.song_id and d.day = h.day
      where ${where} order by ${buildOrderBy(list, keys, sql`h.id`)} limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from play_hold h where ${where}`,
  });
}

/** Counts pending holds up to a limit. */
export async function countPendingPlayHolds(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countUpTo(sql`select from play_hold where state = 'PENDING'`, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Locks a hold; with `all`, also every pending hold of its network. */
export async function lockPlayHolds(
  tx: Executor,
  id: number,
  all: boolean,
): Promise<Pick<PlayHold, "id" | "state" | "plays">[]> {
  const { rows } = await sql<Pick<PlayHold, "id" | "state" | "plays">>`
    select id, state, plays from play_hold
    where id = ${id} or (${all} and state = 'PENDING' and network = (select network from play_hold where id = ${id}))
    order by id for update`.execute(tx);
  return rows;
}

export async function markPlayHoldsDecided(
  tx: Executor,
  ids: readonly number[],
  { state, by, now }: { state: HoldState; by: string; now: Date },
): Promise<void> {
  await sql`
    update play_hold set state = ${state}, decided_at = ${now}, decided_by = ${by}
    where id = any(${[...ids]}::bigint[])`.execute(tx);
}

/** A released play that a shared link brought. */
export type ReleasedPlay = {
  songId: number;
  streamId: string;
  /** In hexadecimal. */
  listener: string;
  visitor: string | null;
  sharer: string | null;
  network: string;
  countedAt: string;
};

/**
 * Counts up to `limit` released plays as of the time they were heard, and returns how many left the hold, with those
 * that were counted. One statement removes what it counts, so a repeat counts nothing twice.
 */
export async function countReleasedPlays(
  tx: Executor,
  holdId: number,
  { isShared, limit }: { isShared: boolean; limit: number },
): Promise<{ removed: number; counted: ReleasedPlay[] }> {
  const { rows } = await sql<{ removed: number; counted: ReleasedPlay[] }>`
    with released as (
      select p.play_id, h.network, h.day from held_play p join play_hold h on h.id = p.hold_id
      where h.id = ${holdId} and h.state = 'RELEASED' and p.is_shared = ${isShared}
      order by p.play_id limit ${limit} for update of p
    ), taken as (
      delete from held_play p using released r where p.play_id = r.play_id returning p.*, r.network, r.day
    ), counted as (
      update play p set counted_at = t.held_at, heard = t.heard, listener = t.listener from taken t
      where p.song_id = t.song_id and p.started_at = t.started_at and p.id = t.play_id and p.counted_at is null
      returning p.song_id, p.id, p.visitor, p.sharer, p.source, t.listener, t.network, t.held_at, t.day, t.is_new, t.is_shared
    ), tallied as (
      insert into song_tally (song_id, day, source, plays, listeners, shares)
      select song_id, day, source, count(*), sum(is_new::int), sum((is_new and is_shared)::int)
      from counted group by song_id, day, source
    )
    select (select count(*)::int from taken) as removed, coalesce(json_agg(json_build_object(
      'songId', song_id, 'streamId', id, 'listener', encode(listener, 'hex'), 'visitor', visitor, 'sharer', sharer,
      'network', network, 'countedAt', held_at)), '[]') as counted
    from counted`.execute(tx);
  return rows[0] ?? { removed: 0, counted: [] };
}

/** Deletes refused plays that cannot be counted any more, and holds decided before `before`. */
export async function deleteDecidedHolds(
  db: Executor,
  { refusedBefore, before }: { refusedBefore: Date; before: Date },
): Promise<void> {
  await sql`
    delete from held_play p using play_hold h
    where h.id = p.hold_id and h.state = 'REFUSED' and p.held_at < ${refusedBefore}`.execute(db);
  await sql`
    delete from play_hold h where h.state <> 'PENDING' and h.decided_at < ${before}
      and not exists (select from held_play p where p.hold_id = h.id)`.execute(db);
}
