import { statfs } from "node:fs/promises";

/** PostgreSQL always needs space for at least one 16 MB log segment and some pages. */
const LEAST_ROOM = 24 * 1024 * 1024;

/**
 * The embedded database cannot be used. The message is for the operator: it names the directory and the
 * solution.
 */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** Returns the system's code of an error ("EACCES"), if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|disk is full/;
const FORBIDDEN = /EACCES|EPERM|EROFS|Permission denied|Operation not permitted|Read-only file system/;

/** Explains an error in a directory and what to do about it. */
export async function explainError(error: unknown, folder: string): Promise<EmbeddedPostgresError> {
  if (error instanceof EmbeddedPostgresError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError(await adviseOperator(detail, folder), { cause: error });
}

async function adviseOperator(detail: string, folder: string): Promise<string> {
  if (detail.startsWith("spawn ")) {
    return `The embedded PostgreSQL cannot run on this machine (${detail}). Set DATABASE_URL to your own PostgreSQL server.`;
  }
  if (detail.includes("could not look up effective user ID")) {
    return "PostgreSQL requires a named account, but the current account has no entry in /etc/passwd. Start the program under another account, or set DATABASE_URL to your own PostgreSQL server.";
  }
  const forbidden = detail.split("\n").find((line) => FORBIDDEN.test(line));
  if (forbidden !== undefined) {
    return `The folder ${folder} cannot be written to, so the database cannot start (${forbidden}). Grant this user write permission, or set DATA_DIR to another folder, and start again.`;
  }
  // A full disk often loses the log line that would report it.
  if (FULL.test(detail) || (await isFull(folder))) {
    return `The disk of ${folder} is full, so the database cannot start. Free some space, or set DATA_DIR to a folder on another disk, and start again.`;
  }
  return `The database in ${folder} could not start. Fix the reported problem, or set DATABASE_URL to your own PostgreSQL server. PostgreSQL reported: ${detail}`;
}

async function isFull(folder: string): Promise<boolean> {
  try {
    const disk = await statfs(folder);
    return disk.bavail * disk.bsize < LEAST_ROOM;
  } catch {
    return false;
  }
}
