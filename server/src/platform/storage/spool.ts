import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { type FileSource, StorageFullError } from "./storage.ts";

/** A complete, synced temporary file and its metadata. */
export type Spooled = { path: string; hash: string; size: number };

/** Distinguishes this run from an earlier one with the same pid, as containers have. */
const run = randomUUID().slice(0, 8);
const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-");
const day = 24 * 60 * 60 * 1000;

/** Chunks are collected up to this many bytes before they are written. */
const writeSize = 1 << 20;

/** Returns a path that `prepareSpool` removes if this process dies. */
export function temporaryPath(directory: string): string {
  return join(directory, `${host}.${process.pid}.${run}.${randomUUID()}`);
}

/**
 * Writes a source to a temporary file in `directory`. The caller moves or removes it.
 * @throws the errors of `Storage.put`, and leaves nothing then
 */
export async function spool(directory: string, source: FileSource, maxBytes = Infinity): Promise<Spooled> {
  const path = temporaryPath(directory);
  const file = await open(path, "wx", 0o644).catch(rethrowFull);
  try {
    const { hash, size } = await writeHashed(file, source, maxBytes);
    await file.sync();
    await file.close();
    return { path, hash, size };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    return rethrowFull(error);
  }
}

async function writeHashed(file: FileHandle, source: FileSource, maxBytes: number) {
  const hash = createHash("sha256");
  let size = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const piece of piecesOf(source)) {
    // A stream with an encoding set returns strings, despite its type.
    if (!(piece instanceof Uint8Array)) throw new TypeError("The source of a file must yield bytes.");
    size += piece.byteLength;
    if (size > maxBytes) throw new Failure("E0008");
    hash.update(piece);
    waiting.push(piece);
    waitingBytes += piece.byteLength;
    if (waitingBytes < writeSize) continue;
    await writeAll(file, waiting);
    waiting = [];
    waitingBytes = 0;
  }
  await writeAll(file, waiting);
  return { hash: hash.digest("hex"), size };
}

function piecesOf(source: FileSource): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return Buffer.isBuffer(source) ? [source] : source;
}

async function writeAll(file: FileHandle, pieces: Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    for (let offset = 0; offset < piece.byteLength; ) {
      const { bytesWritten } = await file.write(piece, offset);
      offset += bytesWritten;
    }
  }
}

/** Removes temporary files of dead processes. Creates the directory if missing. */
export async function prepareSpool(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (await isAbandoned(path, name)) await rm(path, { force: true, recursive: true });
  }
}

/**
 * Whether a temporary file is abandoned. Processes of other machines cannot be checked, so their files expire
 * after a day without a write.
 */
async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [writerHost, pid, writerRun] = name.split(".");
  if (writerHost === host && writerRun === run) return false;
  if (writerHost === host && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > day;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrorCode(error) === "EPERM";
  }
}

/** Rethrows a full disk, an exceeded quota or the maximum file size as StorageFullError. */
export function rethrowFull(error: unknown): never {
  const code = getErrorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    throw new StorageFullError(`No space left to store the file (${code}).`, { cause: error });
  }
  throw error;
}

export function getErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
