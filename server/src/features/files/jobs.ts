import type { Job } from "../../platform/jobs/queue.ts";
import { collectFilesJob, deleteImagesJob } from "./collect.ts";
import { purgeAddressJob, syncPublicFilesJob, withdrawStaleFilesJob } from "./public-files.ts";

export const fileJobs: readonly Job[] = [
  collectFilesJob,
  deleteImagesJob,
  purgeAddressJob,
  syncPublicFilesJob,
  withdrawStaleFilesJob,
];
