import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { deleteExpiredResetCodes } from "./passwords/password-reset.data.ts";
import { sendResetJob } from "./passwords/password-reset.ts";
import { deleteExpiredRegistrations } from "./sign-up/registrations.data.ts";
import { registrationMailJob } from "./sign-up/registrations.ts";

const nothing = z.object({});

const forgetRegistrationsJob = job({
  name: "forget-registrations",
  payload: nothing,
  tries: 3,
  cron: "33 3 * * *",
  run: ({ db, clock }) => deleteExpiredRegistrations(db, clock.now()),
});

const forgetResetCodesJob = job({
  name: "forget-reset-codes",
  payload: nothing,
  tries: 3,
  cron: "35 3 * * *",
  run: ({ db, clock }) => deleteExpiredResetCodes(db, clock.now()),
});

/** The jobs of signing up and of lost passwords. */
export const recoveryJobs: readonly Job[] = [
  registrationMailJob,
  sendResetJob,
  forgetRegistrationsJob,
  forgetResetCodesJob,
];
