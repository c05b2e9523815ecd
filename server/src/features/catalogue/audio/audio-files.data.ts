import { type Executor, sql } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import type { AudioAnalysis } from "./analysis/analyze.ts";
import { indexedTerms } from "./matching/likeness.ts";

/** A file in the storage with the format of its frames. */
export type StoredAudio = Omit<AudioAnalysis, "loudness" | "peaks" | "fingerprint"> & {
  key: StorageKey;
  bytes: number;
};

export type AudioFileState = "MEASURING" | "READY" | "FAILED";

/**
 * Inserts a file to be analysed. A known file stays as it is, unless it FAILED: then it is analysed again.
 * Returns its state. Call it before locking the song: the analysis job takes the locks in the same order.
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

/** Saves the analysis, unless another run saved it already. */
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

/** Inserts a file together with its analysis. */
export async function insertAnalyzedAudio(
  tx: Executor,
  { key, bytes, measures, now }: { key: StorageKey; bytes: number; measures: AudioAnalysis; now: Date },
): Promise<void> {
  await upsertAudioFile(tx, { ...measures, key, bytes }, now);
  await saveAnalysis(tx, key, { measures, now });
}

/** `problem` is shown to publishers. */
export async function markAudioFailed(
  tx: Executor,
  key: StorageKey,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await sql`
    update audio_file set state = 'FAILED', problem = ${problem}, measured_at = ${now}
    where key = ${key} and state = 'MEASURING'`.execute(tx);
}

/**
 * Lists files that songs still wait for and that were inserted before `since`: their job was lost or never
 * finished. Files that wait for a decision are analysed.
 */
export async function listStaleFiles(db: Executor, since: Date): Promise<StorageKey[]> {
  const { rows } = await sql<{ key: StorageKey }>`
    select distinct f.key from song s join audio_file f on f.key = s.incoming_audio_key
    where s.incoming_audio_key is not null and s.status <> 'DELETED' and f.created_at < ${since} and f.state <> 'FAILED'
      and not exists (
        select from audio_match m where m.song_id = s.id and m.audio_key = f.key and m.decided_at is null)
      and not exists (select from song_change c where c.song_id = s.id and c.field = 'RECORDING' and c.state = 'WAITING')
    limit 100`.execute(db);
  return rows.map(({ key }) => key);
}
