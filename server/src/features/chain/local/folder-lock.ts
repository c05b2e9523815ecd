import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type FolderLock = { release(): void };

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
