import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { deleteOldLoginAttempts } from "./login/login-throttle.ts";
import { deleteOldChallenges } from "./login/mfa.ts";
import { deleteOldEvents } from "./privacy/security-events.ts";
import { recoveryJobs } from "./recovery-jobs.ts";
import { deleteExpiredExchanges } from "./sessions/session-exchange.data.ts";
import { deleteExpiredSessions } from "./sessions/sessions.data.ts";
import { socialJobs } from "./social/jobs.ts";

const nothing = z.object({});

export const forgetSessionsJob = job({
  name: "forget-sessions",
  payload: nothing,
  tries: 3,
  cron: "23 3 * * *",
  run: ({ db, clock }) => deleteExpiredSessions(db, clock.now()),
});

export const forgetChallengesJob = job({
  name: "forget-mfa-challenges",
  payload: nothing,
  tries: 3,
  cron: "25 3 * * *",
  run: deleteOldChallenges,
});

export const forgetExchangesJob = job({
  name: "forget-session-exchanges",
  payload: nothing,
  tries: 3,
  cron: "27 3 * * *",
  run: ({ db, clock }) => deleteExpiredExchanges(db, clock.now()),
});

export const forgetLoginTriesJob = job({
  name: "forget-login-tries",
  payload: nothing,
  tries: 3,
  cron: "29 3 * * *",
  run: deleteOldLoginAttempts,
});

export const forgetSecurityEventsJob = job({
  name: "forget-security-events",
  payload: nothing,
  tries: 3,
  cron: "31 3 * * *",
  run: deleteOldEvents,
});

export const accountJobs: readonly Job[] = [
  forgetSessionsJob,
  forgetChallengesJob,
  forgetExchangesJob,
  forgetLoginTriesJob,
  forgetSecurityEventsJob,
  ...recoveryJobs,
  ...socialJobs,
];
