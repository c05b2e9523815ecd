import { type Executor, sql } from "../../../platform/database/database.ts";
import type { SongRow } from "../songs/song-presenter.ts";
import { songColumns, songTables } from "../songs/songs.data.ts";

/** Details of an entry besides the song: the size of its recording, and its last change. */
export type EntryFacts = { id: number; audio_bytes: number | null; updated_at: string };

export async function readEntryFacts(db: Executor, songIds: readonly number[]): Promise<EntryFacts[]> {
  const { rows } = await sql<EntryFacts>`
    select id, audio_bytes, greatest(updated_at, created_at) as updated_at from song where id = any(${songIds}::int[])`.execute(
    db,
  );
  return rows;
}

/** Songs of a tag among which the latest are looked for, so that a tag of every song is not read in full. */
const MAX_CANDIDATES = 1_000;

/** Lists public songs with a tag, latest first. */
export async function listSongsWithTag(db: Executor, key: string, limit: number): Promise<SongRow[]> {
  const { rows } = await sql<SongRow>`
    select ${songColumns} from (
      select id from (
        select distinct t.song_id from song_tag t
        where fold_name(t.tag) = replace(${key}, '-', ' ') order by t.song_id desc limit ${MAX_CANDIDATES}
      ) candidate join song on song.id = candidate.song_id
      where song.status = 'ACTIVE' order by song.created_at desc, song.id desc limit ${limit}
    ) latest join (${songTables}) on s.id = latest.id
    order by s.created_at desc, s.id desc`.execute(db);
  return rows;
}
