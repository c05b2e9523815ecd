import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { expireReports } from "./reports/reports.data.ts";
import { reportListingChangesJob } from "./restrictions/listing-changes.ts";

/** Reporters are removed, and reports without a restriction deleted, this long after the decision; restrictions, this long after their end. */
const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;
/** Reports that nobody decided are deleted this long after they were sent. */
const OPEN_RETENTION_MS = 3 * RETENTION_MS;

export const expireReportsJob = job({
  name: "expire-reports",
  payload: z.object({}),
  tries: 3,
  cron: "29 3 * * *",
  async run({ db, clock }) {
    const ago = (timeMs: number) => new Date(clock.now().getTime() - timeMs);
    await expireReports(db, { before: ago(RETENTION_MS), sentBefore: ago(OPEN_RETENTION_MS) });
  },
});

export const takedownJobs: readonly Job[] = [expireReportsJob, reportListingChangesJob];
