import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";

/** A song that waits for a file, held until the transaction ends. */
export type PendingSong = {
  id: number;
  status: string;
  ownerId: string | null;
};

/**
 * Holds the songs that wait for a file, in the order of their numbers. Others may refer to them meanwhile: a song whose
 * match is written down is only referred to.
 */
export async function lockSongsAwaiting(tx: Executor, key: StorageKey): Promise<PendingSong[]> {
  const { rows } = await sql<PendingSong>`
    select s.id, s.status, a.owner_id as "ownerId" from song s join artist a on a.id = s.artist_id
    where s.incoming_audio_key = ${key} and s.status <> 'DELETED'
    order by s.id for no key update of s`.execute(tx);
  return rows;
}

/** Gives a song the file that it waits for. Its old recording has no matches any more that somebody had to decide. */
export async function promoteAudio(tx: Executor, songId: number, now: Date): Promise<void> {
  await sql`
    update song s set audio_key = f.key, audio_bytes = f.bytes, peaks = f.peaks, incoming_audio_key = null,
      duration = greatest(1, round(f.duration)::int), updated_at = ${now}
    from audio_file f where s.id = ${songId} and f.key = s.incoming_audio_key and f.state = 'READY'`.execute(
    tx,
  );
  await sql`
    delete from audio_footprint where song_id = ${songId}`.execute(tx);
  await sql`
    insert into audio_footprint (song_id, position, footprint, acoustid_id)
    select s.id, 0, f.fingerprint, f.acoustid_id from song s join audio_file f on f.key = s.audio_key
    where s.id = ${songId} and f.fingerprint is not null`.execute(tx);
  await deleteStaleMatches(tx, songId);
}

/** Forgets what nobody has to decide any more: open matches of recordings that the song has no longer. */
export async function deleteStaleMatches(tx: Executor, songId: number): Promise<void> {
  await sql`
    delete from audio_match m using song s
    where s.id = ${songId} and m.song_id = s.id and m.decided_at is null
      and m.audio_key is distinct from s.audio_key and m.audio_key is distinct from s.incoming_audio_key`.execute(
    tx,
  );
}

/** A file that comes in for a song that `tx` holds. The one that is heard already is there, and nothing waits. */
export async function setPendingAudio(tx: Executor, songId: number, key: StorageKey): Promise<void> {
  await sql`
    update song set incoming_audio_key = case when audio_key = ${key} then null else ${key} end
    where id = ${songId}`.execute(tx);
  await deleteStaleMatches(tx, songId);
}

/** Whether a song waits for a file that is measured and was found to be like another's. `tx` holds the song. */
export async function isPendingReview(tx: Executor, songId: number): Promise<boolean> {
  const { rows } = await sql`
    select from song s join audio_file f on f.key = s.incoming_audio_key
    where s.id = ${songId} and f.state = 'READY'
      and exists (select from audio_match m where m.song_id = s.id and m.audio_key = f.key)`.execute(tx);
  return rows.length > 0;
}

/** What was like another's is decided. */
export async function closeMatches(tx: Executor, songId: number, now: Date): Promise<void> {
  await sql`
    update audio_match set decided_at = ${now} where song_id = ${songId} and decided_at is null`.execute(tx);
}

/** The file that a song waits for is not to come any more; were it sent again, it would be compared anew. */
export async function discardPendingAudio(tx: Executor, songId: number): Promise<void> {
  await sql`
    update song set incoming_audio_key = null where id = ${songId}`.execute(tx);
  await deleteStaleMatches(tx, songId);
}
