import type { Job } from "../../platform/jobs/queue.ts";
import { collectFilesJob, deleteImagesJob } from "./collect.ts";
import { purgeAddressJob, syncPublicFilesJob, withdrawStaleFilesJob } from "./public-files.ts";
import { placeFilesJob, placeWithheldFilesJob } from "./withheld-files.ts";

export const fileJobs: readonly Job[] = [
  collectFilesJob,
  deleteImagesJob,
  placeFilesJob,
  placeWithheldFilesJob,
  purgeAddressJob,
  syncPublicFilesJob,
  withdrawStaleFilesJob,
];
