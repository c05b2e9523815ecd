import { z } from "zod";
import { type Job, job } from "../../../platform/jobs/queue.ts";
import { deleteExpiredCodes } from "../sandbox/codes.data.ts";
import { deleteExpiredAttempts } from "./oauth-attempts.data.ts";

const forgetAttemptsJob = job({
  name: "forget-social-attempts",
  payload: z.object({}),
  tries: 3,
  // Anybody can begin one, without a log-in: they are not left to pile up until the night.
  cron: "37 * * * *",
  async run({ db, clock }) {
    await deleteExpiredAttempts(db, clock.now());
    await deleteExpiredCodes(db, clock.now());
  },
});

/** The jobs of logging in by a network. */
export const socialJobs: readonly Job[] = [forgetAttemptsJob];
