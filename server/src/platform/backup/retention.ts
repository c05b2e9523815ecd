import { readList } from "./copy-files.ts";
import { deleteBackup, listBackupIds, type Repository, readManifest } from "./repository.ts";

/** Age from which a backup without a manifest counts as interrupted. Another site may be writing a younger one. */
const INTERRUPTED_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Deletes what interrupted backups left, except their files, which the next backup uses. */
export async function deleteInterruptedBackups(repository: Repository): Promise<void> {
  const { incomplete } = await listBackupIds(repository);
  for (const id of incomplete) if (ageOf(id) > INTERRUPTED_AFTER_MS) await deleteBackup(repository, id);
}

function ageOf(id: string): number {
  const [, date, hours, minutes, seconds] = /^(.{10})T(\d\d)-(\d\d)-(\d\d)Z/.exec(id) ?? [];
  return Date.now() - Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** Keeps the newest complete backups. Deletes the others, and the files that only they had. Returns the deleted ones. */
export async function deleteOldBackups(repository: Repository, keep: number): Promise<string[]> {
  const { complete } = await listBackupIds(repository);
  const old = complete.slice(keep);
  if (old.length === 0) return [];
  for (const id of old) await deleteBackup(repository, id);
  const used = new Set<string>();
  for (const id of complete.slice(0, keep)) {
    const sizes = await readList(repository, await readManifest(repository, id));
    for (const key of sizes.keys()) used.add(repository.filePath(key));
  }
  for (const path of (await repository.listFiles()).keys())
    if (!used.has(path)) await repository.target.delete(path);
  return old;
}
