import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postReview } from "@wrapsody/shared/studio/review.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact, recordEvent } from "../../accounts/index.ts";
import { approvePendingAudio, rejectPendingAudio } from "../audio/assign-audio.ts";
import { invalidateSongs } from "../songs/page-entities.ts";
import { listingTexts } from "../studio/listing/listing-transition.ts";
import { type ListingFacts, readListingFacts } from "../studio/listing/listings.data.ts";
import { applyListingEvent } from "../studio/listing/listings.ts";
import { insertDecision, lockForReview, type SongInReview } from "./decisions.data.ts";

type Decision = BodyOf<typeof postReview> & { reference: string; session: Session; device: Device };

/**
 * Decides about a wrap in review, or about the contested recording of a public or scheduled one. Rejecting a recording
 * discards it and keeps the wrap as it is. Notifies the publisher by mail, if there still is one.
 *
 * @throws Failure E0001 if there is no such wrap, E0027 if it is not (or no longer) in review, or with what
 * is missing to list it
 */
export async function decideReview(context: Context, decision: Decision): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const song = await lockForReview(tx, decision.reference);
    if (song === undefined) throw notFound();
    const facts = await readListingFacts(tx, song.id, context.clock.now());
    const subject = findReviewSubject(song, facts);
    if (decision.decision === "APPROVED") await approveSong(context, tx, song);
    else await rejectSong(context, tx, song, decision.reason ?? "");
    await recordDecision(context, tx, song, decision);
    await notifyPublisher(context, tx, { song, subject, decision, facts });
  });
}

/** Returns whether the wrap or its new recording is in review. @throws Failure E0027 if neither is */
function findReviewSubject(
  { status }: SongInReview,
  { audio, isRecordingContested }: ListingFacts,
): "wrap" | "recording" {
  if (status === "IN_REVIEW") return "wrap";
  const isApproved = status === "ACTIVE" || status === "SCHEDULED";
  if (isApproved && audio === "HELD" && isRecordingContested) return "recording";
  throw new Failure("E0027", { message: "This wrap is not, or no longer, in review." });
}

async function approveSong(context: Context, tx: Executor, { id, status }: SongInReview): Promise<void> {
  await approvePendingAudio(context, tx, id);
  if (status === "IN_REVIEW") {
    const facts = await readListingFacts(tx, id, context.clock.now());
    requireComplete(facts);
    const { isScheduled } = facts;
    await applyListingEvent(context, tx, { id, status }, { type: "approve", isScheduled });
  } else await invalidateSongs(tx, [id]);
}

/** Checks again, because artwork or audio may have been replaced during the review. */
function requireComplete({ hasImage, isAudible, audio }: ListingFacts): void {
  const missing = audio === "MEASURING" ? listingTexts.measuring : listingTexts.none;
  const errors = [
    ...(hasImage ? [] : [{ field: "image", message: listingTexts.noImage }]),
    ...(isAudible ? [] : [{ field: "audio", message: missing }]),
  ];
  if (errors.length > 0) throw new Failure("E0027", { errors });
}

/** Keeps the matches: the same recording needs another review when resubmitted, even if reviews are off. */
async function rejectSong(
  context: Context,
  tx: Executor,
  { id, status }: SongInReview,
  reason: string,
): Promise<void> {
  await rejectPendingAudio(context, tx, id);
  if (status === "IN_REVIEW")
    await applyListingEvent(context, tx, { id, status }, { type: "reject", reason });
}

async function recordDecision(
  context: Context,
  tx: Executor,
  song: SongInReview,
  { decision, reason, session, device }: Decision,
): Promise<void> {
  const by = session.accountId;
  const now = context.clock.now();
  await insertDecision(tx, { songId: song.id, decision, reason: reason || null, by, now });
  await recordEvent(context, tx, {
    accountId: song.owner_id ?? undefined,
    kind: decision === "APPROVED" ? "wrap-approved" : "wrap-rejected",
    device,
    detail: { song: song.id, name: song.name, by },
  });
}

async function notifyPublisher(
  context: Context,
  tx: Executor,
  {
    song,
    subject,
    decision,
    facts,
  }: { song: SongInReview; subject: "wrap" | "recording"; decision: Decision; facts: ListingFacts },
): Promise<void> {
  const publisher = await readContact(tx, song.owner_id);
  const wrap = song.name;
  const reference = encodeURIComponent(song.pretty_id);
  if (decision.decision === "APPROVED") {
    const link = `${context.publicUrl}/wrap/${reference}`;
    const { isScheduled, listedFrom, listedZone } = facts;
    if (subject === "recording") await notify(context, tx, "audio-approved", publisher, { wrap, link });
    else if (isScheduled && listedFrom !== null && listedZone !== null)
      await notify(context, tx, "wrap-scheduled", publisher, {
        wrap,
        link,
        from: new Date(listedFrom),
        timeZone: listedZone,
      });
    else await notify(context, tx, "wrap-approved", publisher, { wrap, link });
  } else {
    const kind = subject === "wrap" ? "wrap-changes-requested" : "audio-rejected";
    const link = `${context.publicUrl}/my/wrap/${reference}`;
    await notify(context, tx, kind, publisher, { wrap, comment: decision.reason ?? "", link });
  }
}
