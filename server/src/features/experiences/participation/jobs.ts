import type { Job } from "../../../platform/queue.ts";
import { fillBatchJob } from "./fill.ts";
import { participantMintedJob } from "./minted.ts";
import { renderArtworkJob } from "./render.ts";

export const participationJobs: readonly Job[] = [fillBatchJob, renderArtworkJob, participantMintedJob];
