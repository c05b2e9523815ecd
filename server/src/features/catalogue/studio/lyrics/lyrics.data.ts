import { type Executor, sql } from "../../../../platform/database/database.ts";

export type StoredLyrics = {
  /** Plain text. */
  lyric: string;
  /** LRC as entered; null for plain lyrics. */
  synced: string | null;
  /** Read from the tags of a recording. */
  fromFile: boolean;
};

/** Saves the lyrics of songs, in place of earlier ones. */
export async function saveLyrics(
  tx: Executor,
  songs: readonly ({ songId: number } & StoredLyrics)[],
): Promise<void> {
  if (songs.length === 0) return;
  await sql`
    insert into song_lyric (song_id, lyric, synced, from_file)
    select "songId", lyric, synced, "fromFile" from jsonb_to_recordset(${JSON.stringify(songs)}::jsonb)
      r("songId" int, lyric text, synced text, "fromFile" boolean)
    on conflict (song_id) do update
    set lyric = excluded.lyric, synced = excluded.synced, from_file = excluded.from_file`.execute(tx);
}

export async function deleteLyrics(tx: Executor, songId: number): Promise<void> {
  await sql`delete from song_lyric where song_id = ${songId}`.execute(tx);
}

/** Saves the chosen languages of lyrics; null means the default. */
export async function saveLyricsLanguages(
  tx: Executor,
  songs: readonly { songId: number; language: string | null }[],
): Promise<void> {
  if (songs.length === 0) return;
  await sql`
    update song s set lyrics_language = r.language
    from jsonb_to_recordset(${JSON.stringify(songs)}::jsonb) r("songId" int, language text)
    where s.id = r."songId"`.execute(tx);
}

/** The lyrics of a song as its publisher edits them. */
type OwnLyricsRow = {
  text: string | null;
  language: string | null;
  from_file: boolean;
};

export async function readOwnLyrics(db: Executor, songId: number): Promise<OwnLyricsRow> {
  const { rows } = await sql<OwnLyricsRow>`
    select coalesce(l.synced, l.lyric) as text, s.lyrics_language as language, coalesce(l.from_file, false) as from_file
    from song s left join song_lyric l on l.song_id = s.id where s.id = ${songId}`.execute(db);
  return rows[0] ?? { text: null, language: null, from_file: false };
}
