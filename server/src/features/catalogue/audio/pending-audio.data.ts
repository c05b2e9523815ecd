import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { withdrawFile } from "../../../platform/storage/registered-files.data.ts";

/** A song that waits for a file, locked until the transaction ends. */
export type PendingSong = {
  id: number;
  status: string;
  ownerId: string | null;
};

/**
 * Locks the songs that wait for a file, in the order of their ids. Uses `no key update`, because saving a
 * match only needs a foreign key to its song.
 */
export async function lockSongsAwaiting(tx: Executor, key: StorageKey): Promise<PendingSong[]> {
  const { rows } = await sql<PendingSong>`
    select s.id, s.status, a.owner_id as "ownerId" from song s join artist a on a.id = s.artist_id
    where s.incoming_audio_key = ${key} and s.status <> 'DELETED'
    order by s.id for no key update of s`.execute(tx);
  return rows;
}

/** Makes the pending file the song's audio, withdraws the public copy of the old recording, and deletes its open matches. */
export async function promoteAudio(tx: Executor, songId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ replaced: StorageKey | null }>`
    update song s set audio_key = f.key, audio_bytes = f.bytes, peaks = f.peaks, incoming_audio_key = null,
      duration = greatest(1, round(f.duration)::int), updated_at = ${now}
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
export async function setPendingAudio(tx: Executor, songId: number, key: StorageKey): Promise<void> {
  await sql`
    update song set incoming_audio_key = case when audio_key = ${key} then null else ${key} end
    where id = ${songId}`.execute(tx);
  await deleteStaleMatches(tx, songId);
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
export async function discardPendingAudio(tx: Executor, songId: number): Promise<void> {
  await sql`
    update song set incoming_audio_key = null where id = ${songId}`.execute(tx);
  await deleteStaleMatches(tx, songId);
}
