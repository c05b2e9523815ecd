import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { anonymizePlaysJob } from "./account/account-deletion.ts";
import { analyzeAudioJob, analyzeStaleAudioJob } from "./audio/analysis-jobs.ts";
import { lookUpAcoustIdJob } from "./audio/matching/acoustid.ts";
import { rankSongsJob } from "./discovery/charts.ts";
import { encodeMasterJob } from "./masters/encode-job.ts";
import { countReleasedPlaysJob, deleteOldPlayHolds } from "./plays/play-holds.ts";
import { aggregatePlays, createPlayPartitions, deleteOldListeners } from "./plays/plays.data.ts";
import { listScheduledSongsJob } from "./scheduled/list-scheduled-songs.ts";
import { deleteStaleRemindersJob, sendReleaseMailsJob } from "./scheduled/release-mails.ts";
import { refreshWordCounts } from "./search/dictionary.data.ts";
import { readWordsJob } from "./search/read-words.ts";
import { featureWrapsJob } from "./songs/featured.ts";
import { deleteChangesBefore } from "./studio/changes/changes.data.ts";
import { closeMatchesOfDeletedJob } from "./studio/listing/listings.ts";
import { countTagsJob } from "./tags/routes.ts";
import { saveIpfsBlocksJob } from "./wnft/ipfs-blocks.ts";
import { publishMetadataJob, wrapMintedJob } from "./wnft/publish-metadata.ts";
import { refreshWrapMetadataJob } from "./wnft/refresh-metadata.ts";
import { wrapTransferredJob } from "./wnft/transfer.ts";

const nothing = z.object({});

/** Adds counted plays to the totals of their songs. */
export const aggregatePlaysJob = job({
  name: "fold-plays",
  payload: nothing,
  tries: 3,
  cron: "* * * * *",
  run: ({ db }) => aggregatePlays(db),
});

/** Creates the monthly partitions of plays before they are needed. */
export const createPlayPartitionsJob = job({
  name: "make-play-partitions",
  payload: nothing,
  tries: 10,
  cron: "17 2 * * *",
  run: ({ db, clock }) => createPlayPartitions(db, clock.now()),
});

/** Longer than any track (ms). */
const LISTENER_RETENTION_MS = 2 * 24 * 60 * 60 * 1000;

export const deleteOldListenersJob = job({
  name: "forget-listeners",
  payload: nothing,
  tries: 3,
  cron: "41 3 * * *",
  async run(context) {
    await deleteOldListeners(context.db, new Date(context.clock.now().getTime() - LISTENER_RETENTION_MS));
    await deleteOldPlayHolds(context);
  },
});

/** As long as the events about them (ms). */
const CHANGE_RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

/** Deletes changes of listed wraps that ended long ago. */
export const deleteOldChangesJob = job({
  name: "delete-old-changes",
  payload: nothing,
  tries: 3,
  cron: "53 3 * * *",
  run: ({ db, clock }) => deleteChangesBefore(db, new Date(clock.now().getTime() - CHANGE_RETENTION_MS)),
});

/** Keeps the word frequencies that search plans rely on up to date. */
export const refreshWordCountsJob = job({
  name: "count-search-words",
  payload: nothing,
  tries: 3,
  priority: "bulk",
  cron: "*/15 * * * *",
  run: ({ db }) => refreshWordCounts(db),
});

export const catalogueJobs: readonly Job[] = [
  aggregatePlaysJob,
  createPlayPartitionsJob,
  deleteOldListenersJob,
  deleteOldChangesJob,
  countReleasedPlaysJob,
  refreshWordCountsJob,
  readWordsJob,
  countTagsJob,
  rankSongsJob,
  featureWrapsJob,
  anonymizePlaysJob,
  analyzeAudioJob,
  analyzeStaleAudioJob,
  encodeMasterJob,
  lookUpAcoustIdJob,
  closeMatchesOfDeletedJob,
  listScheduledSongsJob,
  sendReleaseMailsJob,
  deleteStaleRemindersJob,
  publishMetadataJob,
  saveIpfsBlocksJob,
  refreshWrapMetadataJob,
  wrapMintedJob,
  wrapTransferredJob,
];
