import type { MasterFormat, MasterState, OwnMaster } from "@wrapsody/shared/studio/masters.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";

/** A stored file as its song's new master. */
export type NewMaster = {
  songId: number;
  key: StorageKey;
  fileName: string;
  format: MasterFormat;
  bytes: number;
  /** Seconds. */
  duration: number;
  sampleRate: number;
  channels: number;
};

/** Replaces the master of a locked song. It is encoded again if it is the same file, too. */
export async function upsertMaster(tx: Executor, master: NewMaster, now: Date): Promise<void> {
  const { songId, key, fileName, format, bytes, duration, sampleRate, channels } = master;
  await sql`
    insert into song_master (song_id, file_key, file_name, format, bytes, duration, sample_rate, channels, state, uploaded_at)
    values (${songId}, ${key}, ${fileName}, ${format}, ${bytes}, ${duration}, ${sampleRate}, ${channels}, 'ENCODING', ${now})
    on conflict (song_id) do update set file_key = excluded.file_key, file_name = excluded.file_name,
      format = excluded.format, bytes = excluded.bytes, duration = excluded.duration,
      sample_rate = excluded.sample_rate, channels = excluded.channels, state = excluded.state, problem = null,
      uploaded_at = excluded.uploaded_at, encoded_at = null`.execute(tx);
}

/** Returns the master of a song as its publisher sees it. The caller checks ownership. */
export async function findOwnMaster(db: Executor, songId: number): Promise<OwnMaster | undefined> {
  const { rows } = await sql<OwnMaster>`
    select state, problem, file_name, format, bytes, duration, sample_rate, channels, uploaded_at
    from song_master where song_id = ${songId}`.execute(db);
  return rows[0];
}

/** `ownerId`: the account that owns the song. */
export type StoredMaster = { songId: number; ownerId: string; key: StorageKey; fileName: string };

/** Finds the file of a master; undefined if the song is deleted or has no owner. */
export async function findMasterFile(db: Executor, songId: number): Promise<StoredMaster | undefined> {
  const { rows } = await sql<StoredMaster>`
    select m.song_id as "songId", a.owner_id as "ownerId", m.file_key as key, m.file_name as "fileName"
    from song_master m join song s on s.id = m.song_id join artist a on a.id = s.artist_id
    where m.song_id = ${songId} and a.owner_id is not null and s.status <> 'DELETED'`.execute(db);
  return rows[0];
}

/** Deletes the master of a locked song. */
export async function deleteMasterRow(tx: Executor, songId: number): Promise<void> {
  await sql`delete from song_master where song_id = ${songId}`.execute(tx);
}

/** A master that waits for its mp3. */
export type UnencodedMaster = { format: MasterFormat; duration: number };

/** Returns the master if the song still waits for the mp3 of this file. */
export async function findUnencodedMaster(
  db: Executor,
  { songId, key }: { songId: number; key: StorageKey },
): Promise<UnencodedMaster | undefined> {
  const { rows } = await sql<UnencodedMaster>`
    select m.format, m.duration from song_master m join song s on s.id = m.song_id
    where m.song_id = ${songId} and m.file_key = ${key} and m.state = 'ENCODING' and s.status <> 'DELETED'`.execute(
    db,
  );
  return rows[0];
}

/** Locks the song. Returns whether it still waits for the mp3 of this file. */
export async function lockUnencodedSong(
  tx: Executor,
  { songId, key }: { songId: number; key: StorageKey },
): Promise<boolean> {
  await sql`select from song where id = ${songId} for update`.execute(tx);
  return (await findUnencodedMaster(tx, { songId, key })) !== undefined;
}

/** Ends the encoding of a master. `problem` is shown to its publisher. */
export async function endEncoding(
  tx: Executor,
  { songId, key }: { songId: number; key: StorageKey },
  { problem, now }: { problem: string | null; now: Date },
): Promise<void> {
  const state: MasterState = problem === null ? "ENCODED" : "FAILED";
  await sql`
    update song_master set state = ${state}, problem = ${problem}, encoded_at = ${now}
    where song_id = ${songId} and file_key = ${key} and state = 'ENCODING'`.execute(tx);
}

/** Keeps the master of a locked song whose mp3 was rejected or withdrawn. One that is being encoded stays. */
export async function keepEncodedMaster(tx: Executor, songId: number): Promise<void> {
  await sql`
    update song_master set state = 'KEPT' where song_id = ${songId} and state = 'ENCODED'`.execute(tx);
}

/** Keeps the master of a locked song whose audio is replaced by an uploaded mp3: its own mp3 is not wanted any more. */
export async function supersedeMaster(tx: Executor, songId: number): Promise<void> {
  await sql`
    update song_master set state = 'KEPT', problem = null where song_id = ${songId}`.execute(tx);
}
