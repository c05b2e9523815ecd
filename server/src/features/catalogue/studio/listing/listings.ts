import type { SiteSettings } from "@wrapsody/shared/operations/site-settings.ts";
import type { ListingState, OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { z } from "zod";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { notFound } from "../../../../platform/failure.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { announce, emitWebhookEvent, recordEvent } from "../../../accounts/index.ts";
import { assignUncontestedAudio, rejectPendingAudio } from "../../audio/assign-audio.ts";
import { cataloguePorts } from "../../ports.ts";
import { requestReleaseMails } from "../../scheduled/release-mails.ts";
import { deleteReminders } from "../../scheduled/reminders.data.ts";
import { invalidateSongListing, invalidateSongs } from "../../songs/page-entities.ts";
import { deleteChanges } from "../changes/changes.data.ts";
import { applyWaitingChanges } from "../changes/changes.ts";
import type { Caller } from "../idempotent-create.ts";
import { type LockedSong, lockOwnSong } from "../ownership.data.ts";
import { readOwnSong } from "../songs/own-songs.ts";
import { confirmDraftSplits } from "../splits/change-owners.ts";
import { type ListingEvent, listingTransition } from "./listing-transition.ts";
import {
  closeMatchesWith,
  closeOwnMatches,
  type ListingFacts,
  listSongsContestedBy,
  lockSong,
  readListingFacts,
  updateListing,
} from "./listings.data.ts";

/**
 * Applies an event to the listing of a locked song. Returns whether the state changed.
 *
 * @throws Failure as `listingTransition` does
 */
export async function applyListingEvent(
  context: Context,
  tx: Executor,
  { id, status }: { id: number; status: ListingState },
  event: ListingEvent,
): Promise<boolean> {
  const next = listingTransition(status, event);
  if (next === status) return false;
  const { owner_id, ...song } = await updateListing(tx, id, {
    status: next,
    event,
    now: context.clock.now(),
  });
  const data = { song_id: id, ...song, from: status, to: next };
  await emitWebhookEvent(context, tx, { accountId: owner_id, type: "listing.changed", data });
  if (next === "ACTIVE") await confirmDraftSplits(context, tx, id);
  if (next === "DRAFT" || next === "IN_REVIEW") await applyWaitingChanges(tx, id, context.clock.now());
  if (status === "ACTIVE") await cataloguePorts().withdrawSongFiles(tx, [id]);
  if (status === "ACTIVE" || next === "ACTIVE") await invalidateSongListing(tx, id);
  else if (status === "SCHEDULED") await invalidateSongs(tx, [id]);
  if (next === "ACTIVE") await requestReleaseMails(context, tx, id);
  if (next === "ACTIVE") await announce(context, tx, { kind: "WRAP", songId: id });
  if (next === "DELETED") await deleteReminders(tx, id);
  if (next === "DELETED") await deleteChanges(tx, id);
  return true;
}

type SongEvent = "wrap-submitted" | "wrap-withdrawn" | "wrap-deleted" | "wrap-scheduled" | "wrap-unscheduled";

export type OwnSongChange = { caller: Caller; reference: string };

/**
 * Submits a wrap of the caller; a repeat does nothing.
 *
 * @throws Failure E0001 if it is not the caller's, E0027 with what is missing
 */
export function submitSong(context: Context, change: OwnSongChange): Promise<OwnSong> {
  return changeOwnSong(context, { ...change, call: "POST song/listing" }, async (tx, song) => {
    const event = toSubmitEvent(
      await readListingFacts(tx, song.id, context.clock.now()),
      (await context.site.readIn(tx)).listing_review,
    );
    const changed = await applyListingEvent(context, tx, song, event);
    if (changed) await recordSongEvent(context, tx, change, { kind: "wrap-submitted", song: song.id });
    return readOwnSong(tx, song.id);
  });
}

function toSubmitEvent(facts: ListingFacts, review: SiteSettings["listing_review"]): ListingEvent {
  const { hasImage, isContested, isScheduled, audio: state } = facts;
  // HELD audio is analysed: the reviewer decides about it.
  const isAnalyzed = facts.isAudible || state === "HELD";
  const audio = isAnalyzed ? "ready" : state === "MEASURING" ? "measuring" : "none";
  return { type: "submit", hasImage, audio, isContested, isScheduled, isReviewed: review === "manual" };
}

/** Withdraws a wrap of the caller; a repeat does nothing. @throws Failure E0001 if it is not the caller's */
export function withdrawSong(context: Context, change: OwnSongChange): Promise<OwnSong> {
  return changeOwnSong(context, { ...change, call: "DELETE song/listing" }, async (tx, song) => {
    const changed = await applyListingEvent(context, tx, song, { type: "withdraw" });
    if (changed) await recordSongEvent(context, tx, change, { kind: "wrap-withdrawn", song: song.id });
    return readOwnSong(tx, song.id);
  });
}

/**
 * Deletes a wrap of the caller and closes the review of its recording.
 *
 * @throws Failure E0001 if it is not the caller's, E0026 while one of its experiences is active
 */
export function deleteSong(context: Context, change: OwnSongChange): Promise<Record<never, never>> {
  return changeOwnSong(context, { ...change, call: "DELETE song" }, async (tx, song) => {
    const hasActiveCampaign = await cataloguePorts().hasActiveCampaign(tx, song.id);
    await applyListingEvent(context, tx, song, { type: "delete", hasActiveCampaign });
    await rejectPendingAudio(context, tx, song.id);
    await closeOwnMatches(tx, song.id, context.clock.now());
    await context.queue.enqueue(tx, closeMatchesOfDeletedJob, { songId: song.id });
    await recordSongEvent(context, tx, change, { kind: "wrap-deleted", song: song.id });
    return {};
  });
}

export function changeOwnSong<Answer>(
  context: Context,
  { caller, reference, call, body }: OwnSongChange & { call: string; body?: object },
  change: (tx: Executor, song: LockedSong) => Promise<Answer>,
): Promise<Answer> {
  const { accountId, key } = caller;
  return withIdempotencyKey(context, { accountId, call, key, input: { reference, ...body } }, async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    return change(tx, song);
  });
}

export function recordSongEvent(
  context: Context,
  tx: Executor,
  { caller: { accountId, device } }: OwnSongChange,
  { kind, song }: { kind: SongEvent; song: number },
): Promise<void> {
  return recordEvent(context, tx, { accountId, kind, device, detail: { song } });
}

/**
 * Promotes recordings that were contested only because of a deleted song. Locks one song at a time, so that
 * two deletions never deadlock.
 */
export const closeMatchesOfDeletedJob = job({
  name: "settle-audio-matches",
  payload: z.object({ songId: z.number().int() }),
  tries: 10,
  async run(context, { songId: otherSongId }) {
    for (const songId of await listSongsContestedBy(context.db, otherSongId)) {
      await context.db.transaction().execute(async (tx) => {
        if (!(await lockSong(tx, songId))) return;
        const isContested = await closeMatchesWith(tx, { songId, otherSongId, now: context.clock.now() });
        if (isContested) return;
        await assignUncontestedAudio(context, tx, songId);
        await invalidateSongs(tx, [songId]);
      });
    }
  },
});
