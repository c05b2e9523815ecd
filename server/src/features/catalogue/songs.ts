import type { getSong, getSongs, Song } from "@wrapsody/shared/catalogue.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { notFound } from "../../platform/failure.ts";
import { presentSong } from "./nouns.ts";
import { findSongs } from "./song-list.ts";
import { findPublicSong, findRandomSong, listFeaturedSongs, readSongDetail } from "./songs.data.ts";

/** Reads a song's reward levels; they belong to a later feature, which hands this in. */
export type RewardsOf = (db: Executor, songId: number) => Promise<Reward[]>;

export async function songsPage({ replica }: Context, list: ListQuery): Promise<AnswerOf<typeof getSongs>> {
  const { data, total } = await findSongs(replica, list);
  return { data: data.map(presentSong), total };
}

export async function featuredSongs({ replica }: Context, limit: number): Promise<AnswerOf<typeof getSongs>> {
  const { data, total } = await listFeaturedSongs(replica, limit);
  return { data: data.map(presentSong), total };
}

export async function showSong(
  { replica }: Context,
  reference: string,
  detailed: boolean,
  rewardsOf: RewardsOf,
): Promise<AnswerOf<typeof getSong>> {
  const row = await findPublicSong(replica, reference);
  if (row === undefined) throw notFound();
  const song = presentSong(row);
  const brief = {
    song,
    artists: [{ id: row.artist_id, artist_clean_id: row.artist_clean_id, name: row.artist }],
  };
  if (!detailed) return brief;
  const detail = await readSongDetail(replica, row.id);
  if (detail === undefined) throw notFound();
  const { peaks, ...lists } = detail;
  const rewards = await rewardsOf(replica, row.id);
  return { ...brief, ...lists, rewards, peaks: [...Buffer.from(peaks ?? "", "base64")] };
}

export async function randomSong({ replica }: Context): Promise<{ song: Song }> {
  const row = await findRandomSong(replica);
  if (row === undefined) throw notFound();
  return { song: presentSong(row) };
}
