import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { withdrawFile } from "../../../platform/storage/registered-files.data.ts";
import { endWaitingChange } from "../studio/changes/changes.data.ts";

/** A song that waits for a file, locked until the transaction ends. */
export type PendingSong = {
  id: number;
  name: string;
  status: string;
  audioKey: string | null;
  ownerId: string | null;
};

/**
 * Locks the songs that wait for a file, in the order of their ids. Uses `no key update`, because saving a
 * match only needs a foreign key to its song.
 */
export async function lockSongsAwaiting(tx: Executor, key: StorageKey): Promise<PendingSong[]> {
  const { rows } = await sql<PendingSong>`
    select ${pendingColumns} from song s join artist a on a.id = s.artist_id
    where s.incoming_audio_key = ${key} and s.status <> 'DELETED'
    order by s.id for no key update of s`.execute(tx);
  return rows;
}

const pendingColumns = sql`s.id, s.name, s.status, s.audio_key as "audioKey", a.owner_id as "ownerId"`;

/** Returns a locked song that has pending audio, and the key of that. */
export async function findPendingSong(
  tx: Executor,
  songId: number,
): Promise<(PendingSong & { pendingKey: string }) | undefined> {
  const { rows } = await sql<PendingSong & { pendingKey: string }>`
    select ${pendingColumns}, s.incoming_audio_key as "pendingKey" from song s join artist a on a.id = s.artist_id
    where s.id = ${songId} and s.incoming_audio_key is not null`.execute(tx);
  return rows[0];
}

/**
 * Makes the pending file the song's audio, whose duration replaces the entered one; withdraws the public copy of the old recording, and deletes its open matches. A change that
 * waits for approval is approved with it.
 */
export async function promoteAudio(tx: Executor, songId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ replaced: StorageKey | null }>`
    update song s set audio_key = f.key, audio_bytes = f.bytes, peaks = f.peaks, incoming_audio_key = null,
      duration = greatest(1, round(f.duration)::int),
      entered_duration = case when s.audio_key is null then nullif(s.duration, 0) else s.entered_duration end, updated_at = ${now}
    from audio_file f where s.id = ${songId} and f.key = s.incoming_audio_key and f.state = 'READY'
    returning nullif(old.audio_key, new.audio_key) as replaced`.execute(tx);
  const replaced = rows[0]?.replaced ?? null;
  if (replaced !== null) await withdrawFile(tx, replaced);
  await sql`
    delete from audio_footprint where song_id = ${songId}`.execute(tx);
  await sql`
    insert into audio_footprint (song_id, position, footprint, acoustid_id)
    select s.id, 0, f.fingerprint, f.acoustid_id from song s join audio_file f on f.key = s.audio_key
    where s.id = ${songId} and f.fingerprint is not null`.execute(tx);
  await deleteStaleMatches(tx, songId);
  await endWaitingChange(tx, { songId, field: "RECORDING" }, { state: "APPROVED", now });
}

/** Deletes open matches of recordings that the song no longer has. */
export async function deleteStaleMatches(tx: Executor, songId: number): Promise<void> {
  await sql`
    delete from audio_match m using song s
    where s.id = ${songId} and m.song_id = s.id and m.decided_at is null
      and m.audio_key is distinct from s.audio_key and m.audio_key is distinct from s.incoming_audio_key`.execute(
    tx,
  );
}

/** Sets the file that a locked song waits for; clears it if the song already plays that file. */
export async function setPendingAudio(
  tx: Executor,
  songId: number,
  { key, now }: { key: StorageKey; now: Date },
): Promise<void> {
  await sql`
    update song set incoming_audio_key = case when audio_key = ${key} then null else ${key} end
    where id = ${songId}`.execute(tx);
  await deleteStaleMatches(tx, songId);
  await endWaitingChange(tx, { songId, field: "RECORDING", keep: key }, { state: "REPLACED", now });
}

/** Returns whether the pending file is analysed and matches another account's song. `tx` holds the song. */
export async function isPendingReview(tx: Executor, songId: number): Promise<boolean> {
  const { rows } = await sql`
    select from song s join audio_file f on f.key = s.incoming_audio_key
    where s.id = ${songId} and f.state = 'READY'
      and exists (select from audio_match m where m.song_id = s.id and m.audio_key = f.key)`.execute(tx);
  return rows.length > 0;
}

/** Closes all open matches of a song. */
export async function closeMatches(tx: Executor, songId: number, now: Date): Promise<void> {
  await sql`
    update audio_match set decided_at = ${now} where song_id = ${songId} and decided_at is null`.execute(tx);
}

/** Discards the pending file. If it is uploaded again, it is compared again. */
export async function discardPendingAudio(tx: Executor, songId: number, now: Date): Promise<void> {
  await sql`
    update song set incoming_audio_key = null where id = ${songId}`.execute(tx);
  await deleteStaleMatches(tx, songId);
  await endWaitingChange(tx, { songId, field: "RECORDING" }, { state: "REJECTED", now });
}
