import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type FolderLock = { release(): void };

/**
 * Makes this program the only one that runs a chain in a folder; undefined where another does. As of the embedded PostgreSQL,
 * it is a file lock of the system's, dropped when the process dies, however it dies.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const database = new DatabaseSync(join(folder, "chain.lock"));
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    // SQLITE_BUSY; anything else is a file that cannot be locked at all.
    if (error instanceof Error && "errcode" in error && error.errcode === 5) return undefined;
    throw error;
  }
  return { release: () => database.isOpen && database.close() };
}
