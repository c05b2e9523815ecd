import type { Checklist } from "@wrapsody/shared/studio/checklist.ts";
import type { Context } from "../../../../platform/context.ts";
import { hasReadyPayoutAccount } from "../../../payments/index.ts";
import { readProgress } from "./checklist.data.ts";

/** Returns what a publisher has done on the way to a first release and its income. */
export async function readChecklist(context: Context, accountId: string): Promise<Checklist> {
  const [progress, hasPayout] = await Promise.all([
    readProgress(context.db, accountId),
    hasReadyPayoutAccount(context, accountId),
  ]);
  const { artist, song, hasAudio, isListed, hasExperience } = progress;
  const isInReview = !isListed && song?.status === "IN_REVIEW";
  const stateOf = (isDone: boolean) => (isDone ? ("DONE" as const) : ("TODO" as const));
  return {
    steps: [
      { step: "ARTIST", state: stateOf(artist !== null) },
      { step: "SONG", state: stateOf(hasAudio) },
      { step: "LISTING", state: isInReview ? "WAITING" : stateOf(isListed) },
      { step: "EXPERIENCE", state: stateOf(hasExperience) },
      ...(hasPayout === undefined ? [] : [{ step: "PAYOUT" as const, state: stateOf(hasPayout) }]),
    ],
    artist,
    song: isListed || song === null ? null : { id: song.id, has_audio: song.has_audio },
  };
}
