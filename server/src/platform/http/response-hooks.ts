import { Readable } from "node:stream";
import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LruCache } from "../cache/lru-cache.ts";
import { compress, type Encoding, negotiateEncoding } from "./content-encoding.ts";
import { computeEtag, matchesEtag } from "./etag.ts";

/** Characters from which an answer is worth compressing. */
const worthwhile = 1_024;
/** Bytes of compressed public answers that are held: a hot list is the same for everyone and compressed once. */
const mostHeld = 16 << 20;

/** Gives the answers of the API their entity tags, 304 for whoever holds them already, and compression. */
export function addResponseHooks(app: FastifyInstance): void {
  const held = new LruCache<Buffer>(mostHeld);
  app.addHook("onSend", async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== "string" || !request.url.startsWith("/api/")) return payload;
    if (reply.hasHeader("content-encoding")) return payload;
    const reads = request.method === "GET" || request.method === "HEAD";
    const storable = !String(reply.getHeader("cache-control") ?? "").includes("no-store");
    const tag = reads && storable && reply.statusCode === 200 ? computeEtag(payload) : undefined;
    if (request.url.startsWith(apiPrefix)) reply.header("vary", "accept-encoding");
    if (tag !== undefined) {
      reply.header("etag", tag);
      if (matchesEtag(request.headers["if-none-match"], tag)) return notModified(request, reply);
    }
    const encoding =
      payload.length < worthwhile ? undefined : negotiateEncoding(request.headers["accept-encoding"]);
    if (encoding === undefined) return payload;
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return compressed(encoding, payload, tag, held);
  });
}

function notModified(request: FastifyRequest, reply: FastifyReply): Readable | null {
  reply.code(304).removeHeader("content-length").removeHeader("content-type");
  // Fastify measures the body of an answer to HEAD, which for any empty one but a stream would tell a wrong length.
  return request.method === "HEAD" ? Readable.from([], { objectMode: false }) : null;
}

async function compressed(
  encoding: Encoding,
  payload: string,
  tag: string | undefined,
  held: LruCache<Buffer>,
): Promise<Buffer> {
  if (tag === undefined) return compress(encoding, Buffer.from(payload));
  const key = `${encoding} ${tag}`;
  const known = held.get(key);
  if (known !== undefined) return known;
  const made = await compress(encoding, Buffer.from(payload));
  held.set(key, made, made.length);
  return made;
}
