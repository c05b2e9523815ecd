import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { closeMatches, discardPendingAudio, isPendingReview, promoteAudio } from "./pending-audio.data.ts";

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

/**
 * Applies a reviewer's rejection to the song's audio: discards audio pending review and keeps the current
 * audio. `tx` holds the song.
 */
export async function rejectPendingAudio(tx: Executor, songId: number): Promise<void> {
  if (await isPendingReview(tx, songId)) await discardPendingAudio(tx, songId);
}
