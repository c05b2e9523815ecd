import type { ChangeState } from "@wrapsody/shared/studio/song-changes.ts";
import type { ChangeField, WaitingChange } from "@wrapsody/shared/studio/studio.ts";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { imageColumn } from "../../../artwork/index.ts";

/** A change of a listed wrap. Values are titles, ids of images or keys of recordings. */
export type RequestedChange = {
  songId: number;
  field: ChangeField;
  from: string | null;
  to: string;
};

/** Inserts a change that waits, or one that was applied at once. The caller has locked the song. */
export async function insertChange(
  tx: Executor,
  { songId, field, from, to }: RequestedChange,
  { state, now }: { state: "WAITING" | "APPLIED"; now: Date },
): Promise<void> {
  const imageId = state === "WAITING" && field === "ARTWORK" ? to : null;
  const durationOf = (key: string | null) =>
    field === "RECORDING" ? sql`(select duration from audio_file where key = ${key})` : sql`null`;
  await sql`
    insert into song_change (song_id, field, state, old_value, new_value, waiting_image_id, old_duration, new_duration, requested_at, decided_at)
    values (${songId}, ${field}, ${state}, ${from}, ${to}, ${imageId}, ${durationOf(from)}, ${durationOf(to)}, ${now},
      ${state === "WAITING" ? null : now})`.execute(tx);
}

/** Returns the new value that waits for a field of a locked song. */
export async function findWaitingValue(
  tx: Executor,
  songId: number,
  field: ChangeField,
): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select new_value as value from song_change where song_id = ${songId} and field = ${field} and state = 'WAITING'`.execute(
    tx,
  );
  return rows[0]?.value;
}

/** How a change ended: the state, and for decisions the administrator and the reason. */
export type ChangeEnd = {
  state: Exclude<ChangeState, "WAITING">;
  by?: string;
  reason?: string | undefined;
  now: Date;
};

/**
 * Ends the change of a field that waits, unless it is to `keep`, and returns whether there is one. Its artwork is no longer kept. The caller
 * has locked the song.
 */
export async function endWaitingChange(
  tx: Executor,
  { songId, field, keep }: { songId: number; field: ChangeField; keep?: string },
  { state, by, reason, now }: ChangeEnd,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update song_change set state = ${state}, decided_at = ${now}, decided_by = ${by ?? null}, reason = ${reason ?? null},
      waiting_image_id = null
    where song_id = ${songId} and field = ${field} and state = 'WAITING' and new_value is distinct from ${keep ?? null}`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export type StoredChange = RequestedChange & { state: ChangeState };

/** Returns a change; the caller locks its song and reads it again. */
export async function findChange(tx: Executor, id: string): Promise<StoredChange | undefined> {
  const { rows } = await sql<StoredChange>`
    select song_id as "songId", field, state, old_value as "from", new_value as "to" from song_change where id = ${id}::bigint`.execute(
    tx,
  );
  return rows[0];
}

/** Lists the changes of a song that wait. */
export async function listWaitingChanges(tx: Executor, songId: number): Promise<RequestedChange[]> {
  const { rows } = await sql<RequestedChange>`
    select song_id as "songId", field, old_value as "from", new_value as "to" from song_change
    where song_id = ${songId} and state = 'WAITING' order by id`.execute(tx);
  return rows;
}

/** Deletes the changes of a deleted song. */
export async function deleteChanges(tx: Executor, songId: number): Promise<void> {
  await sql`delete from song_change where song_id = ${songId}`.execute(tx);
}

/** Deletes changes that ended before a time. */
export async function deleteChangesBefore(db: Executor, time: Date): Promise<void> {
  await sql`delete from song_change where decided_at < ${time}`.execute(db);
}

/** Reads the changes that wait, as publishers see them, by song; songs without any are omitted. */
export async function readWaitingChanges(
  db: Executor,
  songIds: readonly number[],
): Promise<ReadonlyMap<number, WaitingChange[]>> {
  const { rows } = await sql<WaitingChange & { song_id: number }>`
    select c.song_id, c.id::text as id, c.field, case when c.field = 'TITLE' then c.new_value end as title,
      ${imageColumn(sql`i`)} as image, c.new_duration as duration, c.requested_at
    from song_change c left join image i on i.id = c.waiting_image_id
    where c.song_id = any(${songIds}::int[]) and c.state = 'WAITING' order by c.id`.execute(db);
  const changes = new Map<number, WaitingChange[]>();
  for (const { song_id, ...change } of rows) changes.set(song_id, [...(changes.get(song_id) ?? []), change]);
  return changes;
}
