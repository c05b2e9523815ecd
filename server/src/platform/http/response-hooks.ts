import { Readable } from "node:stream";
import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { compress, type Encoding, negotiateEncoding } from "./content-encoding.ts";
import { computeEtag, matchesEtag } from "./etag.ts";

/** Characters from which compression pays off. */
const MIN_COMPRESSED_LENGTH = 1_024;
/** Cache of compressed public responses: a popular list is compressed once for everyone. */
const COMPRESSED_CACHE_BYTES = 16 << 20;

type CompressedCache = LRUCache<string, Buffer>;

/** Adds ETags, 304 responses and compression to the API. */
export function addResponseHooks(app: FastifyInstance): void {
  const cache: CompressedCache = new LRUCache({
    maxSize: COMPRESSED_CACHE_BYTES,
    maxEntrySize: COMPRESSED_CACHE_BYTES / 8,
    sizeCalculation: ({ length }) => length,
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const body = typeof payload === "string" ? prepareBody(request, reply, payload, cache) : payload;
    if (body instanceof Promise) body.then((compressedBody) => done(null, compressedBody), done);
    else done(null, body);
  });
}

type Body = string | Buffer | Readable | null;

function prepareBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
  cache: CompressedCache,
): Body | Promise<Buffer> {
  if (!request.url.startsWith("/api/") || reply.hasHeader("content-encoding")) return payload;
  const reads = request.method === "GET" || request.method === "HEAD";
  const storable = !String(reply.getHeader("cache-control") ?? "").includes("no-store");
  const tag = reads && storable && reply.statusCode === 200 ? computeEtag(payload) : undefined;
  // Errors vary with the language too.
  if (request.url.startsWith(apiPrefix)) {
    const others = reply.hasHeader("vary") ? [reply.getHeader("vary")] : [];
    reply.header("vary", ["accept-encoding", ...others].join(", "));
  }
  if (tag !== undefined) {
    reply.header("etag", tag);
    if (matchesEtag(request.headers["if-none-match"], tag)) return notModified(request, reply);
  }
  const encoding =
    payload.length < MIN_COMPRESSED_LENGTH
      ? undefined
      : negotiateEncoding(request.headers["accept-encoding"]);
  if (encoding === undefined) return payload;
  reply.header("content-encoding", encoding).removeHeader("content-length");
  return compressed(encoding, payload, tag, cache);
}

function notModified(request: FastifyRequest, reply: FastifyReply): Readable | null {
  reply.code(304).removeHeader("content-length").removeHeader("content-type");
  // For HEAD, Fastify derives content-length from the body; only a stream avoids a wrong length.
  return request.method === "HEAD" ? Readable.from([], { objectMode: false }) : null;
}

async function compressed(
  encoding: Encoding,
  payload: string,
  tag: string | undefined,
  cache: CompressedCache,
): Promise<Buffer> {
  if (tag === undefined) return compress(encoding, Buffer.from(payload));
  const key = `${encoding} ${tag}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const compressedBody = await compress(encoding, Buffer.from(payload));
  cache.set(key, compressedBody);
  return compressedBody;
}
