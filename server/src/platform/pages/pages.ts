import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../context.ts";
import type { Metrics } from "../health/metrics.ts";
import { negotiateEncoding } from "../http/content-encoding.ts";
import { fallbackErrorPage } from "../http/error-handler.ts";
import { matchesEtag } from "../http/etag.ts";
import { type FastPath, redactPath, requestId } from "../http/http-server.ts";
import { clientAddress, trustedProxies } from "../http/ip-addresses.ts";
import type { RateLimits } from "../security/rate-limits.ts";
import { normalizePath, pageLanguage } from "./page-address.ts";
import { type CachedPage, type PageCache, toCachedPage } from "./page-cache.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** Milliseconds for which a page is sent again without asking whether its data changed. */
const keepFor = 3_000;
/** Milliseconds for which a page that still says the same goes on; browsers read its data anew when that is older. */
const goesOnFor = 20_000;
/** Stands for all addresses that the site has no page for: they get the same answer. */
const nowhere = "/-/missing";

export type PageParts = {
  context: Context;
  renderer: PageRenderer;
  store: PageCache;
  limits: RateLimits;
  metrics: Metrics;
};

/**
 * Serves the site. Public HTML holds nothing of its reader, so one rendering serves everyone: it is kept by address
 * and language for a moment, and rendered once for all who wait for it. The nonce of its inline scripts is made with
 * the rendering and kept with it: nothing that the document shows could have known it. A rendering that was told the same
 * as the one before is thrown away, and the one before goes on with its tag, so that browsers that hold it keep it.
 *
 * Answers what sends kept pages ahead of the routes.
 */
export function addPages(app: FastifyInstance, parts: PageParts): FastPath {
  const pageFor = pageSource(parts);
  app.get("/*", { exposeHeadRoute: true }, async (request, reply) => {
    try {
      const path = normalizePath(request.url);
      const page = await pageFor(path, pageLanguage(path, request.headers));
      reply.hijack();
      sendPage(request.raw, reply.raw, page, request.id);
    } catch (error) {
      request.log.error({ err: error }, "page rendering failed");
      return sendBroken(reply);
    }
  });
  return keptFront(parts);
}

function pageSource({ context, renderer, store, metrics }: PageParts) {
  const rendering = new Map<string, Promise<CachedPage>>();

  const renderKept = async (key: string, path: string, language: string): Promise<CachedPage> => {
    const generation = store.generation();
    const rendered = await renderer.render(path, language);
    const renderedAt = context.clock.now().getTime();
    const last = store.getStale(key);
    const goesOn =
      last?.content === rendered.content &&
      last.status === rendered.status &&
      renderedAt - last.renderedAt < goesOnFor;
    const page = goesOn ? last : toCachedPage(rendered, renderedAt);
    const keeps = page.status === 200 || path === nowhere;
    if (keeps) store.set(key, page, context.clock.now().getTime() + keepFor, generation);
    return page;
  };

  return (asked: string, language: string): Promise<CachedPage> | CachedPage => {
    const path = renderer.hasPage(asked) ? asked : nowhere;
    const key = keyOf(path, language);
    const kept = store.get(key, context.clock.now().getTime());
    metrics.countPage(kept !== undefined);
    if (kept !== undefined) return kept;
    // Whoever comes after a drop does not wait for what was begun before it.
    const turn = `${store.generation()} ${key}`;
    const under = rendering.get(turn);
    if (under !== undefined) return under;
    const started = renderKept(key, path, language).finally(() => rendering.delete(turn));
    rendering.set(turn, started);
    return started;
  };
}

/** Sends a page that is ready; one who has had too many goes the usual way, to be told so. */
function keptFront({ context, store, limits, metrics }: PageParts): FastPath {
  const { log, clock, config } = context;
  const isTrusted = trustedProxies(config.trustProxy);
  return (request, response) => {
    const { url = "", method } = request;
    if ((method !== "GET" && method !== "HEAD") || url.startsWith("/api/")) return false;
    const path = normalizePath(url);
    const page = store.get(keyOf(path, pageLanguage(path, request.headers)), clock.now().getTime());
    if (page === undefined) return false;
    const { "x-forwarded-for": forwardedFor } = request.headers;
    const address = clientAddress(request.socket.remoteAddress ?? "", forwardedFor?.toString(), isTrusted);
    if (!limits.isAllowed("page", address)) return false;
    metrics.countPage(true);
    const id = requestId(request);
    const status = sendPage(request, response, page, id);
    metrics.observeFastPath(method, "/*", status, 0);
    if (log.isLevelEnabled("debug"))
      log.debug({ reqId: id, method, path: redactPath(url), status }, "served from page cache");
    return true;
  };
}

function keyOf(path: string, language: string): string {
  return `${language} ${path}`;
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: CachedPage, id: string): number {
  const { headers, method } = request;
  // A 304 leaves the headers that the browser holds, and with them the policy with the nonce of its copy.
  if (page.status === 200 && matchesEtag(headers["if-none-match"], page.etag)) {
    response.writeHead(304, ["x-request-id", id, ...page.notModifiedHeaders]).end();
    return 304;
  }
  const form = page.encoded(negotiateEncoding(headers["accept-encoding"]));
  response.writeHead(page.status, ["x-request-id", id, ...form.headers]);
  response.end(method === "HEAD" ? undefined : form.body);
  return page.status;
}

function sendBroken(reply: FastifyReply): FastifyReply {
  return reply
    .code(500)
    .header("cache-control", "no-store")
    .header("content-security-policy", "default-src 'none'")
    .type("text/html; charset=utf-8")
    .send(fallbackErrorPage);
}
