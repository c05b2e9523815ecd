import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { getMyLikes } from "@wrapsody/shared/catalogue/playlists.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { presentSong } from "../songs/song-presenter.ts";
import { findPublicSong } from "../songs/songs.data.ts";
import { deleteLikeRow, insertLike, listLikes } from "./likes.data.ts";

type OfCaller = { accountId: string; song: string };

/** Likes a public song. A repeat has no effect. @throws Failure E0001 if it is not public */
export async function likeSong({ db, clock }: Context, { accountId, song }: OfCaller) {
  const found = await findPublicSong(db, song);
  if (found === undefined) throw notFound();
  await insertLike(db, { accountId, songId: found.id, now: clock.now() });
  return { liked: true };
}

/** Takes back a like. A repeat has no effect. @throws Failure E0001 if the song is not public */
export async function unlikeSong({ db }: Context, { accountId, song }: OfCaller) {
  const found = await findPublicSong(db, song);
  if (found === undefined) throw notFound();
  await deleteLikeRow(db, { accountId, songId: found.id });
  return { liked: false };
}

/** Returns the public songs that the account likes. */
export async function showOwnLikes(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<AnswerOf<typeof getMyLikes>> {
  const { data, total } = await listLikes(db, accountId, list);
  return { data: data.map(({ liked_at, ...song }) => ({ liked_at, song: presentSong(song) })), total };
}
