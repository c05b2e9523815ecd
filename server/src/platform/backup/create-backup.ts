import type { Storage } from "../storage/storage.ts";
import { BackupRunningError } from "./backup-error.ts";
import { withConnection } from "./connection.ts";
import { copyFiles } from "./copy-files.ts";
import { dumpDatabase, findReferencedKeys } from "./dump-database.ts";
import { FORMAT, type Manifest, type SiteKeys } from "./manifest.ts";
import { formatBytes, formatCount, type Progress } from "./progress.ts";
import { deleteBackup, type Repository, writeKeys, writeManifest } from "./repository.ts";
import { deleteInterruptedBackups, deleteOldBackups } from "./retention.ts";
import { lockBackups } from "./snapshot.data.ts";

export type CreatedBackup = { manifest: Manifest; rows: number; addedBytes: number };

export type BackupInput = {
  id: string;
  repository: Repository;
  databaseUrl: string;
  storage: Storage;
  site: string;
  version: string;
  keys: SiteKeys;
  /** Number of complete backups to keep. */
  keep: number;
  /** Reads the files that earlier backups copied, and copies the damaged ones again. */
  repair: boolean;
  progress: Progress;
};

/** Returns an id that sorts by time and ends with the id of the database. */
export function newBackupId(now: Date, databaseId: string): string {
  return `${now.toISOString().replaceAll(":", "-")}-${databaseId}`;
}

/**
 * Makes a backup: the database as one transaction sees it, then the files, the keys, and last the manifest that
 * completes it. Files that were copied before are not copied again, also after an interruption.
 *
 * @throws BackupRunningError if another backup is running, BackupError if there is no space
 */
export async function createBackup(input: BackupInput): Promise<CreatedBackup> {
  return withConnection(input.databaseUrl, async (lock) => {
    if (!(await lockBackups(lock))) throw new BackupRunningError();
    await deleteInterruptedBackups(input.repository, input.id);
    const created = await writeBackup(input).catch(async (error: unknown) => {
      // The rest would only take space. The first error is the one to report.
      await deleteBackup(input.repository, input.id).catch(() => undefined);
      throw error;
    });
    await deleteOldBackups(input.repository, input.keep, input.progress);
    return created;
  });
}

async function writeBackup(input: BackupInput): Promise<CreatedBackup> {
  const { id, repository, databaseUrl, progress } = input;
  const startedAt = new Date().toISOString();
  progress.report(`Backup ${id} to ${repository.target.label}`);
  const { dump, fileKeys } = await withConnection(databaseUrl, (client) =>
    dumpDatabase(client, { repository, id, progress }),
  );
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  progress.report(`Database: ${formatCount(rows)} rows in ${dump.tables.length} tables`);
  const { files, missing, addedBytes } = await copyFiles(input.storage, {
    repository,
    id,
    referenced: fileKeys,
    repair: input.repair,
    findReferencedKeys: () => withConnection(databaseUrl, findReferencedKeys),
    progress,
  });
  progress.report(
    `Files: ${formatCount(files.count)}, ${formatBytes(files.bytes)}, of which ${formatBytes(addedBytes)} are new`,
  );
  await writeKeys(repository, id, input.keys);
  const manifest: Manifest = {
    format: FORMAT,
    id,
    site: input.site,
    version: input.version,
    startedAt,
    finishedAt: new Date().toISOString(),
    database: dump,
    files,
    missingFiles: missing,
  };
  await writeManifest(repository, manifest);
  return { manifest, rows, addedBytes };
}
