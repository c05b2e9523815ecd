import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { getSong, getSongs, Song, SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { readLrcLanguage } from "@wrapsody/shared/catalogue/lrc.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { cataloguePorts } from "../ports.ts";
import { findSongs } from "../search/find-songs.ts";
import { listSimilarSongs } from "./similar-songs.data.ts";
import { presentSong, type SongRow } from "./song-presenter.ts";
import { findPublicSong, findRandomSong, listFeaturedSongs, readSongDetail } from "./songs.data.ts";

export async function showSongs({ replica }: Context, list: ListQuery): Promise<AnswerOf<typeof getSongs>> {
  const { data, total } = await findSongs(replica, list);
  return { data: data.map(presentSong), total };
}

export async function showFeaturedSongs(
  { replica }: Context,
  limit: number,
): Promise<AnswerOf<typeof getSongs>> {
  const { data, total } = await listFeaturedSongs(replica, limit);
  return { data: data.map(presentSong), total };
}

export async function showSong(
  { replica }: Context,
  reference: string,
  detailed: boolean,
): Promise<AnswerOf<typeof getSong>> {
  const row = await findPublicSong(replica, reference);
  if (row === undefined) throw notFound();
  return detailed ? readSongPage(replica, row) : presentBrief(row);
}

/** Everything on a song's page, and which of its tags are genres. */
type SongPage = Omit<SongDetail, "tags"> & { tags: (SongDetail["tags"][number] & { genre: boolean })[] };

/** Returns everything on a song's page. @throws Failure E0001 if it was deleted meanwhile */
export async function readSongPage(db: Executor, row: SongRow): Promise<SongPage> {
  const detail = await readSongDetail(db, row.id);
  if (detail === undefined) throw notFound();
  const { peaks, ...lists } = detail;
  const rewards = await cataloguePorts().listRewards(db, row.id);
  return {
    ...presentBrief(row),
    ...lists,
    lyrics_language: lists.lyrics_language ?? findDefaultLanguage(lists),
    rewards,
    peaks: [...Buffer.from(peaks ?? "", "base64")],
  };
}

/** Returns the language that the LRC text names, else the first language of the first album. */
function findDefaultLanguage({
  lyrics_synced,
  albums,
}: Pick<SongDetail, "lyrics_synced" | "albums">): string | null {
  return readLrcLanguage(lyrics_synced ?? "") ?? albums[0]?.languages[0] ?? null;
}

function presentBrief(row: SongRow): Pick<SongDetail, "song" | "artists"> {
  return {
    song: presentSong(row),
    artists: [{ id: row.artist_id, artist_clean_id: row.artist_clean_id, name: row.artist }],
  };
}

export async function showRandomSong({ replica }: Context): Promise<{ song: Song }> {
  const row = await findRandomSong(replica);
  if (row === undefined) throw notFound();
  return { song: presentSong(row) };
}

/** Returns songs to continue with after a song; `exclude` are the ids of others that were played, separated by commas. */
export async function showSimilarSongs(
  { replica }: Context,
  reference: string,
  { limit, exclude }: { limit: number; exclude?: string | undefined },
): Promise<AnswerOf<typeof getSongs>> {
  const origin = await findPublicSong(replica, reference);
  if (origin === undefined) throw notFound();
  const excluded = exclude === undefined ? [] : exclude.split(",").map(Number);
  const rows = await listSimilarSongs(replica, { origin, excluded: [origin.id, ...excluded], limit });
  return { data: rows.map(presentSong), total: rows.length };
}
