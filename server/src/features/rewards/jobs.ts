import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { deleteSourcesBefore } from "./holds/holds.data.ts";

const forgetSourcesJob = job({
  name: "forget-point-sources",
  payload: z.object({}),
  tries: 3,
  cron: "17 0 * * *",
  run: ({ db, clock }) => deleteSourcesBefore(db, clock.now()),
});

export const rewardJobs: readonly Job[] = [forgetSourcesJob];
