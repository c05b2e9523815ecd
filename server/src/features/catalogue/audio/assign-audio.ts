import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { invalidateSongs } from "../songs/page-entities.ts";
import { admitChange } from "../studio/changes/changes.ts";
import { decodeFingerprint } from "./matching/fingerprint.ts";
import { computeLikeness, fingerprintTerms, SAME_RECORDING_LIKENESS } from "./matching/likeness.ts";
import { listCandidates, readFingerprint, type SimilarFile, saveMatches } from "./matching/matches.data.ts";
import {
  closeMatches,
  discardPendingAudio,
  findPendingSong,
  isPendingReview,
  lockSongsAwaiting,
  type PendingSong,
  promoteAudio,
} from "./pending-audio.data.ts";

/**
 * Assigns an analysed file to the songs that wait for it. If another account's song has the same recording, a
 * reviewer decides: a public or scheduled song keeps its current audio until then; any other song gets the new audio but
 * needs a review to be listed. A listed song of a publisher who is not trusted waits for approval in any case. `tx` holds the
 * comparison lock.
 */
export async function assignAudio(
  context: Pick<Context, "clock" | "site">,
  tx: Executor,
  key: StorageKey,
): Promise<void> {
  const now = context.clock.now();
  const shown: number[] = [];
  for (const song of await lockSongsAwaiting(tx, key)) {
    const alike = await findSameRecordings(tx, key, song.ownerId);
    const isContested = await saveMatches(tx, song, { key, alike, now });
    if (isContested && isApproved(song.status)) continue;
    if (!(await admitRecording(context, tx, song, key))) continue;
    await promoteAudio(tx, song.id, now);
    if (song.status === "ACTIVE") shown.push(song.id);
  }
  await invalidateSongs(tx, shown);
}

const NO_DEVICE = { address: "", userAgent: "", fingerprint: undefined };

function admitRecording(
  context: Pick<Context, "clock" | "site">,
  tx: Executor,
  song: PendingSong,
  key: StorageKey,
): Promise<boolean> {
  const change = { field: "RECORDING", from: song.audioKey, to: key } as const;
  return admitChange(context, tx, { ...song, device: NO_DEVICE }, change);
}

const isApproved = (status: string) => status === "ACTIVE" || status === "SCHEDULED";

/** Returns the files with the same recording, this one included, that accounts other than the owner use. */
async function findSameRecordings(
  tx: Executor,
  key: StorageKey,
  ownerId: string | null,
): Promise<SimilarFile[]> {
  const itself = { key, likeness: 1 };
  const fingerprint = await readFingerprint(tx, key);
  if (fingerprint === null) return [itself];
  const codes = decodeFingerprint(fingerprint);
  const terms = fingerprintTerms(codes).all;
  const candidates = terms.length === 0 ? [] : await listCandidates(tx, { key, terms, ownerId });
  const compared = candidates.map((candidate) => ({
    key: candidate.key,
    likeness: computeLikeness(codes, decodeFingerprint(candidate.fingerprint)),
  }));
  return [itself, ...compared.filter((file) => file.likeness >= SAME_RECORDING_LIKENESS)];
}

/**
 * Applies a reviewer's approval to the song's audio: promotes audio pending review and closes the song's
 * matches. Audio that is still being analysed stays pending. `tx` holds the song.
 */
export async function approvePendingAudio(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  songId: number,
): Promise<void> {
  const now = clock.now();
  if (await isPendingReview(tx, songId)) await promoteAudio(tx, songId, now);
  await closeMatches(tx, songId, now);
}

/** Assigns analysed audio that is not contested any more, as `assignAudio` does. `tx` holds the song. */
export async function assignUncontestedAudio(
  context: Pick<Context, "clock" | "site">,
  tx: Executor,
  songId: number,
): Promise<void> {
  const song = (await isPendingReview(tx, songId)) ? await findPendingSong(tx, songId) : undefined;
  if (song === undefined || !(await admitRecording(context, tx, song, song.pendingKey))) return;
  await promoteAudio(tx, songId, context.clock.now());
}

/**
 * Applies a reviewer's rejection to the song's audio: discards audio pending review and keeps the current
 * audio. `tx` holds the song.
 */
export async function rejectPendingAudio(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  songId: number,
): Promise<void> {
  if (await isPendingReview(tx, songId)) await discardPendingAudio(tx, songId, clock.now());
}
