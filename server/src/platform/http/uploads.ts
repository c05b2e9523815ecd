import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { FilePart, FileParts } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { Failure } from "../failure.ts";
import { prepareSpool, spool } from "../storage/spool.ts";
import { readTemporaryFile } from "../storage/streams.ts";
import { jsonPart, type MultipartLimits, parseMultipart } from "./multipart.ts";

/** A complete uploaded file, stored on this node's disk until the response is sent. */
export type Upload = {
  path: string;
  /** Bytes. */
  size: number;
  /** sha-256 of the content in lower-case hex. */
  hash: string;
  /** As sent by the client; not verified. */
  fileName: string;
  contentType: string;
};

export type Uploads = Readonly<Record<string, Upload | undefined>>;

/** Bytes of a non-file part; the longest is the JSON of a song with all rights. */
const MAX_FIELD_BYTES = 1_000_000;
/** Bytes of headers and boundaries. */
const OVERHEAD_BYTES = 100_000;
/** Bytes over the limit that are read at most. */
const MAX_EXCESS_BYTES = 64_000_000;

export type UploadFolder = {
  /**
   * Streams files to disk and collects the other parts into the body.
   * @throws Failure E0008 for a file that is too large, E0000 if malformed or aborted
   */
  receive(files: FileParts, request: IncomingMessage): Promise<Received>;
};

export type Received = {
  body: unknown;
  uploads: Uploads;
  /** Names of files that the call does not take, and of fields beside the part `data`. */
  unknownParts: readonly string[];
  /** Deletes the temporary files. */
  discard(): Promise<void>;
};

/** For servers that accept no files. */
export const noUploads: UploadFolder = { receive: () => Promise.reject(new Failure("E0009")) };

/** Opens the folder of temporary uploads and removes leftovers of crashed processes. */
export async function openUploadFolder(dataDir: string): Promise<UploadFolder> {
  const folder = join(dataDir, "uploads");
  await prepareSpool(folder);
  return { receive: (files, request) => receiveFiles(folder, files, request) };
}

/** Streams the content of an upload. */
export function openUpload({ path }: Upload): AsyncIterable<Buffer> {
  return readTemporaryFile(path);
}

async function receiveFiles(folder: string, files: FileParts, request: IncomingMessage): Promise<Received> {
  refuseFlood(files, request);
  const fields = new Map<string, string>();
  const uploads: Record<string, Upload> = {};
  const discard = async () => {
    await Promise.all(Object.values(uploads).map(({ path }) => rm(path, { force: true })));
  };
  const started = new Set<string>();
  const unknownParts = new Set<string>();
  try {
    await parseMultipart(request, limitsOf(files), {
      field: (name, value) => fields.set(name, value),
      async file(name, source, description) {
        const described = Object.hasOwn(files, name) ? files[name] : undefined;
        if (described === undefined) unknownParts.add(name);
        // The first part of a name wins.
        if (described === undefined || started.has(name)) return void source.resume();
        started.add(name);
        const stored = await spool(folder, source);
        // Forms send an empty part if no file was chosen.
        if (stored.size === 0) await rm(stored.path, { force: true });
        else uploads[name] = { ...stored, ...description };
      },
    });
    if (fields.has(jsonPart)) for (const name of fields.keys()) if (name !== jsonPart) unknownParts.add(name);
    const body = bodyOf(fields, missingFiles(files, uploads));
    refuseLargeFiles(files, uploads, body);
    return { body, uploads, unknownParts: [...unknownParts], discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function largestOf({ maxBytes, original }: FilePart): number {
  return Math.max(maxBytes, original?.maxBytes ?? 0);
}

/** Refuses files above their limit, which is higher if the body asks the server to reduce them. The body may follow the files. */
function refuseLargeFiles(files: FileParts, uploads: Uploads, body: unknown): void {
  const errors = Object.entries(files).flatMap(([field, { original, ...part }]) => {
    const isReduced = original !== undefined && body instanceof Object && original.by in body;
    const { maxBytes, tooLarge: message } = isReduced ? original : part;
    return (uploads[field]?.size ?? 0) <= maxBytes ? [] : [{ field, message }];
  });
  if (errors.length > 0) throw new Failure("E0008", { errors });
}

/**
 * Bytes that are read at most. Reads files that are somewhat too large to the end, so that the client gets a response
 * instead of a closed connection.
 */
function mostRead(files: FileParts): number {
  const allowed = Object.values(files).reduce(
    (sum, part) => sum + largestOf(part),
    MAX_FIELD_BYTES + OVERHEAD_BYTES,
  );
  return Math.min(4 * allowed, allowed + MAX_EXCESS_BYTES);
}

/** Rejects requests by their content-length before reading them. */
function refuseFlood(files: FileParts, { headers }: IncomingMessage): void {
  if (Number(headers["content-length"] ?? 0) > mostRead(files)) throw flood(files);
}

function flood(files: FileParts): Failure {
  const errors = Object.entries(files).map(([field, { tooLarge }]) => ({ field, message: tooLarge }));
  return new Failure("E0008", { errors });
}

function limitsOf(files: FileParts): MultipartLimits {
  const longest = Math.max(...Object.values(files).map(largestOf));
  return {
    // One extra byte detects files over the limit.
    maxFileBytes: longest + 1,
    maxFieldBytes: MAX_FIELD_BYTES,
    maxTotalBytes: mostRead(files),
    tooLargeFailure: () => flood(files),
  };
}

/** Parses the part `data`; without it, the parts are the fields of the body. */
function bodyOf(fields: ReadonlyMap<string, string>, others: readonly FieldError[]): unknown {
  const data = fields.get(jsonPart);
  if (data === undefined) return Object.fromEntries(fields);
  try {
    return JSON.parse(data);
  } catch (cause) {
    const errors = [{ field: jsonPart, message: "This is not valid JSON." }, ...others];
    throw new Failure("E0007", { errors, cause });
  }
}

/** Returns a field error for each missing required file. */
export function missingFiles(files: FileParts, uploads: Uploads): FieldError[] {
  return Object.entries(files).flatMap(([field, { missing }]) =>
    missing === undefined || uploads[field] !== undefined ? [] : [{ field, message: missing }],
  );
}
