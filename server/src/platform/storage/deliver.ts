import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, notFound } from "../failure.ts";
import { fitsInBuffer, readBuffered } from "./buffered-reads.ts";
import { buildByteranges } from "./byteranges.ts";
import {
  attachmentDisposition,
  buildFileResponse,
  describeFile,
  type FileOptions,
  type FileResponse,
  immutable,
} from "./file-response.ts";
import { parseKey, type StorageKey } from "./key.ts";
import type { ByteRange, OpenFile, Storage } from "./storage.ts";

/**
 * Sends a stored file for GET and HEAD per RFC 9110: 200, 206 with one or several ranges, 304, or 302 to a signed URL
 * if there are any and the file is not withheld.
 * With `SENDFILE_HEADER`, the reverse proxy sends the file and handles ranges and conditions.
 * The route must not be compressed (`compress: false`).
 * @throws Failure E0001 if the file is missing or the key invalid, E0012 (416) with `Content-Range` set
 */
export async function deliverFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  key: StorageKey,
  options: FileOptions = {},
): Promise<FastifyReply> {
  const parsed = parseKey(key);
  if (parsed === undefined) throw notFound();
  const contentType = options.contentType ?? parsed.contentType;
  if (storage.sendfileHeader !== undefined && isSentByProxy(contentType)) {
    if ((await storage.stat(key)) === undefined) throw notFound();
    return reply
      .headers({ ...describeFile(contentType, options), ...storage.sendfileHeader(key) })
      .send(request.method === "HEAD" ? nothing() : Buffer.alloc(0));
  }
  const file = await storage.open(key);
  if (file === undefined) throw notFound();
  if (storage.signedUrl !== undefined && request.method === "GET" && file.isWithheld !== true) {
    file.release();
    return redirectToUrl(reply, storage.signedUrl, key, { contentType: parsed.contentType, ...options });
  }
  try {
    const answer = buildFileResponse(file, request, { etag: `"${parsed.hash}"`, ...options });
    return await sendFile(request, reply, file, answer);
  } catch (error) {
    file.release();
    throw error;
  }
}

/** SVG responses need their Content-Security-Policy, which nginx drops on an internal redirect. */
function isSentByProxy(contentType: string): boolean {
  return !contentType.startsWith("image/svg");
}

/** Releases the file unless it throws. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  { status, headers, ranges, contentType }: FileResponse,
): Promise<FastifyReply> {
  reply.headers(headers);
  if (status === 416) throw new Failure("E0012");
  reply.code(status);
  const [only, ...others] = ranges;
  if (only === undefined) {
    file.release();
    return reply.send(request.method === "HEAD" ? nothing() : undefined);
  }
  return others.length === 0
    ? sendRange(request, reply, file, only)
    : sendParts(reply, file, ranges, contentType);
}

async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  range: ByteRange,
): Promise<FastifyReply> {
  reply.header("content-length", range.end - range.start + 1);
  if (request.method === "HEAD") {
    file.release();
    return reply.send(nothing());
  }
  if (!fitsInBuffer(range)) return sendStream(reply, file, await file.stream(range));
  const bytes = await readBuffered(reply.raw, file, range);
  return bytes === undefined ? reply.hijack() : reply.send(bytes);
}

function sendParts(
  reply: FastifyReply,
  file: OpenFile,
  ranges: readonly ByteRange[],
  contentType: string,
): FastifyReply {
  const parts = buildByteranges(file, ranges, contentType);
  reply.header("content-type", parts.contentType).header("content-length", parts.length);
  return sendStream(reply, file, parts.stream);
}

/** Releases the file when the stream closes; Fastify destroys the stream if the client disconnects. */
function sendStream(reply: FastifyReply, file: OpenFile, stream: Readable): FastifyReply {
  stream.once("close", file.release);
  return reply.send(stream);
}

/** The body of a HEAD response: for any other empty body, Fastify would overwrite content-length. */
function nothing(): Readable {
  return Readable.from([], { objectMode: false });
}

async function redirectToUrl(
  reply: FastifyReply,
  signedUrl: NonNullable<Storage["signedUrl"]>,
  key: StorageKey,
  { contentType, cacheControl, downloadName }: FileOptions & { contentType: string },
): Promise<FastifyReply> {
  const url = await signedUrl(key, {
    contentType,
    cacheControl: cacheControl ?? immutable,
    ...(downloadName === undefined ? {} : { disposition: attachmentDisposition(downloadName) }),
  });
  // Shorter than the lifetime of signed URLs; not cached if the file is not.
  reply.header("cache-control", cacheControl === undefined ? "private, max-age=600" : "no-store");
  return reply.redirect(url, 302);
}
