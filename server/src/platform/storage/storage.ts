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
};

/** A file that is open for reading until `release`, which must be called exactly once. */
export type OpenFile = {
  size: number;
  contentType: string;
  modifiedAt: Date;
  /**
   * The bytes of a range that lies within the file, in one piece: for ranges that fit in memory. Their buffer may be
   * given back to `pieces.ts`.
   */
  read(range: ByteRange): Promise<Buffer>;
  /** The same, piece by piece. Stop early with `destroy()`. Release the file only after the stream closed. */
  stream(range: ByteRange): Promise<Readable>;
  release(): void;
};

/** How a file that a signed address leads to is to be answered. */
export type SignedResponse = { contentType: string; cacheControl: string; disposition?: string };

/** Where files are kept: on disk or in an S3-compatible store. Files are immutable and found by their content. */
export type Storage = {
  /**
   * Keeps a file. The same content and extension give the same key, however often and from wherever they are put.
   * When it throws, nothing is left behind: Failure E0008 over `maxBytes`, StorageFullError when there is no
   * room, the source's own error when the source breaks.
   */
  put(source: FileSource, options: PutOptions): Promise<StoredFile>;
  /** Undefined for a missing file and for whatever is not a key. */
  stat(key: StorageKey): Promise<{ size: number; contentType: string } | undefined>;
  /** The file or one range of it. Throws Failure E0001 when missing, E0012 when the range is not within it. */
  read(key: StorageKey, range?: ByteRange): Promise<Readable>;
  /** For many reads of one file. Undefined for a missing file and for whatever is not a key. */
  open(key: StorageKey): Promise<OpenFile | undefined>;
  /** The same at once, where the store knows without asking anybody; undefined says nothing. */
  opened?(key: StorageKey): OpenFile | undefined;
  /** Deleting what is not there is no error. */
  delete(key: StorageKey): Promise<void>;
  /** Throws unless files can be written and read now. */
  check(): Promise<void>;
  /** An address that answers the file without this program; only where that is configured. */
  signedUrl?(key: StorageKey, answer: SignedResponse): Promise<string>;
  /** Lets go of descriptors and connections once reads in flight are done. */
  close(): Promise<void>;
};

/** There is no room left for a file. */
export class StorageFullError extends Error {
  override name = "StorageFullError";
}
