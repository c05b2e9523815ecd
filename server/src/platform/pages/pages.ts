import type { IncomingMessage, ServerResponse } from "node:http";
import type { Language } from "@wrapsody/shared/api/language.ts";
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

/** Cached pages are served without checking their data, for this long after it was read. Covers changes without a notification, and missed ones. */
const FRESH_MS = 5_000;
/** A page with unchanged data keeps its ETag; browsers refetch data that is older. */
const MAX_UNCHANGED_MS = 20_000;
/** While the database is away, pages are served for this long after they became stale, and tried again after each pause. */
const STALE = { maxAgeMs: 60_000, pauseMs: 1_000 };
/** The cache key of all unknown paths, which share one response. */
const NOT_FOUND_PATH = "/-/missing";

export type PageParts = {
  context: Context;
  renderer: PageRenderer;
  store: PageCache;
  limits: RateLimits;
  metrics: Metrics;
};

/**
 * Serves the site. Public HTML contains no personal data, so one rendering serves everyone: it is cached briefly by path
 * and language, and concurrent requests share one rendering. The nonce of its inline scripts is created with the
 * rendering and cached with it; no content of the document can know it in advance. A rendering with unchanged data is
 * discarded in favour of the cached page and its ETag, so that browser caches stay valid.
 *
 * Returns the fast path that sends cached pages.
 */
export function addPages(app: FastifyInstance, parts: PageParts): FastPath {
  const pageFor = pageSource(parts);
  app.get("/*", { exposeHeadRoute: true }, async (request, reply) => {
    try {
      const path = normalizePath(request.url);
      const page = await pageFor(path, pageLanguage(path, request.headers, defaultLanguageOf(parts.context)));
      reply.hijack();
      sendPage(request.raw, reply.raw, page, request.id);
    } catch (error) {
      request.log.error({ reqId: request.id, err: error }, "page rendering failed");
      return sendBroken(reply, parts.context);
    }
  });
  return cachedPageFastPath(parts);
}

function pageSource({ context, renderer, store, metrics }: PageParts) {
  const rendering = new Map<string, Promise<CachedPage>>();

  const renderAndCache = async (key: string, path: string, language: string): Promise<CachedPage> => {
    const generation = store.generation();
    const startedAt = context.clock.now().getTime();
    const rendered = await renderer.render(path, language);
    const renderedAt = context.clock.now().getTime();
    if (rendered.status === 503) {
      const stale = store.keepStale(key, renderedAt, STALE);
      if (stale !== undefined) return stale;
    }
    const last = store.getStale(key);
    const isUnchanged =
      last?.content === rendered.content &&
      last.status === rendered.status &&
      renderedAt - last.renderedAt < MAX_UNCHANGED_MS;
    const page = isUnchanged ? last : toCachedPage(rendered, renderedAt);
    const keeps = page.status === 200 || path === NOT_FOUND_PATH;
    const { shows } = rendered;
    if (keeps) store.set(key, page, { shows, freshUntil: startedAt + FRESH_MS, generation });
    // Otherwise each request would render the error page.
    if (page.status === 503)
      store.set(key, page, { shows, freshUntil: renderedAt + STALE.pauseMs, generation });
    return page;
  };

  return (url: string, language: string): Promise<CachedPage> | CachedPage => {
    const path = renderer.hasPage(url) ? url : NOT_FOUND_PATH;
    const key = keyOf(path, language);
    const stored = store.get(key, context.clock.now().getTime());
    metrics.countPage(stored !== undefined);
    if (stored !== undefined) return stored;
    // Requests after an invalidation must not share a rendering that started before it.
    const turn = `${store.generation()} ${key}`;
    const under = rendering.get(turn);
    if (under !== undefined) return under;
    const started = renderAndCache(key, path, language).finally(() => rendering.delete(turn));
    rendering.set(turn, started);
    return started;
  };
}

/** Sends cached pages. Requests over the rate limit take the regular route, which responds with 429. */
function cachedPageFastPath({ context, store, limits, metrics }: PageParts): FastPath {
  const { log, clock, config } = context;
  const isTrusted = trustedProxies(config.trustProxy);
  return (request, response) => {
    const { url = "", method } = request;
    if ((method !== "GET" && method !== "HEAD") || url.startsWith("/api/")) return false;
    const path = normalizePath(url);
    const language = pageLanguage(path, request.headers, defaultLanguageOf(context));
    const page = store.get(keyOf(path, language), clock.now().getTime());
    if (page === undefined) return false;
    const { "x-forwarded-for": forwardedFor } = request.headers;
    const address = clientAddress(request.socket.remoteAddress ?? "", forwardedFor?.toString(), isTrusted);
    if (!limits.isAllowed("page", address)) return false;
    metrics.countPage(true);
    const id = requestId(request);
    const status = sendPage(request, response, page, id);
    metrics.observeResponse(method, "/*", status, 0);
    if (log.isLevelEnabled("debug"))
      log.debug({ reqId: id, method, path: redactPath(url), status }, "served from page cache");
    return true;
  };
}

function defaultLanguageOf({ site }: Context): Language {
  return site.latest().default_language;
}

function keyOf(path: string, language: string): string {
  return `${language} ${path}`;
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: CachedPage, id: string): number {
  const { headers, method } = request;
  // A 304 keeps the headers of the browser's copy, including the policy with its nonce.
  if (page.status === 200 && matchesEtag(headers["if-none-match"], page.etag)) {
    response.writeHead(304, ["x-request-id", id, ...page.notModifiedHeaders]).end();
    return 304;
  }
  const form = page.encoded(negotiateEncoding(headers["accept-encoding"]));
  response.writeHead(page.status, ["x-request-id", id, ...form.headers]);
  response.end(method === "HEAD" ? undefined : form.body);
  return page.status;
}

function sendBroken(reply: FastifyReply, { site }: Context): FastifyReply {
  return reply
    .code(500)
    .header("cache-control", "no-store")
    .header("content-security-policy", "default-src 'none'")
    .type("text/html; charset=utf-8")
    .send(fallbackErrorPage(site.latest().name));
}
