import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type {
  ListingState,
  NextStep,
  OwnSong,
  OwnSongAnswer,
  WaitingChange,
} from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { notFound } from "../../../../platform/failure.ts";
import { readOwnAudio } from "../../audio/replace-audio.ts";
import { findOwnMaster } from "../../masters/masters.data.ts";
import { readMasterLimit } from "../../masters/masters.ts";
import { cataloguePorts } from "../../ports.ts";
import { signAudio } from "../../scheduled/audio-links.ts";
import { presentSong } from "../../songs/song-presenter.ts";
import { readSongPage } from "../../songs/songs.ts";
import { readWaitingChanges } from "../changes/changes.data.ts";
import { readOwnLyrics } from "../lyrics/lyrics.data.ts";
import {
  findOwnSong,
  findSongInAnyState,
  listDailyPlays,
  listOwnSongs,
  type OwnSongRow,
} from "./own-songs.data.ts";

/** Days of plays that a list of wraps draws. */
const TREND_DAYS = 30;

/**
 * Returns a wrap as `ownSong`. The caller checks ownership.
 *
 * @throws Failure E0001 if it does not exist or is deleted
 */
export async function readOwnSong(db: Executor, songId: number): Promise<OwnSong> {
  const row = await findSongInAnyState(db, songId);
  if (row === undefined) throw notFound();
  return presentOwnSong(db, row);
}

/**
 * Returns a wrap of the caller with everything on its page, public or not.
 *
 * @throws Failure E0001 if it is not the caller's
 */
export async function showOwnSong(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<OwnSongAnswer> {
  const { db } = context;
  const masterLimit = await readMasterLimit(context);
  // One snapshot: a job may promote audio between two reads, and the page would not be refreshed.
  const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return moment.execute(async (tx) => {
    const row = await findOwnSong(tx, accountId, reference);
    if (row === undefined) throw notFound();
    const song = await presentOwnSong(tx, row);
    const audio = await readOwnAudio(context, tx, row.id);
    const master = await findOwnMaster(tx, row.id);
    const lyrics = await readOwnLyrics(tx, row.id);
    const detail = signAudio(context, row, await readSongPage(tx, hideRestrictedFiles(row)));
    const genreTags = detail.tags.filter(({ genre }) => genre).map(({ id }) => id);
    return {
      song: { ...song, audio_uri: detail.song.audio_uri },
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

/** Presents wraps with one query each for all rewards, experiences, plays and waiting changes. */
export async function presentOwnSongs(db: Executor, rows: readonly OwnSongRow[]): Promise<OwnSong[]> {
  const ids = rows.map(({ id }) => id);
  const rewards = await cataloguePorts().countRewards(db, ids);
  const experiences = await cataloguePorts().countExperiences(db, ids);
  const plays = await listDailyPlays(db, ids, TREND_DAYS);
  const changes = await readWaitingChanges(db, ids);
  return rows.map((row) =>
    toOwnSong(row, {
      rewards: rewards.get(row.id) ?? 0,
      experiences: experiences.get(row.id) ?? 0,
      plays_by_day: plays.get(row.id) ?? new Array<number>(TREND_DAYS).fill(0),
      changes: presentChanges(row, changes.get(row.id) ?? []),
    }),
  );
}

async function presentOwnSong(db: Executor, row: OwnSongRow): Promise<OwnSong> {
  const [song] = await presentOwnSongs(db, [row]);
  if (song === undefined) throw notFound();
  return song;
}

/** The files of a restricted wrap are delivered to nobody, so its page in the studio shows none. */
function hideRestrictedFiles(row: OwnSongRow): OwnSongRow {
  return row.status === "RESTRICTED" ? { ...row, image_id: null, audio_key: null } : row;
}

function toOwnSong(
  row: OwnSongRow,
  facts: Pick<OwnSong, "rewards" | "experiences" | "plays_by_day" | "changes">,
): OwnSong {
  const { nickname, status, rejection, submitted_at, listed_at, listed_from, listed_zone } = row;
  const { points, audio_state, is_encoding } = row;
  const { rewards } = facts;
  const progress = { status, hasImage: row.image_id !== null, isAudible: row.audio_key !== null, rewards };
  return {
    ...presentSong(hideRestrictedFiles(row)),
    ...(listed_from === null ? {} : { audio_uri: null }),
    nickname,
    status,
    rejection,
    submitted_at,
    listed_at,
    listed_from,
    listed_zone,
    points,
    audio_state,
    ...facts,
    next_step: nextStep({ ...progress, audio: audio_state, isEncoding: is_encoding }),
  };
}

function presentChanges({ status }: OwnSongRow, changes: WaitingChange[]): WaitingChange[] {
  return status === "RESTRICTED" ? changes.map((change) => ({ ...change, image: null })) : changes;
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
    case "SCHEDULED":
      return "WAIT_FOR_LISTING";
    case "REJECTED":
      return "MEND";
    case "ACTIVE":
      return rewards === 0 ? "ADD_REWARDS" : "SHARE";
  }
}
