import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { ListingState, NextStep, OwnSong, OwnSongAnswer } from "@wrapsody/shared/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import { readOwnAudio } from "../../audio/replace-audio.ts";
import { findOwnMaster } from "../../masters/masters.data.ts";
import { readMasterLimit } from "../../masters/masters.ts";
import { cataloguePorts } from "../../ports.ts";
import { presentSong } from "../../songs/song-presenter.ts";
import { readSongPage } from "../../songs/songs.ts";
import { readOwnLyrics } from "../lyrics/lyrics.data.ts";
import { findOwnSong, findSongInAnyState, listOwnSongs, type OwnSongRow } from "./own-songs.data.ts";

/**
 * Returns a wrap as `ownSong`. The caller checks ownership.
 *
 * @throws Failure E0001 if it does not exist or is deleted
 */
export async function readOwnSong(db: Executor, songId: number): Promise<OwnSong> {
  const row = await findSongInAnyState(db, songId);
  if (row === undefined) throw notFound();
  return presentOwnSong(row, await cataloguePorts().countRewards(db, [row.id]));
}

/**
 * Returns a wrap of the caller with everything on its page, public or not.
 *
 * @throws Failure E0001 if it is not the caller's
 */
export async function showOwnSong(
  { db, config }: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<OwnSongAnswer> {
  const masterLimit = await readMasterLimit({ config });
  // One snapshot: a job may promote audio between two reads, and the page would not be refreshed.
  const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return moment.execute(async (tx) => {
    const row = await findOwnSong(tx, accountId, reference);
    if (row === undefined) throw notFound();
    const levels = await cataloguePorts().countRewards(tx, [row.id]);
    const audio = await readOwnAudio(tx, row.id);
    const master = await findOwnMaster(tx, row.id);
    const lyrics = await readOwnLyrics(tx, row.id);
    const detail = await readSongPage(tx, hideRestrictedFiles(row));
    const genreTags = detail.tags.filter(({ genre }) => genre).map(({ id }) => id);
    return {
      song: presentOwnSong(row, levels),
      audio,
      master: master ?? null,
      master_max_bytes: masterLimit,
      lyrics,
      detail,
      genre_tags: genreTags,
    };
  });
}

/** Returns a page of the caller's wraps with their next steps. */
export async function showOwnSongs(
  { db }: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<OwnSong>> {
  const { data, total } = await listOwnSongs(db, accountId, list);
  return { data: await presentOwnSongs(db, data), total };
}

/** Presents wraps with one query for all rewards. */
export async function presentOwnSongs(db: Executor, rows: readonly OwnSongRow[]): Promise<OwnSong[]> {
  const ids = rows.map(({ id }) => id);
  const levels = await cataloguePorts().countRewards(db, ids);
  return rows.map((row) => presentOwnSong(row, levels));
}

/** The files of a restricted wrap are delivered to nobody, so its page in the studio shows none. */
function hideRestrictedFiles(row: OwnSongRow): OwnSongRow {
  return row.status === "RESTRICTED" ? { ...row, image: null, audio_key: null } : row;
}

function presentOwnSong(row: OwnSongRow, levels: ReadonlyMap<number, number>): OwnSong {
  const { nickname, status, rejection, submitted_at, listed_at, points, audio_state, is_encoding } = row;
  const rewards = levels.get(row.id) ?? 0;
  const progress = { status, hasImage: row.image !== null, isAudible: row.audio_key !== null, rewards };
  return {
    ...presentSong(hideRestrictedFiles(row)),
    nickname,
    status,
    rejection,
    submitted_at,
    listed_at,
    points,
    audio_state,
    rewards,
    next_step: nextStep({ ...progress, audio: audio_state, isEncoding: is_encoding }),
  };
}

/** The facts that decide the next step. */
export type Progress = {
  status: ListingState;
  hasImage: boolean;
  /** Whether the song has audio. */
  isAudible: boolean;
  audio: OwnSong["audio_state"];
  /** Whether an mp3 is being encoded from its master. */
  isEncoding: boolean;
  /** Number of reward levels. */
  rewards: number;
};

/** Returns the one thing a publisher should do next. */
export function nextStep(progress: Progress): NextStep {
  const { status, hasImage, isAudible, audio, isEncoding, rewards } = progress;
  if (status === "RESTRICTED") return "CONTEST";
  if (!hasImage) return "ADD_ARTWORK";
  if (audio === "MEASURING" || isEncoding) return "WAIT_FOR_AUDIO";
  // HELD audio is analysed: a reviewer decides about it after submission.
  if (!isAudible && audio !== "HELD") return "ADD_AUDIO";
  switch (status) {
    case "DRAFT":
    case "HIDDEN":
      return "SUBMIT";
    case "IN_REVIEW":
      return "WAIT_FOR_REVIEW";
    case "REJECTED":
      return "MEND";
    case "ACTIVE":
      return rewards === 0 ? "ADD_REWARDS" : "SHARE";
  }
}
