import { z } from "zod";
import { type Job, job } from "../../platform/queue.ts";
import { forgetOldTries } from "./login-tries.ts";
import { deleteExpiredSessions } from "./sessions.data.ts";

const nothing = z.object({});

export const forgetSessionsJob = job({
  name: "forget-sessions",
  payload: nothing,
  tries: 3,
  cron: "23 3 * * *",
  run: ({ db, clock }) => deleteExpiredSessions(db, clock.now()),
});

export const forgetLoginTriesJob = job({
  name: "forget-login-tries",
  payload: nothing,
  tries: 3,
  cron: "29 3 * * *",
  run: forgetOldTries,
});

export const accountJobs: readonly Job[] = [forgetSessionsJob, forgetLoginTriesJob];
