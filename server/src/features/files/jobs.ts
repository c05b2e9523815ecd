import type { Job } from "../../platform/jobs/queue.ts";
import { collectFilesJob, deleteImagesJob } from "./collect.ts";

export const fileJobs: readonly Job[] = [collectFilesJob, deleteImagesJob];
