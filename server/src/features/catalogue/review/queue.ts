import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { getReview, getReviewQueue, ReviewItem } from "@wrapsody/shared/studio/review.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { type AccountSummary, readAccountSummaries } from "../../accounts/index.ts";
import { readOwnAudio } from "../audio/replace-audio.ts";
import { signAudio } from "../scheduled/audio-links.ts";
import { readSongPage } from "../songs/songs.ts";
import { presentOwnSongs } from "../studio/songs/own-songs.ts";
import { listDecisions } from "./decisions.data.ts";
import {
  countPublicSongs,
  findForReview,
  listMatches,
  listReviewQueue,
  type MatchRow,
  type ReviewRow,
} from "./queue.data.ts";

/** Returns what awaits review, oldest first. */
export async function showReviewQueue(
  { db }: Context,
  list: ListQuery,
): Promise<AnswerOf<typeof getReviewQueue>> {
  const sortDir = list.sortRequested === true ? list.sortDir : "ASC";
  const { data, total } = await listReviewQueue(db, { ...list, sortDir });
  return { data: await presentItems(db, data), total };
}

/**
 * Returns a wrap for its reviewer, with earlier decisions and matches. Also works for wraps that are not in
 * review.
 *
 * @throws Failure E0001 if it does not exist or is deleted
 */
export async function showReview(context: Context, reference: string): Promise<AnswerOf<typeof getReview>> {
  const { db } = context;
  const row = await findForReview(db, reference);
  const [item] = row === undefined ? [] : await presentItems(db, [row]);
  if (row === undefined || item === undefined) throw notFound();
  const decisions = await listDecisions(db, row.id);
  const deciders = await readAccountSummaries(db, nonNull(decisions.map(({ decided_by }) => decided_by)));
  return {
    ...item,
    detail: signAudio(context, row, await readSongPage(db, row)),
    audio: await readOwnAudio(context, db, row.id),
    history: decisions.map(({ decided_by, ...decision }) => ({
      ...decision,
      by: nameOf(deciders, decided_by),
    })),
  };
}

async function presentItems(db: Executor, rows: readonly ReviewRow[]): Promise<ReviewItem[]> {
  const songs = await presentOwnSongs(db, rows);
  const matches = await listMatches(
    db,
    rows.map(({ id }) => id),
  );
  const owners = nonNull(rows.map(({ owner_id }) => owner_id));
  const people = await readAccountSummaries(db, [
    ...owners,
    ...nonNull(matches.map(({ publisher_id }) => publisher_id)),
  ]);
  const publicSongs = await countPublicSongs(db, owners);
  return rows.flatMap(({ id, owner_id, rejections, since }, place) => {
    const song = songs[place];
    if (song === undefined) return [];
    const owner = owner_id === null ? undefined : people.get(owner_id);
    const publisher = owner === undefined ? null : { ...owner, public_songs: publicSongs.get(owner.id) ?? 0 };
    const own = matches.filter(({ song_id }) => song_id === id).map((match) => presentMatch(match, people));
    return [{ song, publisher, matches: own, rejections, since }];
  });
}

function presentMatch(
  { other_id, song_id: _, publisher_id, ...match }: MatchRow,
  people: ReadonlyMap<string, AccountSummary>,
): ReviewItem["matches"][number] {
  return { ...match, song_id: other_id, publisher: nameOf(people, publisher_id) ?? "" };
}

const nonNull = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);

function nameOf(people: ReadonlyMap<string, AccountSummary>, id: string | null): string | null {
  return id === null ? null : (people.get(id)?.name ?? null);
}
