import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Replaces a file atomically: a crash or a full disk leaves the old file intact. */
export async function writeFileAtomic(path: string, content: Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeSynced(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    // A partial file is useless and takes space on a full disk.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

type FolderLock = { release(): void };

/**
 * Locks a folder, so that one program at most runs a chain in it. Returns undefined if another program has the lock. As for the
 * embedded PostgreSQL it is a file lock, which the system releases when the process dies.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const database = new DatabaseSync(join(folder, "chain.lock"));
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    // 5 is SQLITE_BUSY. Any other error means that the file cannot be locked at all.
    if (error instanceof Error && "errcode" in error && error.errcode === 5) return undefined;
    throw error;
  }
  return { release: () => database.isOpen && database.close() };
}
