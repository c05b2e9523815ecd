import type { Job } from "../../../platform/jobs/queue.ts";
import { participantMintedJob, renderArtworkJob } from "./artworks/render-and-mint.ts";
import { drawBatchJob } from "./batches/draw-batch.ts";
import { cancelOrdersOfDeletedJob, expireOrdersJob } from "./orders/expire.ts";
import { notifyFailuresJob, remindOfPhotoJob } from "./orders/order-mails.ts";

export const participationJobs: readonly Job[] = [
  drawBatchJob,
  renderArtworkJob,
  participantMintedJob,
  expireOrdersJob,
  cancelOrdersOfDeletedJob,
  remindOfPhotoJob,
  notifyFailuresJob,
];
