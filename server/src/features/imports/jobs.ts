import * as z from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { deleteImportsBefore } from "./imports.data.ts";
import { applyImportChangesJob } from "./updates/apply-changes.ts";

/** How long the progress of an import is kept (ms). */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

const deleteOldImportsJob = job({
  name: "forget-imports",
  payload: z.object({}),
  tries: 3,
  cron: "51 3 * * *",
  run: ({ db, clock }) => deleteImportsBefore(db, new Date(clock.now().getTime() - RETENTION_MS)),
});

export const importJobs: readonly Job[] = [deleteOldImportsJob, applyImportChangesJob];
