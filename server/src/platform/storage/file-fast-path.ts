import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "../context.ts";
import type { Metrics } from "../health/metrics.ts";
import { type FastPath, requestId } from "../http/http-server.ts";
import { clientAddress, trustedProxies } from "../http/ip-addresses.ts";
import type { RateLimits } from "../security/rate-limits.ts";
import { fitsInBuffer, readBuffered } from "./buffered-reads.ts";
import { buildFileResponse, type FileResponse } from "./file-response.ts";
import { parseKey, type StorageKey } from "./key.ts";
import type { ByteRange, OpenFile } from "./storage.ts";

export type FileFastPathOptions = {
  limits: RateLimits;
  metrics: Metrics;
  /** Header lines of every response. */
  always: Readonly<Record<string, string>>;
  /** Returns the file of a URL and the name of its route. */
  fileAt(url: string): { key: StorageKey; route: string } | undefined;
};

type Ready = { file: OpenFile; answer: FileResponse; range: ByteRange; route: string };

/**
 * Sends ranges of open files before routing, because a player requests one after the other. Requests that
 * need more than one read, or exceed the rate limit, go to the route.
 */
export function createFileFastPath({ config, storage, log }: Context, parts: FileFastPathOptions): FastPath {
  const { limits, metrics, always, fileAt } = parts;
  const isTrusted = trustedProxies(config.trustProxy);

  const findReady = (request: IncomingMessage): Ready | undefined => {
    const requested = request.method === "GET" ? fileAt(request.url ?? "") : undefined;
    const hash = requested === undefined ? undefined : parseKey(requested.key)?.hash;
    const file = requested === undefined ? undefined : storage.opened?.(requested.key);
    if (requested === undefined || file === undefined) return undefined;
    const answer = buildFileResponse(file, request, { etag: `"${hash}"` });
    const [range, ...others] = answer.ranges;
    if (range !== undefined && others.length === 0 && fitsInBuffer(range) && mayAsk(request))
      return { file, answer, range, route: requested.route };
    file.release();
    return undefined;
  };

  const mayAsk = ({ socket, headers }: IncomingMessage): boolean => {
    const forwardedFor = headers["x-forwarded-for"]?.toString();
    return limits.isAllowed("file", clientAddress(socket.remoteAddress ?? "", forwardedFor, isTrusted));
  };

  const sendReady = async (response: ServerResponse, { file, answer, range, route }: Ready, id: string) => {
    const start = performance.now();
    const responseHeaders = { ...always, ...answer.headers, "x-request-id": id };
    try {
      const bytes = await readBuffered(response, file, range);
      if (bytes === undefined) return;
      response.writeHead(answer.status, { ...responseHeaders, "content-length": bytes.length }).end(bytes);
    } catch (error) {
      file.release();
      log.error({ err: error, reqId: id }, "stored file could not be read");
      response.writeHead(500, { "x-request-id": id, "cache-control": "no-store", "content-length": 0 }).end();
    }
    metrics.observeResponse("GET", route, response.statusCode, (performance.now() - start) / 1_000);
    log.debug({ reqId: id, route, status: response.statusCode }, "served from fast path");
  };

  return (request, response) => {
    const ready = findReady(request);
    if (ready === undefined) return false;
    void sendReady(response, ready, requestId(request));
    return true;
  };
}
