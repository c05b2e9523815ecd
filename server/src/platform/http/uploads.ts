import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FileParts } from "@wrapsody/shared/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/errors.ts";
import { Failure } from "../failure.ts";
import { prepareSpool, spool } from "../storage/spool.ts";
import { jsonPart, type MultipartLimits, parseMultipart } from "./multipart.ts";

/** A file that came with a call, complete, on this node's disk until the call is answered. */
export type Upload = {
  path: string;
  /** Bytes. */
  size: number;
  /** sha-256 of the content in lower-case hex. */
  hash: string;
  /** As the caller says: neither proves anything of the content. */
  fileName: string;
  contentType: string;
};

export type Uploads = Readonly<Record<string, Upload | undefined>>;

/** Bytes of a part that is no file: the longest is the JSON of a song with all its rights. */
const longestField = 1_000_000;
/** Bytes of headers and boundaries around what is sent. */
const margin = 100_000;

export type UploadFolder = {
  /**
   * Reads the parts of a call: files to disk, piece by piece, everything else into the body.
   * @throws Failure E0008 on the file that is too large, E0000 for what is no multipart/form-data or breaks off
   */
  receive(files: FileParts, request: IncomingMessage): Promise<Received>;
};

export type Received = {
  body: unknown;
  uploads: Uploads;
  /** Removes the files; what has to stay was put into the storage. */
  discard(): Promise<void>;
};

/** For programs that take no files. */
export const noUploads: UploadFolder = { receive: () => Promise.reject(new Failure("E0009")) };

/** Where files wait while their call is under way. What was left by a process that died is removed. */
export async function openUploadFolder(dataDir: string): Promise<UploadFolder> {
  const folder = join(dataDir, "uploads");
  await prepareSpool(folder);
  return { receive: (files, request) => receive(folder, files, request) };
}

/** The content of an upload, piece by piece. */
export function openUpload({ path }: Upload): Readable {
  return createReadStream(path, { highWaterMark: 1 << 18 });
}

async function receive(folder: string, files: FileParts, request: IncomingMessage): Promise<Received> {
  refuseFlood(files, request);
  const fields = new Map<string, string>();
  const uploads: Record<string, Upload> = {};
  const discard = async () => {
    await Promise.all(Object.values(uploads).map(({ path }) => rm(path, { force: true })));
  };
  const errors: FieldError[] = [];
  const begun = new Set<string>();
  try {
    await parseMultipart(request, limitsOf(files), {
      field: (name, value) => fields.set(name, value),
      async file(name, source, told) {
        const described = Object.hasOwn(files, name) ? files[name] : undefined;
        // Of several of one name the first is meant.
        if (described === undefined || begun.has(name)) return void source.resume();
        begun.add(name);
        const kept = await spool(folder, source);
        if (kept.size > described.maxBytes) errors.push({ field: name, message: described.tooLarge });
        // A form sends an empty part for a file that was not chosen.
        if (kept.size > described.maxBytes || kept.size === 0) await rm(kept.path, { force: true });
        else uploads[name] = { ...kept, ...told };
      },
    });
    if (errors.length > 0) throw new Failure("E0008", { errors });
    return { body: bodyOf(fields, missingFiles(files, uploads)), uploads, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Bytes of a call that are read at all. A file that is somewhat too large is read over, so that its sender gets an answer
 * instead of a broken connection.
 */
function mostRead(files: FileParts): number {
  return 4 * Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, longestField + margin);
}

/** What says of itself that it is far too much is not even begun. */
function refuseFlood(files: FileParts, { headers }: IncomingMessage): void {
  if (Number(headers["content-length"] ?? 0) > mostRead(files)) throw flood(files);
}

function flood(files: FileParts): Failure {
  const errors = Object.entries(files).map(([field, { tooLarge }]) => ({ field, message: tooLarge }));
  return new Failure("E0008", { errors });
}

function limitsOf(files: FileParts): MultipartLimits {
  const longest = Math.max(...Object.values(files).map(({ maxBytes }) => maxBytes));
  return {
    // The byte behind the longest file that is taken shows that one is longer.
    maxFileBytes: longest + 1,
    maxFieldBytes: longestField,
    maxTotalBytes: mostRead(files),
    tooLargeFailure: () => flood(files),
  };
}

/** The part `data` holds the body as JSON; without it, the parts are its fields. */
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

/** What is told of the files that are missing. */
export function missingFiles(files: FileParts, uploads: Uploads): FieldError[] {
  return Object.entries(files).flatMap(([field, { missing }]) =>
    missing === undefined || uploads[field] !== undefined ? [] : [{ field, message: missing }],
  );
}
