import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncDirectory } from "../../storage/disk.ts";
import { getErrorCode, prepareSpool, spool } from "../../storage/spool.ts";
import { StorageFullError } from "../../storage/storage.ts";
import { BackupError } from "../backup-error.ts";
import type { BackupTarget } from "./target.ts";

const TEMPORARY = "tmp";
const READ_BYTES = 256 << 10;

/** Opens a folder, and creates it once something is stored. Objects are written to `tmp` first, on the same filesystem. */
export async function openFolderTarget(root: string): Promise<BackupTarget> {
  const temporary = join(root, TEMPORARY);
  let isPrepared = false;
  return {
    label: root,
    async put(path, content) {
      try {
        if (!isPrepared) await prepareFolder(root, temporary);
        isPrepared = true;
        const spooled = await spool(temporary, content);
        const final = join(root, path);
        try {
          const created = await mkdir(dirname(final), { recursive: true, mode: 0o700 });
          await rename(spooled.path, final);
          await syncEntries(dirname(final), created);
        } catch (error) {
          await rm(spooled.path, { force: true });
          throw error;
        }
      } catch (error) {
        throw describeError(error, root);
      }
    },
    async read(path) {
      const file = await open(join(root, path)).catch((error: unknown) => {
        if (getErrorCode(error) === "ENOENT" || getErrorCode(error) === "ENOTDIR") return undefined;
        throw describeError(error, root);
      });
      return file?.createReadStream({ highWaterMark: READ_BYTES });
    },
    list: (prefix) => listBelow(root, prefix.replace(/\/$/, "")),
    async delete(path) {
      const file = join(root, path);
      await rm(file, { force: true });
      await removeEmptyFolders(dirname(file), root);
    },
    close: async () => undefined,
  };
}

/** The entry is durable only once its directory is synced, up to the one in which the first was `created`. */
async function syncEntries(folder: string, created: string | undefined): Promise<void> {
  await syncDirectory(folder);
  for (let synced = folder; created !== undefined && synced.length >= created.length; ) {
    synced = dirname(synced);
    await syncDirectory(synced);
  }
}

async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.length > root.length; empty = dirname(empty)) {
    try {
      await rmdir(empty);
    } catch {
      return;
    }
  }
}

async function prepareFolder(root: string, temporary: string): Promise<void> {
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
  await prepareSpool(temporary);
}

async function* listBelow(root: string, folder: string): AsyncGenerator<{ path: string; size: number }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (getErrorCode(error) === "ENOENT") return [];
    throw describeError(error, root);
  });
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (path !== TEMPORARY) yield* listBelow(root, path);
    } else {
      const { size } = await stat(join(root, path));
      yield { path, size };
    }
  }
}

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "its disk is read-only",
  ENOTDIR: "part of its path is a file",
  EEXIST: "a file with this name exists",
};

function describeError(error: unknown, root: string): unknown {
  if (
    error instanceof StorageFullError ||
    getErrorCode(error) === "ENOSPC" ||
    getErrorCode(error) === "EDQUOT"
  )
    return new BackupError(`There is no space left for the backup in ${root}.`, { cause: error });
  const reason = REASONS[getErrorCode(error) ?? ""];
  return reason === undefined
    ? error
    : new BackupError(`The backup folder ${root} cannot be used: ${reason}.`, { cause: error });
}
