import { parseLyrics, toPlainText } from "@wrapsody/shared/catalogue/lrc.ts";
import type { LyricsChange } from "@wrapsody/shared/catalogue/lyrics.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { FileLyrics } from "../../audio/mp3/id3-lyrics.ts";
import { invalidateSongs } from "../../songs/page-entities.ts";
import type { LockedSong } from "../ownership.data.ts";
import {
  deleteLyrics,
  readOwnLyrics,
  type StoredLyrics,
  saveLyrics,
  saveLyricsLanguages,
} from "./lyrics.data.ts";

/** Converts lyrics to their row; undefined if they have no words. */
function toStoredLyrics(text: string, fromFile = false): StoredLyrics | undefined {
  const { isSynced, lines } = parseLyrics(text);
  const lyric = toPlainText(lines);
  return lyric === "" ? undefined : { lyric, synced: isSynced ? text : null, fromFile };
}

/**
 * Sets or removes the lyrics and their language, whichever is given. The text is valid. `tx` holds the song; the
 * caller invalidates its page.
 */
export async function changeLyrics(tx: Executor, songId: number, change: LyricsChange): Promise<void> {
  const { lyrics, lyrics_language: language } = change;
  if (language !== undefined) await saveLyricsLanguages(tx, [{ songId, language }]);
  if (lyrics === undefined) return;
  const stored = toStoredLyrics(lyrics ?? "");
  if (stored === undefined) await deleteLyrics(tx, songId);
  else await saveLyrics(tx, [{ songId, ...stored }]);
}

/** Inserts the lyrics of new songs. */
export async function insertLyrics(
  tx: Executor,
  songs: readonly { songId: number; payload: LyricsChange }[],
): Promise<void> {
  const rows = songs.flatMap(({ songId, payload }) => {
    const stored = toStoredLyrics(payload.lyrics ?? "");
    return stored === undefined ? [] : [{ songId, ...stored }];
  });
  const languages = songs.flatMap(({ songId, payload: { lyrics_language: language } }) =>
    language == null ? [] : [{ songId, language }],
  );
  await saveLyrics(tx, rows);
  await saveLyricsLanguages(tx, languages);
}

/** Takes over the lyrics of an uploaded recording, unless the song has lyrics. `tx` holds the song. */
export async function adoptFileLyrics(
  tx: Executor,
  song: Pick<LockedSong, "id" | "status">,
  found: FileLyrics | undefined,
): Promise<void> {
  const stored = found === undefined ? undefined : toStoredLyrics(found.text, true);
  if (found === undefined || stored === undefined) return;
  const own = await readOwnLyrics(tx, song.id);
  if (own.text !== null) return;
  await saveLyrics(tx, [{ songId: song.id, ...stored }]);
  if (own.language === null && found.language !== null) {
    await saveLyricsLanguages(tx, [{ songId: song.id, language: found.language }]);
  }
  if (song.status === "ACTIVE") await invalidateSongs(tx, [song.id]);
}
