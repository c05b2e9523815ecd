import type { Job } from "../../../platform/jobs/queue.ts";
import { notifyFailuresJob, participantMintedJob } from "./artworks/complete-mint.ts";
import { renderArtworkJob } from "./artworks/render.ts";
import { drawBatchJob } from "./batches/draw-batch.ts";
import { cancelOrdersOfDeletedJob, expireOrdersJob } from "./orders/expire.ts";
import { remindOfPhotoJob } from "./orders/photo-reminder.ts";

export const participationJobs: readonly Job[] = [
  drawBatchJob,
  renderArtworkJob,
  participantMintedJob,
  expireOrdersJob,
  cancelOrdersOfDeletedJob,
  remindOfPhotoJob,
  notifyFailuresJob,
];
