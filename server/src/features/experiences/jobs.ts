import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { outcome } from "../chain/index.ts";
import { sendEarningDigestsJob } from "./earnings/digests.ts";
import { participationJobs } from "./participation/jobs.ts";
import { deleteStalePhaseRemindersJob, sendOpeningMailsJob } from "./phases/opening-mails.ts";
import { advanceWaitlistsJob } from "./phases/waitlist.ts";
import { deleteOldVisitsJob } from "./qr/scans.ts";
import { CAMPAIGN_DEPLOYED, completeDeployment } from "./studio/activation/deployment.ts";
import { forgetDeletedComponentsJob } from "./studio/components/deletion.ts";
import { refreshCollectionMetadataJob } from "./tokens/refresh-metadata.ts";
import { syncOwnersJob } from "./tokens/sync-owners.ts";

/** Runs when a campaign's collection is deployed, or has failed permanently. */
const campaignDeployedJob = job({
  name: CAMPAIGN_DEPLOYED,
  payload: z.object({
    campaignId: z.number().int(),
    attempt: z.number().int(),
    by: z.string(),
    memberId: z.string().optional(),
    outcome,
  }),
  tries: 10,
  run: (context, payload) => completeDeployment(context, payload),
});

export const experienceJobs: readonly Job[] = [
  campaignDeployedJob,
  ...participationJobs,
  sendOpeningMailsJob,
  deleteStalePhaseRemindersJob,
  advanceWaitlistsJob,
  sendEarningDigestsJob,
  syncOwnersJob,
  refreshCollectionMetadataJob,
  deleteOldVisitsJob,
  forgetDeletedComponentsJob,
];
