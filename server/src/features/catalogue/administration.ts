import { MAX_WAITING } from "@wrapsody/shared/waiting.ts";
import type { AdministrationPart } from "../accounts/index.ts";
import { findArtistObjects, findSongObjects } from "./audit-objects.data.ts";
import { countPendingPlayHolds } from "./plays/play-holds.data.ts";
import { countWaitingChanges } from "./review/changes.data.ts";
import { countReviewQueue } from "./review/queue.data.ts";

export const catalogueAdministration = {
  async countWaiting({ db }) {
    const [reviews, changes, holds] = await Promise.all([
      countReviewQueue(db, MAX_WAITING),
      countWaitingChanges(db, MAX_WAITING),
      countPendingPlayHolds(db, MAX_WAITING),
    ]);
    return { reviews, changes, holds };
  },
  findObjects: { song: findSongObjects, artist: findArtistObjects },
} satisfies AdministrationPart;
