import { type Executor, sql } from "../../../platform/database/database.ts";

export type AudioState = "NONE" | "MEASURING" | "READY" | "HELD" | "FAILED";

/**
 * Selects the state of a song's audio (`ownAudio` of the API) in a query `from song s`. Analysed, uncontested
 * audio that is still pending is about to be promoted by its job.
 */
export const audioStateColumn = sql<AudioState>`
  case
    when s.incoming_audio_key is null then case when s.audio_key is null then 'NONE' else 'READY' end
    when (select f.state from audio_file f where f.key = s.incoming_audio_key) = 'FAILED' then 'FAILED'
    when exists (select from audio_match m where m.song_id = s.id and m.audio_key = s.incoming_audio_key
      and m.decided_at is null) then 'HELD'
    when exists (select from song_change c where c.song_id = s.id and c.field = 'RECORDING' and c.state = 'WAITING'
      and c.new_value = s.incoming_audio_key) then 'HELD'
    else 'MEASURING'
  end`;

export type OwnAudioRow = {
  state: AudioState;
  key: string | null;
  /** While it is set, the file has no public address. */
  listed_from: string | null;
  problem: string | null;
  bytes: number | null;
  duration: number | null;
  entered_duration: number | null;
  bit_rate: number | null;
  variable: boolean | null;
  sample_rate: number | null;
  channels: number | null;
  loudness: number | null;
};

/**
 * Returns the latest file of a song. A song whose audio was never analysed returns what the song row knows.
 */
export async function findOwnAudio(db: Executor, songId: number): Promise<OwnAudioRow | undefined> {
  const { rows } = await sql<OwnAudioRow>`
    select ${audioStateColumn} as state, coalesce(s.incoming_audio_key, s.audio_key) as key, s.listed_from, f.problem,
      coalesce(f.bytes, s.audio_bytes) as bytes,
      coalesce(f.duration, case when s.audio_key is not null then s.duration end) as duration,
      case when abs(s.entered_duration - s.duration) > 1 then s.entered_duration end as entered_duration,
      f.bit_rate, f.variable, f.sample_rate, f.channels, f.loudness
    from song s left join audio_file f on f.key = coalesce(s.incoming_audio_key, s.audio_key)
    where s.id = ${songId}`.execute(db);
  return rows[0];
}
