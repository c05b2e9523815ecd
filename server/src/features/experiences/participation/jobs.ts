import type { Job } from "../../../platform/queue.ts";
import { tellFailuresJob } from "./failures-told.ts";
import { fillBatchJob } from "./fill.ts";
import { participantMintedJob } from "./minted.ts";
import { endOrdersJob } from "./orders/deleted.ts";
import { expirePlacesJob } from "./orders/expiry.ts";
import { remindOfPhotoJob } from "./orders/remind.ts";
import { renderArtworkJob } from "./render.ts";

export const participationJobs: readonly Job[] = [
  fillBatchJob,
  renderArtworkJob,
  participantMintedJob,
  expirePlacesJob,
  endOrdersJob,
  remindOfPhotoJob,
  tellFailuresJob,
];
