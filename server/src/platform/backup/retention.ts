import { BackupError } from "./backup-error.ts";
import { readList } from "./copy-files.ts";
import type { Progress } from "./progress.ts";
import { deleteBackup, listBackupIds, type Repository, readManifest } from "./repository.ts";

/** Age from which a backup of another database without a manifest counts as interrupted. It may be running until then. */
const INTERRUPTED_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Deletes what interrupted backups left, except their files, which the next backup uses. The caller has the lock for
 * backups of its database, so none of these is running.
 */
export async function deleteInterruptedBackups(repository: Repository, nextId: string): Promise<void> {
  const { incomplete } = await listBackupIds(repository);
  for (const id of incomplete)
    if (databaseOf(id) === databaseOf(nextId) || ageOf(id) > INTERRUPTED_AFTER_MS)
      await deleteBackup(repository, id);
}

/** Returns the end of an id, which names the database. */
function databaseOf(id: string): string {
  return id.slice(id.lastIndexOf("-") + 1);
}

function ageOf(id: string): number {
  const [, date, hours, minutes, seconds] = /^(.{10})T(\d\d)-(\d\d)-(\d\d)Z/.exec(id) ?? [];
  return Date.now() - Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** Keeps the newest complete backups. Deletes the others, and the files that only they had. */
export async function deleteOldBackups(
  repository: Repository,
  keep: number,
  progress: Progress,
): Promise<void> {
  const { complete } = await listBackupIds(repository);
  const old = complete.slice(keep);
  if (old.length === 0) return;
  for (const id of old) await deleteBackup(repository, id);
  progress.report(`Deleted old backups: ${old.join(", ")}`);
  try {
    await deleteUnusedFiles(repository, complete.slice(0, keep));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    progress.report(`Files of deleted backups are kept: ${error.message}`);
  }
}

/** @throws BackupError if a backup is damaged, because its files are unknown then */
async function deleteUnusedFiles(repository: Repository, ids: readonly string[]): Promise<void> {
  const used = new Set<string>();
  for (const id of ids) {
    const sizes = await readList(repository, await readManifest(repository, id));
    for (const key of sizes.keys()) used.add(repository.filePath(key));
  }
  for (const path of (await repository.listFiles()).keys())
    if (!used.has(path)) await repository.target.delete(path);
}
