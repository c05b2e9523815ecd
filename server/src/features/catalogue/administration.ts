import { MAX_WAITING } from "@wrapsody/shared/operations/waiting.ts";
import type { AdministrationPart } from "../accounts/index.ts";
import { findArtistObjects, findSongObjects } from "./audit-objects.data.ts";
import { countPendingPlayHolds } from "./plays/play-holds.data.ts";
import { countWaitingChanges } from "./review/changes.data.ts";
import { countReviewQueue } from "./review/queue.data.ts";
import { administratorDeadline } from "./studio/splits/proposals.ts";
import { countWaitingProposals } from "./studio/splits/splits.data.ts";

export const catalogueAdministration = {
  async countWaiting(context) {
    const { db } = context;
    const [reviews, proposals, changes, holds] = await Promise.all([
      countReviewQueue(db, MAX_WAITING),
      countWaitingProposals(db, administratorDeadline(context), MAX_WAITING),
      countWaitingChanges(db, MAX_WAITING),
      countPendingPlayHolds(db, MAX_WAITING),
    ]);
    // The page of reviews lists the proposals, too.
    return { reviews: reviews + proposals, changes, holds };
  },
  findObjects: { song: findSongObjects, artist: findArtistObjects },
} satisfies AdministrationPart;
