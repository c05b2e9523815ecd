import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { postReview } from "@wrapsody/shared/review.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { readContact, recordEvent } from "../../accounts/index.ts";
import { approvePendingAudio, rejectPendingAudio } from "../audio/assign-audio.ts";
import { invalidateSongs } from "../songs/page-entities.ts";
import { listingTexts } from "../studio/listing/listing-transition.ts";
import { readListingFacts } from "../studio/listing/listings.data.ts";
import { applyListingEvent } from "../studio/listing/listings.ts";
import { insertDecision, lockForReview, type SongInReview } from "./decisions.data.ts";

type Decision = BodyOf<typeof postReview> & { reference: string; session: Session; device: Device };

/**
 * Decides about a wrap in review, or about the contested recording of a public one. Rejecting a recording
 * discards it and keeps the wrap public. Notifies the publisher by mail, if there still is one.
 *
 * @throws Failure E0001 if there is no such wrap, E0027 if it is not (or no longer) in review, or with what
 * is missing to list it
 */
export async function decideReview(context: Context, decision: Decision): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const song = await lockForReview(tx, decision.reference);
    if (song === undefined) throw notFound();
    const subject = await findReviewSubject(tx, song);
    if (decision.decision === "APPROVED") await approve(context, tx, song);
    else await reject(context, tx, song, decision.reason ?? "");
    await recordDecision(context, tx, song, decision);
    await notifyPublisher(context, tx, { song, subject, decision });
  });
}

/** Returns whether the wrap or its new recording is in review. @throws Failure E0027 if neither is */
async function findReviewSubject(tx: Executor, { id, status }: SongInReview): Promise<"wrap" | "recording"> {
  if (status === "IN_REVIEW") return "wrap";
  const { audio } = await readListingFacts(tx, id);
  if (status === "ACTIVE" && audio === "HELD") return "recording";
  throw new Failure("E0027", { message: "This wrap is not, or no longer, in review." });
}

async function approve(context: Context, tx: Executor, { id, status }: SongInReview): Promise<void> {
  await approvePendingAudio(context, tx, id);
  if (status === "IN_REVIEW") {
    await requireComplete(tx, id);
    await applyListingEvent(context, tx, { id, status }, { type: "approve" });
  } else await invalidateSongs(tx, [id]);
}

/** Checks again, because artwork or audio may have been replaced during the review. */
async function requireComplete(tx: Executor, songId: number): Promise<void> {
  const { hasImage, isAudible, audio } = await readListingFacts(tx, songId);
  const missing = audio === "MEASURING" ? listingTexts.measuring : listingTexts.none;
  const errors = [
    ...(hasImage ? [] : [{ field: "image", message: listingTexts.noImage }]),
    ...(isAudible ? [] : [{ field: "audio", message: missing }]),
  ];
  if (errors.length > 0) throw new Failure("E0027", { errors });
}

/** Keeps the matches: the same recording needs another review when resubmitted, even if reviews are off. */
async function reject(
  context: Context,
  tx: Executor,
  { id, status }: SongInReview,
  reason: string,
): Promise<void> {
  await rejectPendingAudio(tx, id);
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
  { song, subject, decision }: { song: SongInReview; subject: "wrap" | "recording"; decision: Decision },
): Promise<void> {
  const publisher = await readContact(tx, song.owner_id);
  const wrap = song.name;
  const reference = encodeURIComponent(song.pretty_id);
  if (decision.decision === "APPROVED") {
    const kind = subject === "wrap" ? "wrap-approved" : "audio-approved";
    await notify(context, tx, kind, publisher, { wrap, link: `${context.publicUrl}/wrap/${reference}` });
  } else {
    const kind = subject === "wrap" ? "wrap-changes-requested" : "audio-rejected";
    const link = `${context.publicUrl}/my/wrap/${reference}`;
    await notify(context, tx, kind, publisher, { wrap, comment: decision.reason ?? "", link });
  }
}
