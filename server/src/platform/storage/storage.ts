import type { Readable } from "node:stream";
import type { StorageKey } from "./key.ts";

/** Bytes `start` to `end`, both included and counted from 0, as in HTTP. */
export type ByteRange = { start: number; end: number };

export type StoredFile = {
  key: StorageKey;
  /** sha-256 of the content in lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
  contentType: string;
};

export type FileSource = Buffer | Readable | AsyncIterable<Uint8Array>;

export type PutOptions = {
  /** Without the dot, lower case. Only the extensions in `key.ts` are kept. */
  extension: string;
  /** Must be the media type of the extension; parameters such as a charset are ignored. */
  contentType: string;
  maxBytes?: number;
  /** Runs once the content is known, before the storage looks for an existing file. If it throws, nothing is stored. */
  beforeStore?: (file: StoredFile) => Promise<void>;
};

/** A file that is open for reading until `release`, which must be called exactly once. */
export type OpenFile = {
  size: number;
  contentType: string;
  modifiedAt: Date;
  /** Whether the file is withheld, so that it has no signed URL. */
  isWithheld?: boolean;
  /**
   * Reads a range within the file that fits in memory. Its buffer may be released to the pool
   * (`buffer-pool.ts`).
   */
  read(range: ByteRange): Promise<Buffer>;
  /** Streams a range. Stop early with `destroy()`. Release the file only after the stream closed. */
  stream(range: ByteRange): Promise<Readable>;
  release(): void;
};

/** A file in a list of the store. */
export type ListedFile = { key: StorageKey; size: number; modifiedAt: Date };

/** Response headers of a signed URL. */
export type SignedResponse = { contentType: string; cacheControl: string; disposition?: string };

/** The file store: disk or S3. Files are immutable and content-addressed. */
export type Storage = {
  /**
   * Stores a file. The same content and extension always give the same key. Leaves nothing behind if it throws:
   * Failure E0008 over `maxBytes`, StorageFullError without space, the error of the source if the source fails.
   */
  put(source: FileSource, options: PutOptions): Promise<StoredFile>;
  /** Undefined if the file is missing or the key invalid. */
  stat(key: StorageKey): Promise<{ size: number; contentType: string } | undefined>;
  /** Streams the file or a range of it. @throws Failure E0001 if missing, E0012 if the range is outside the file */
  read(key: StorageKey, range?: ByteRange): Promise<Readable>;
  /** Opens a file for several reads. Undefined if the file is missing or the key invalid. */
  open(key: StorageKey): Promise<OpenFile | undefined>;
  /** Opens a file synchronously if the store has it open already. */
  opened?(key: StorageKey): OpenFile | undefined;
  /** Deletes a file; no error if it is missing. */
  delete(key: StorageKey): Promise<void>;
  /** Lists all files, in no particular order. Files that are stored or deleted meanwhile may be missing. */
  list(): AsyncIterable<ListedFile>;
  /** Throws unless files can be written and read now. */
  check(): Promise<void>;
  /** Returns a URL that serves the file without this program, unless it is withheld; only if configured. */
  signedUrl?(key: StorageKey, answer: SignedResponse): Promise<string>;
  /** Copies of public files that a CDN serves; only if configured. */
  publicCopies?: PublicCopies;
  /** Withheld files; only of a store that has served files by URLs of its own. */
  withheldFiles?: WithheldFiles;
  /** Returns the header that makes the reverse proxy send the file; only if configured. */
  sendfileHeader?(key: StorageKey): Record<string, string>;
  /** Closes descriptors and connections after reads in flight. */
  close(): Promise<void>;
};

/** Copies of files in the part of the store that a CDN reads. */
export type PublicCopies = {
  /** Returns the public URL of a copy, whether or not it exists. */
  url(key: StorageKey): string;
  /** Copies a file within the store. @throws Failure E0001 if it is missing */
  create(key: StorageKey): Promise<void>;
  /** Deletes a copy; no error if it is missing. */
  delete(key: StorageKey): Promise<void>;
};

/**
 * Withheld files are out of reach of every URL that was signed for them; the program reads them as before. Concurrent calls for one
 * file must exclude each other.
 */
export type WithheldFiles = {
  /** Withholds a file; nothing happens if it is withheld already or missing. */
  withhold(key: StorageKey): Promise<void>;
  /** Ends it; nothing happens if the file is not withheld. */
  release(key: StorageKey): Promise<void>;
};

/** The disk or quota is full. */
export class StorageFullError extends Error {
  override name = "StorageFullError";
}

/** PostgreSQL's code for a full disk, which is often the disk of the files. */
const POSTGRES_DISK_FULL = "53100";

/** Returns whether an error of the storage or the database means that there is no space left. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true;
  return error instanceof Error && "code" in error && error.code === POSTGRES_DISK_FULL;
}
