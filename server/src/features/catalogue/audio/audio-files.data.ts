import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import type { AudioAnalysis } from "./analysis/analyze.ts";
import { indexedTerms } from "./matching/likeness.ts";

/** A file that is in the storage, with what its frames tell. */
export type StoredAudio = Omit<AudioAnalysis, "loudness" | "peaks" | "fingerprint"> & {
  key: StorageKey;
  bytes: number;
};

export type AudioFileState = "MEASURING" | "READY" | "FAILED";

/**
 * Writes a file down that is to be measured. One that is known stays as it is, but for one that failed: it is tried again.
 * Answers its state. Comes before its song is held, as the job that measures holds them in this order, too.
 */
export async function upsertAudioFile(tx: Executor, file: StoredAudio, now: Date): Promise<AudioFileState> {
  const { key, bytes, duration, bitRate, variable, sampleRate, channels } = file;
  const { rows } = await sql<{ state: AudioFileState }>`
    insert into audio_file (key, state, bytes, duration, bit_rate, variable, sample_rate, channels, created_at)
    values (${key}, 'MEASURING', ${bytes}, ${duration}, ${bitRate}, ${variable}, ${sampleRate}, ${channels}, ${now})
    on conflict (key) do update set problem = null, created_at = excluded.created_at,
      state = case when audio_file.state = 'FAILED' then 'MEASURING' else audio_file.state end
    returning state`.execute(tx);
  return rows[0]?.state ?? "MEASURING";
}

export async function readAudioState(db: Executor, key: StorageKey): Promise<AudioFileState | undefined> {
  const { rows } = await sql<{ state: AudioFileState }>`
    select state from audio_file where key = ${key}`.execute(db);
  return rows[0]?.state;
}

/** Writes down what was measured, unless that was done in the meantime. */
export async function saveAnalysis(
  tx: Executor,
  key: StorageKey,
  { measures, now }: { measures: AudioAnalysis; now: Date },
): Promise<void> {
  const { duration, bitRate, variable, sampleRate, channels, loudness, peaks, fingerprint } = measures;
  const terms = indexedTerms(fingerprint);
  await sql`
    update audio_file set state = 'READY', problem = null, duration = ${duration}, bit_rate = ${bitRate}, variable = ${variable},
      sample_rate = ${sampleRate}, channels = ${channels}, loudness = ${loudness}, peaks = ${Buffer.from(peaks)},
      fingerprint = ${fingerprint}, terms = ${terms.length === 0 ? null : terms}::int[], measured_at = ${now}
    where key = ${key} and state = 'MEASURING'`.execute(tx);
}

/** Writes a file down with its measures, for whoever took it in and measured it in one go. */
export async function insertAnalyzedAudio(
  tx: Executor,
  { key, bytes, measures, now }: { key: StorageKey; bytes: number; measures: AudioAnalysis; now: Date },
): Promise<void> {
  await upsertAudioFile(tx, { ...measures, key, bytes }, now);
  await saveAnalysis(tx, key, { measures, now });
}

/** `problem` is read by publishers. */
export async function markAudioFailed(
  tx: Executor,
  key: StorageKey,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await sql`
    update audio_file set state = 'FAILED', problem = ${problem}, measured_at = ${now}
    where key = ${key} and state = 'MEASURING'`.execute(tx);
}

/** Files that songs wait for and that were written down before `since`: their job was lost, or never ended. */
export async function listStaleFiles(db: Executor, since: Date): Promise<StorageKey[]> {
  const { rows } = await sql<{ key: StorageKey }>`
    select distinct f.key from song s join audio_file f on f.key = s.incoming_audio_key
    where s.incoming_audio_key is not null and s.status <> 'DELETED' and f.created_at < ${since} and f.state <> 'FAILED'
      and not exists (
        select from audio_match m where m.song_id = s.id and m.audio_key = f.key and m.decided_at is null)
    limit 100`.execute(db);
  return rows.map(({ key }) => key);
}
