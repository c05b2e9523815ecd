import { access, constants, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedPostgresError, systemCode } from "./error.ts";

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a data directory for this program. SQLite's exclusive transaction is an advisory file lock that the
 * system releases when the process dies, and that also works between containers, whose process ids mean
 * nothing to each other.
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const file = join(dataDir, "postgres.lock");
  // Checked without opening the lock file: closing any descriptor of it would release a lock of this process.
  await access(dataDir, constants.W_OK | constants.X_OK);
  await requireWritable(file);
  const holder = join(dataDir, "postgres.lock.pid");
  const database = new DatabaseSync(file);
  try {
    // The journal stays in memory, so that the lock also works on a full disk.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    const pid = await readFile(holder, "utf8").catch(() => "");
    const lockOwner = pid === "" ? "Another program" : `Another program (process ${pid})`;
    throw new EmbeddedPostgresError(
      `${lockOwner} is already using the folder ${dataDir}. Stop it first, or set DATA_DIR to a different folder.`,
      { cause: error },
    );
  }
  // Used only in the message above, so a full disk may be reported later, by a better error.
  await writeFile(holder, String(process.pid)).catch(() => undefined);
  return { release: () => database.isOpen && database.close() };
}

/** Rejects a read-only file: SQLite would open it read-only, which locks no one out. */
async function requireWritable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Whether the error is SQLITE_BUSY; any other means that the file cannot be locked at all. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
