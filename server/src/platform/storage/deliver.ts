import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, notFound } from "../failure.ts";
import { isNotModified, rangeApplies, type Validators } from "./conditions.ts";
import { parseKey, type StorageKey } from "./key.ts";
import { multipartOf } from "./multipart.ts";
import { type RangeRequest, readRange } from "./ranges.ts";
import type { ByteRange, OpenFile, Storage } from "./storage.ts";

export type DeliverOptions = {
  /** Of the answer; by default that of the file. */
  contentType?: string;
  /** Strong and in its quotes; by default the hash of the content. */
  etag?: string;
  /** By default the file may be kept for good by anyone, since a key never changes its content. */
  cacheControl?: string;
  /** Saved under this name instead of being shown. */
  downloadName?: string;
};

const immutable = "public, max-age=31536000, immutable";

/** Up to this many bytes an answer is read in one piece, which is about twice as fast as streaming it. */
const onePiece = 1 << 20;

/**
 * Bytes that answers in one piece may hold together. Slow clients keep theirs for as long as they like, so
 * beyond this answers are streamed.
 */
const heldAtMost = 96 << 20;
let held = 0;

/** A drawing may carry scripts; opened on its own it must not run them in our name. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/**
 * Answers GET and HEAD with a stored file as RFC 9110 has it: 200, 206 with one or several ranges, 304, or 302
 * to the store where that is configured. The route must not be compressed (`compress: false`).
 * @throws Failure E0001 for a missing file and for whatever is not a key, E0012 (416) with `Content-Range` set
 */
export async function deliverFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  key: StorageKey,
  options: DeliverOptions = {},
): Promise<FastifyReply> {
  const parsed = parseKey(key);
  if (parsed === undefined) throw notFound();
  if (storage.signedUrl !== undefined && request.method === "GET") {
    return redirect(reply, storage.signedUrl, key, { contentType: parsed.contentType, ...options });
  }
  const file = await storage.open(key);
  if (file === undefined) throw notFound();
  try {
    return await answer(request, reply, file, { etag: `"${parsed.hash}"`, ...options });
  } catch (error) {
    file.release();
    throw error;
  }
}

type Answering = DeliverOptions & { etag: string };

/** Releases the file unless it throws. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  options: Answering,
): Promise<FastifyReply> {
  const validators = { etag: options.etag, modifiedAt: file.modifiedAt };
  const asked = rangeOf(request, file.size, validators);
  const contentType = options.contentType ?? file.contentType;
  if (isNotModified(request.headers, validators)) {
    file.release();
    setValidators(reply.code(304), validators, options);
    return reply.send(request.method === "HEAD" ? nothing() : undefined);
  }
  if (asked.kind === "unsatisfiable") {
    reply.header("accept-ranges", "bytes").header("content-range", `bytes */${file.size}`);
    throw new Failure("E0012");
  }
  setValidators(reply, validators, options);
  setContentHeaders(reply, contentType, options);
  if (asked.kind === "whole") return sendRange(request, reply, file, { start: 0, end: file.size - 1 });
  reply.code(206);
  const [only, ...others] = asked.ranges;
  if (others.length > 0) return sendParts(reply, file, asked.ranges, contentType);
  reply.header("content-range", `bytes ${only.start}-${only.end}/${file.size}`);
  return sendRange(request, reply, file, only);
}

/** Ranges are defined for GET alone. */
function rangeOf({ method, headers }: FastifyRequest, size: number, validators: Validators): RangeRequest {
  const applies = method === "GET" && rangeApplies(headers, validators);
  return applies ? readRange(headers.range, size) : { kind: "whole" };
}

function setValidators(reply: FastifyReply, { etag, modifiedAt }: Validators, options: Answering): void {
  reply.header("etag", etag);
  reply.header("last-modified", modifiedAt.toUTCString());
  reply.header("cache-control", options.cacheControl ?? immutable);
  reply.header("accept-ranges", "bytes");
}

function setContentHeaders(reply: FastifyReply, contentType: string, { downloadName }: Answering): void {
  reply.header("content-type", contentType);
  reply.header("x-content-type-options", "nosniff");
  if (contentType.startsWith("image/svg")) reply.header("content-security-policy", drawingPolicy);
  if (downloadName !== undefined) reply.header("content-disposition", attachmentNamed(downloadName));
}

async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  range: ByteRange,
): Promise<FastifyReply> {
  const length = range.end - range.start + 1;
  reply.header("content-length", length);
  if (request.method === "HEAD") {
    file.release();
    return reply.send(nothing());
  }
  if (length > onePiece || held + length > heldAtMost)
    return sendStream(reply, file, await file.stream(range));
  hold(reply, length);
  const bytes = length === 0 ? Buffer.alloc(0) : await file.read(range);
  file.release();
  return reply.send(bytes);
}

/** Counts the bytes of an answer until it was sent or its client has gone. */
function hold(reply: FastifyReply, length: number): void {
  if (reply.raw.closed) return;
  held += length;
  reply.raw.once("close", () => {
    held -= length;
  });
}

function sendParts(
  reply: FastifyReply,
  file: OpenFile,
  ranges: readonly ByteRange[],
  contentType: string,
): FastifyReply {
  const parts = multipartOf(file, ranges, contentType);
  reply.header("content-type", parts.contentType).header("content-length", parts.length);
  return sendStream(reply, file, parts.stream);
}

/** Fastify destroys the stream when the client hangs up; only then is nobody reading the file any more. */
function sendStream(reply: FastifyReply, file: OpenFile, stream: Readable): FastifyReply {
  stream.once("close", file.release);
  return reply.send(stream);
}

/** The body of an answer to HEAD: Fastify takes the length of any other empty body for that of the file. */
function nothing(): Readable {
  return Readable.from([], { objectMode: false });
}

async function redirect(
  reply: FastifyReply,
  signedUrl: NonNullable<Storage["signedUrl"]>,
  key: StorageKey,
  { contentType, cacheControl, downloadName }: DeliverOptions & { contentType: string },
): Promise<FastifyReply> {
  const url = await signedUrl(key, {
    contentType,
    cacheControl: cacheControl ?? immutable,
    ...(downloadName === undefined ? {} : { disposition: attachmentNamed(downloadName) }),
  });
  // Shorter than any signed address lives; and never kept where the caller did not want the file kept.
  reply.header("cache-control", cacheControl === undefined ? "private, max-age=600" : "no-store");
  return reply.redirect(url, 302);
}

/** RFC 6266: the name in full, and a plain one for clients that cannot read it. */
function attachmentNamed(name: string): string {
  const shown = name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, "_");
  const plain = shown.replaceAll(/[^\x20-\x7e]|["%]/g, "_");
  const full = encodeURIComponent(shown).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
