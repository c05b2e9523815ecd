import { z } from "zod";
import { type Job, job } from "../../platform/queue.ts";
import { lookUpAcoustIdJob } from "./audio/acoustid.ts";
import { measureAudioJob, measureLeftAudioJob } from "./audio/measuring.ts";
import { releasePlaysJob } from "./farewell.ts";
import { featureWrapsJob } from "./featured.ts";
import { foldPlays, forgetListeners, makePlayPartitions } from "./plays.data.ts";
import { countSearchWords } from "./search.data.ts";
import { settleMatchesJob } from "./studio/listings.ts";
import { fixMetadataJob } from "./wnft/fix.ts";
import { wrapMintedJob } from "./wnft/minted.ts";

const nothing = z.object({});

/** Adds counted plays to their songs. */
export const foldPlaysJob = job({
  name: "fold-plays",
  payload: nothing,
  tries: 3,
  cron: "* * * * *",
  run: ({ db }) => foldPlays(db),
});

/** Makes the months that plays will be written into before they begin. */
export const makePlayPartitionsJob = job({
  name: "make-play-partitions",
  payload: nothing,
  tries: 10,
  cron: "17 2 * * *",
  run: ({ db, clock }) => makePlayPartitions(db, clock.now()),
});

/** Milliseconds: longer than any track. */
const listenerMemory = 2 * 24 * 60 * 60 * 1000;

export const forgetListenersJob = job({
  name: "forget-listeners",
  payload: nothing,
  tries: 3,
  cron: "41 3 * * *",
  run: ({ db, clock }) => forgetListeners(db, new Date(clock.now().getTime() - listenerMemory)),
});

/** Keeps the frequencies that searches are planned by near the truth. */
export const countSearchWordsJob = job({
  name: "count-search-words",
  payload: nothing,
  tries: 3,
  cron: "*/15 * * * *",
  run: ({ db }) => countSearchWords(db),
});

export const catalogueJobs: readonly Job[] = [
  foldPlaysJob,
  makePlayPartitionsJob,
  forgetListenersJob,
  countSearchWordsJob,
  featureWrapsJob,
  releasePlaysJob,
  measureAudioJob,
  measureLeftAudioJob,
  lookUpAcoustIdJob,
  settleMatchesJob,
  fixMetadataJob,
  wrapMintedJob,
];
