import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Failure } from "../failure.ts";
import { parseKey, type StorageKey } from "../storage/key.ts";
import { type Storage, StorageFullError } from "../storage/storage.ts";
import { BackupError } from "./backup-error.ts";
import { compress, decompress } from "./dump-database.ts";
import type { Manifest } from "./manifest.ts";
import type { Progress } from "./progress.ts";
import type { Repository } from "./repository.ts";
import { sealedSize } from "./sealing.ts";

const LIST = "files";
const CONCURRENCY = 4;

type CopiedFiles = {
  files: Manifest["files"];
  missing: StorageKey[];
  /** Bytes that earlier backups did not have. */
  addedBytes: number;
};

/**
 * Copies the files of the storage that the target does not have yet, and stores the list of all. `findReferencedKeys`
 * checks again whether a missing file is in use, because it may have been deleted with its reference meanwhile. `repair`
 * reads the files of the target, because their sizes do not show that bytes changed.
 */
export async function copyFiles(
  storage: Storage,
  options: {
    repository: Repository;
    id: string;
    referenced: ReadonlySet<StorageKey>;
    repair: boolean;
    findReferencedKeys(): Promise<ReadonlySet<StorageKey>>;
    progress: Progress;
  },
): Promise<CopiedFiles> {
  const { repository, id, referenced, repair, progress } = options;
  const stored = await repository.listFiles();
  const isStored = async (key: StorageKey, size: number) =>
    stored.get(repository.filePath(key)) === sealedSize(size) &&
    (!repair || (await isIntact(repository, key)));
  const sizes = new Map<StorageKey, number>();
  for await (const { key, size } of storage.list()) sizes.set(key, size);
  let gone = [...referenced].filter((key) => !sizes.has(key));
  progress.startFiles(sizes.size);
  let addedBytes = 0;
  await forEachConcurrently([...sizes], async ([key, size]) => {
    if (!(await isStored(key, size))) {
      if (await copyFile(storage, repository, key)) addedBytes += size;
      else {
        sizes.delete(key);
        if (referenced.has(key)) gone.push(key);
      }
    }
    progress.addFile(size);
  });
  if (gone.length > 0) {
    const inUse = await options.findReferencedKeys();
    gone = gone.filter((key) => inUse.has(key)).sort();
  }
  return { files: await writeList(repository, id, sizes), missing: gone, addedBytes };
}

/** Returns false if the file is missing or damaged. */
async function copyFile(storage: Storage, repository: Repository, key: StorageKey): Promise<boolean> {
  let content: Readable;
  try {
    content = await storage.read(key);
  } catch (error) {
    if (error instanceof Failure && error.code === "E0001") return false;
    throw error;
  }
  try {
    await repository.writeFile(key, verifyContent(key, content));
    return true;
  } catch (error) {
    if (error instanceof DamagedFileError) return false;
    throw error;
  }
}

/** The content of a file does not match its key. */
class DamagedFileError extends Error {
  override name = "DamagedFileError";
}

async function* verifyContent(
  key: StorageKey,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== parseKey(key)?.hash) throw new DamagedFileError(key);
}

/** Runs a function for every item, a few at a time. Stops at the first error. */
async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let isFailing = false;
  const runNext = async () => {
    while (!isFailing) {
      const { value, done } = iterator.next();
      if (done === true) return;
      await run(value).catch((error: unknown) => {
        isFailing = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, runNext));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Stores the list of the files of a backup: a line with key and size for each. */
async function writeList(
  repository: Repository,
  id: string,
  sizes: ReadonlyMap<StorageKey, number>,
): Promise<Manifest["files"]> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    for (const [key, size] of sizes) {
      const line = Buffer.from(`${key}\t${size}\n`);
      hash.update(line);
      bytes += size;
      yield line;
    }
  }
  await repository.write(id, LIST, compress(lines()));
  return { count: sizes.size, bytes, sha256: hash.digest("hex") };
}

/** Returns the files of a backup with their sizes. @throws BackupError if the list is damaged */
export async function readList(
  repository: Repository,
  { id, files }: Pick<Manifest, "id" | "files">,
): Promise<Map<StorageKey, number>> {
  const lines = await text(decompress(await repository.read(id, LIST)));
  if (createHash("sha256").update(lines).digest("hex") !== files.sha256)
    throw new BackupError(`The backup ${id} is damaged: its list of files is incomplete.`);
  const sizes = new Map<StorageKey, number>();
  for (const line of lines.split("\n")) {
    const [key = "", size] = line.split("\t");
    if (key !== "") sizes.set(key, Number(size));
  }
  return sizes;
}

/**
 * Stores the files of a backup that the storage does not have yet. Returns the files that the backup has lost.
 * @throws BackupError if the storage is full
 */
export async function restoreFiles(
  storage: Storage,
  options: { repository: Repository; manifest: Manifest; progress: Progress },
): Promise<StorageKey[]> {
  const { repository, manifest, progress } = options;
  const sizes = await readList(repository, manifest);
  const lost: StorageKey[] = [];
  progress.startFiles(sizes.size);
  await forEachConcurrently(sizes, async ([key, size]) => {
    if ((await storage.stat(key))?.size !== size && !(await restoreFile(storage, repository, key)))
      lost.push(key);
    progress.addFile(size);
  });
  return lost.sort();
}

async function restoreFile(storage: Storage, repository: Repository, key: StorageKey): Promise<boolean> {
  const kind = parseKey(key);
  const content = await repository.readFile(key);
  if (kind === undefined || content === undefined) return false;
  try {
    await storage.put(verifyContent(key, content), kind);
    return true;
  } catch (error) {
    if (error instanceof DamagedFileError || error instanceof BackupError) return false;
    if (error instanceof StorageFullError)
      throw new BackupError("There is no space left for the files.", { cause: error });
    throw error;
  }
}

/** Reads every file of a backup. Returns the missing and damaged ones. */
export async function verifyFiles(
  repository: Repository,
  manifest: Manifest,
  progress: Progress,
): Promise<StorageKey[]> {
  const sizes = await readList(repository, manifest);
  const lost: StorageKey[] = [];
  progress.startFiles(sizes.size);
  await forEachConcurrently(sizes, async ([key, size]) => {
    if (!(await isIntact(repository, key))) lost.push(key);
    progress.addFile(size);
  });
  return lost.sort();
}

async function isIntact(repository: Repository, key: StorageKey): Promise<boolean> {
  const content = await repository.readFile(key);
  if (content === undefined) return false;
  try {
    for await (const _ of verifyContent(key, content));
    return true;
  } catch (error) {
    if (error instanceof DamagedFileError || error instanceof BackupError) return false;
    throw error;
  }
}
