import { access, constants, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedPostgresError, systemCode } from "./error.ts";

export interface DirectoryLock {
  release(): void;
}

/**
 * Makes this program the only one on a data directory. SQLite's exclusive transaction is an advisory file lock
 * that the system drops when the process dies, however it dies, and that also holds between containers, where
 * process numbers mean nothing.
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const file = join(dataDir, "postgres.lock");
  // Asked without opening the lock file: closing any descriptor of it would drop a lock this process holds.
  await access(dataDir, constants.W_OK | constants.X_OK);
  await requireWritable(file);
  const holder = join(dataDir, "postgres.lock.pid");
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written: no journal on disk, so that a full disk does not come in the way.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    const pid = await readFile(holder, "utf8").catch(() => "");
    const who = pid === "" ? "Another program" : `Another program (process ${pid})`;
    throw new EmbeddedPostgresError(
      `${who} is already using the folder ${dataDir}. Stop it first, or set DATA_DIR to a different folder.`,
      { cause: error },
    );
  }
  // Only for the message above, so a full disk may go on to the place that reports it better.
  await writeFile(holder, String(process.pid)).catch(() => undefined);
  return { release: () => database.isOpen && database.close() };
}

/** SQLite would fall back to reading alone, which locks nobody out. */
async function requireWritable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** SQLITE_BUSY; anything else is a file that cannot be locked at all. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
