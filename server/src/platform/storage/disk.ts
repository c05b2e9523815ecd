import { read } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { acquireBuffer, releaseBuffer } from "./buffer-pool.ts";
import { Descriptors, type Lease } from "./descriptors.ts";
import { buildKey, checkKind, parseKey, type StorageKey } from "./key.ts";
import { getErrorCode, prepareSpool, rethrowFull, type Spooled, spool } from "./spool.ts";
import type {
  ByteRange,
  FileSource,
  ListedFile,
  OpenFile,
  PutOptions,
  Storage,
  StoredFile,
} from "./storage.ts";
import { streamOf, streamOpened } from "./streams.ts";

export type DiskStorage = Storage & {
  /** Descriptors open now, and files that were opened and not released. */
  descriptors(): { open: number; readers: number };
};

/** Bytes per read of a stream. */
const streamPiece = 256 * 1024;

/**
 * Stores files in `root`. Temporary files are in `root/tmp`, on the same filesystem, so that a file appears
 * under its name completely or not at all. Removes those of dead processes first.
 */
export async function openDiskStorage(root: string, maxOpen?: number): Promise<DiskStorage> {
  const temporary = join(root, "tmp");
  await prepareSpool(temporary);
  const descriptors = new Descriptors(maxOpen);

  async function openKey(key: StorageKey): Promise<OpenFile | undefined> {
    const parsed = parseKey(key);
    const lease = parsed === undefined ? undefined : await descriptors.lease(join(root, key));
    return parsed === undefined || lease === undefined ? undefined : openFile(lease, parsed.contentType);
  }

  return {
    async put(source: FileSource, options: PutOptions): Promise<StoredFile> {
      const { extension, contentType, maxBytes, beforeStore } = options;
      checkKind(extension, contentType);
      const spooled = await spool(temporary, source, maxBytes);
      const { hash, size } = spooled;
      const key = buildKey(hash, extension);
      const stored = { key, hash, size, contentType: parseKey(key)?.contentType ?? contentType };
      try {
        await beforeStore?.(stored);
        await placeFile(spooled, root, key);
      } catch (error) {
        await rm(spooled.path, { force: true });
        return rethrowFull(error);
      }
      return stored;
    },
    async stat(key) {
      const parsed = parseKey(key);
      const size = parsed === undefined ? undefined : await sizeOf(join(root, key));
      return parsed === undefined || size === undefined
        ? undefined
        : { size, contentType: parsed.contentType };
    },
    read: (key, range) => streamOpened(openKey(key), range),
    open: openKey,
    opened(key) {
      const parsed = parseKey(key);
      const lease = parsed === undefined ? undefined : descriptors.leaseOpened(join(root, key));
      return parsed === undefined || lease === undefined ? undefined : openFile(lease, parsed.contentType);
    },
    async delete(key) {
      if (parseKey(key) === undefined) return;
      descriptors.forget(join(root, key));
      await rm(join(root, key), { force: true });
    },
    list: () => listFiles(root),
    async check() {
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
      const { path } = await spool(temporary, Buffer.from("ok"));
      await rm(path);
    },
    close: () => descriptors.close(),
    descriptors: () => descriptors.count(),
  };
}

/** Moves a complete file to its name. An existing file has the same content, so it stays. */
async function placeFile(spooled: Spooled, root: string, key: StorageKey): Promise<void> {
  const path = join(root, key);
  if ((await sizeOf(path)) === spooled.size) return rm(spooled.path);
  const second = dirname(path);
  const first = dirname(second);
  const firstCreated = await mkdir(second, { recursive: true });
  await rename(spooled.path, path);
  // The entry is durable only once its directory is synced, up to the first directory that existed before.
  await syncDirectory(second);
  if (firstCreated !== undefined) await syncDirectory(first);
  if (firstCreated === first) await syncDirectory(root);
}

async function* listFiles(root: string): AsyncGenerator<ListedFile> {
  for (const first of await namesIn(root)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const second of await namesIn(join(root, first)))
      for (const name of await namesIn(join(root, first, second))) {
        const key = `${first}/${second}/${name}`;
        if (parseKey(key) === undefined) continue;
        const stats = await stat(join(root, key)).catch(ignoreMissing);
        if (stats !== undefined) yield { key, size: stats.size, modifiedAt: stats.mtime };
      }
  }
}

/** Empty for files, and for directories that disappeared. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (getErrorCode(error) === "ENOTDIR") return [];
    return ignoreMissing(error) ?? [];
  }
}

function ignoreMissing(error: unknown): undefined {
  if (getErrorCode(error) !== "ENOENT") throw error;
}

/** Makes the entries of a directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function openFile(lease: Lease, contentType: string): OpenFile {
  const { fd, size, modifiedAt, release } = lease;
  return {
    size,
    contentType,
    modifiedAt,
    read: (range) => readRange(fd, range),
    stream: async (range) => streamOf((piece) => readRange(fd, piece), range, streamPiece),
    release,
  };
}

/** Reads into a pooled buffer. */
function readRange(fd: number, { start, end }: ByteRange): Promise<Buffer> {
  const buffer = acquireBuffer(end - start + 1);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      releaseBuffer(buffer);
      reject(error);
    };
    const readFrom = (offset: number) => {
      read(fd, buffer, offset, buffer.length - offset, start + offset, (error, count) => {
        if (error !== null) fail(error);
        else if (count === 0) fail(new Error("A stored file is shorter than expected."));
        else if (offset + count === buffer.length) resolve(buffer);
        else readFrom(offset + count);
      });
    };
    readFrom(0);
  });
}
