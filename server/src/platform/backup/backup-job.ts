import { z } from "zod";
import { findRunningDatabase } from "../embedded/database.ts";
import { type Job, job } from "../jobs/queue.ts";
import { BackupError, BackupRunningError } from "./backup-error.ts";
import { createProgress } from "./progress.ts";
import { readQuarantine } from "./quarantine.data.ts";
import { runBackup } from "./run-backup.ts";

/** The name of the scheduled job, by which the queue knows its schedule. */
export const BACKUP_JOB = "back-up";

/**
 * Makes the scheduled backup. A retry after a failure or a killed worker copies only what is missing. A site in
 * quarantine makes none: it may share the target with the site that it was restored from.
 */
export const backupJob: Job = job({
  name: BACKUP_JOB,
  payload: z.object({}),
  tries: 3,
  priority: "bulk",
  cron: ({ backup }) => backup.schedule,
  async run({ config, db, log, publicUrl }) {
    if (config.backup.schedule === undefined || (await readQuarantine(db)) !== undefined) return;
    const { url, directUrl } = config.database;
    const databaseUrl = directUrl ?? url ?? (await findRunningDatabase(config.dataDir));
    if (databaseUrl === undefined) throw new BackupError("The embedded database does not run.");
    const created = await runBackup({
      config,
      databaseUrl,
      publicUrl,
      isScheduled: true,
      progress: createProgress((line) => log.info(line)),
    }).catch((error: unknown) => {
      if (!(error instanceof BackupRunningError)) throw error;
      log.warn("the scheduled backup is left out, because another one is running");
    });
    if (created === undefined) return;
    const { id, missingFiles } = created.manifest;
    if (missingFiles.length > 0) log.warn({ backup: id, missingFiles }, "the storage has lost files");
    else log.info({ backup: id }, "backup complete");
  },
});
