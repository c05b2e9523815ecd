import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { closeMatches, discardPendingAudio, isPendingReview, promoteAudio } from "./pending-audio.data.ts";

/**
 * What a reviewer who approves a song does to its audio: what was held becomes audible, and the recordings that it was
 * compared with are in its way no longer. `tx` holds the song. What is still to be measured goes on to be.
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
 * What a reviewer who sends a song back does to its audio: what was held is dropped, and what was heard before stays.
 * `tx` holds the song.
 */
export async function rejectPendingAudio(tx: Executor, songId: number): Promise<void> {
  if (await isPendingReview(tx, songId)) await discardPendingAudio(tx, songId);
}
