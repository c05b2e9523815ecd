import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { version } from "../health/health.ts";
import { openEncryption } from "../security/encryption.ts";
import { checkKeys } from "../security/key-canaries.ts";
import { openStorage } from "../storage/open-storage.ts";
import { BackupError, BackupRunningError } from "./backup-error.ts";
import { hasTable, insertBackupRun, readDatabaseId } from "./backup-runs.data.ts";
import { type CreatedBackup, createBackup, newBackupId } from "./create-backup.ts";
import type { Progress } from "./progress.ts";
import { type openRepository, prepareRepository, type Repository } from "./repository.ts";
import { readSiteKeys } from "./site-keys.ts";
import { openTarget } from "./targets/open-target.ts";

type RunOptions = {
  config: Config;
  databaseUrl: string;
  publicUrl: string;
  isScheduled: boolean;
  /** Reads the files that earlier backups copied, and copies the damaged ones again. */
  repair?: boolean;
  progress: Progress;
};

/** Makes a backup to the configured target and stores in the database how it ended. */
export async function runBackup(options: RunOptions): Promise<CreatedBackup> {
  const { config, databaseUrl } = options;
  const { db, close } = openDatabase({ url: databaseUrl, size: 1, onError: () => undefined });
  try {
    const started_at = new Date();
    const id = newBackupId(started_at, await readDatabaseId(db));
    const run = { id, target: config.backup.target ?? "", is_scheduled: options.isScheduled, started_at };
    const created = await backUp(db, id, options).catch(async (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      // The first error is the one to report.
      if (!(error instanceof BackupRunningError))
        await insertBackupRun(db, { ...run, error: message }).catch(() => undefined);
      throw error;
    });
    await insertBackupRun(db, {
      ...run,
      error: null,
      rows: created.rows,
      files: created.manifest.files.count,
      bytes: created.manifest.files.bytes,
      added_bytes: created.addedBytes,
      missing_files: created.manifest.missingFiles,
    });
    return created;
  } finally {
    await close();
  }
}

async function backUp(db: Database, id: string, options: RunOptions): Promise<CreatedBackup> {
  const { config, databaseUrl, publicUrl, progress } = options;
  const keys = await readSiteKeys(config);
  // A backup with other keys would be useless.
  if (await hasTable(db, "key_canary")) await checkKeys(db, await openEncryption(config), config);
  const storage = await openStorage(config);
  try {
    return await withRepository(config, prepareRepository, (repository) =>
      createBackup({
        id,
        repository,
        databaseUrl,
        storage,
        site: publicUrl,
        version,
        keys,
        keep: config.backup.keep,
        repair: options.repair === true,
        progress,
      }),
    );
  } finally {
    await storage.close();
  }
}

/** Opens the backups of a configuration. @throws BackupError if the target or passphrase is not configured */
export async function withRepository<Result>(
  { backup, dataDir }: Pick<Config, "backup" | "dataDir">,
  open: typeof openRepository,
  run: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  if (backup.target === undefined) throw new BackupError("BACKUP_DIR is not set.");
  if (backup.passphrase === undefined) throw new BackupError("BACKUP_PASSPHRASE is not set.");
  const target = await openTarget(backup.target, backup.s3, join(dataDir, "spool"));
  try {
    return await run(await open(target, backup.passphrase));
  } finally {
    await target.close();
  }
}
