import { z } from "zod";
import { type Job, job } from "../../platform/queue.ts";
import { outcome } from "../chain/index.ts";
import { followOwnersJob } from "./owners.ts";
import { participationJobs } from "./participation/jobs.ts";
import { forgetVisitsJob } from "./qr/scans.ts";
import { campaignDeployed, settleDeployment } from "./studio/deployment.ts";

/** The chain has made the collection of a campaign, or refused it for good. */
const campaignDeployedJob = job({
  name: campaignDeployed,
  payload: z.object({ campaignId: z.number().int(), attempt: z.number().int(), by: z.string(), outcome }),
  tries: 10,
  run: (context, payload) => settleDeployment(context, payload),
});

export const experienceJobs: readonly Job[] = [
  campaignDeployedJob,
  ...participationJobs,
  followOwnersJob,
  forgetVisitsJob,
];
