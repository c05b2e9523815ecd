import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { expireReports } from "./reports/reports.data.ts";

/** Reporters are removed, and reports without a restriction deleted, this long after the decision; restrictions, this long after their end. */
const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

export const expireReportsJob = job({
  name: "expire-reports",
  payload: z.object({}),
  tries: 3,
  cron: "29 3 * * *",
  run: ({ db, clock }) => expireReports(db, new Date(clock.now().getTime() - RETENTION_MS)),
});

export const takedownJobs: readonly Job[] = [expireReportsJob];
