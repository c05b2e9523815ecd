import type { FastifyInstance } from "fastify";
import { addFiles, allRoutes, createSessionFinder, publicDocuments, readyFileAt } from "./features.ts";
import { createMonitoring, type Monitoring } from "./monitoring.ts";
import { addApiDocs } from "./platform/api/docs/api-docs.ts";
import { createInProcessCall } from "./platform/api/in-process-call.ts";
import { retryOnPrimary } from "./platform/api/retry-on-primary.ts";
import { addRoutes } from "./platform/api/routing.ts";
import type { Context } from "./platform/context.ts";
import { addHealth } from "./platform/health/health.ts";
import { addMetrics } from "./platform/health/metrics.ts";
import { addProbes } from "./platform/health/readiness.ts";
import { createHttpServer, type FastPath } from "./platform/http/http-server.ts";
import { addProxyDetection } from "./platform/http/undeclared-proxies.ts";
import { openUploadFolder } from "./platform/http/uploads.ts";
import { addOutbox } from "./platform/mail/outbox/outbox.routes.ts";
import { withDocuments } from "./platform/pages/documents.ts";
import { addManifest } from "./platform/pages/manifest.ts";
import { createPageCache, type PageCache } from "./platform/pages/page-cache.ts";
import { createRenderer } from "./platform/pages/page-renderer.ts";
import { addPages } from "./platform/pages/pages.ts";
import { addAssets, loadSite } from "./platform/pages/site-assets.ts";
import { addSecurityHeaders, securityHeaders } from "./platform/security/headers.ts";
import { openRateLimits } from "./platform/security/rate-limits.ts";
import { createFileFastPath } from "./platform/storage/file-fast-path.ts";

export type ServerOptions = {
  /** False serves the API, its docs and files only. */
  site: boolean;
  /** The page cache, if the caller invalidates it. */
  pages?: PageCache;
  /** The folder of the site's assets; by default that of this build. */
  assetFolder?: string;
  /** The monitoring of the process, if the caller has more to report than this server. */
  monitoring?: Monitoring;
};

const DEFAULT_PAGE_CACHE_BYTES = 64 << 20;

/** Creates the web server with all routes. It does not listen yet. */
export async function createServer(context: Context, options: ServerOptions): Promise<FastifyInstance> {
  const { pages = createPageCache(DEFAULT_PAGE_CACHE_BYTES), monitoring = createMonitoring(context) } =
    options;
  const { metrics, readiness, sources } = monitoring;
  const limits = await openRateLimits(context);
  const fastPaths: FastPath[] = [];
  const fastPath: FastPath = (request, response) =>
    fastPaths.some((tryFastPath) => tryFastPath(request, response));
  const app = createHttpServer(context.config, context.log, { rateLimits: limits, fastPath });
  const always = securityHeaders({ https: context.publicUrl.startsWith("https:") });
  addSecurityHeaders(app, always);
  addProxyDetection(app, context);
  metrics.addPageCache(pages);
  addMetrics(app, metrics, context.config.metricsToken);
  addProbes(app, readiness);
  const routes = retryOnPrimary(context, allRoutes);
  addHealth(app, context, sources);
  const uploads = await openUploadFolder(context.config.dataDir);
  addRoutes(app, routes, {
    findSession: createSessionFinder(context),
    rateLimits: limits,
    uploads,
    defaultLanguage: () => context.site.latest().default_language,
  });
  addFiles(app, context, limits);
  addOutbox(app, context);
  if (context.storage.sendfileHeader === undefined)
    fastPaths.push(
      createFileFastPath(context, { limits, metrics, always, fileAt: (url) => readyFileAt(context, url) }),
    );
  const endpoints = routes.map(({ endpoint }) => endpoint);
  addApiDocs(app, context, endpoints);
  if (options.site) {
    await addAssets(app, context, options.assetFolder);
    addManifest(app, context);
    const site = createRenderer(context, await loadSite(), createInProcessCall(routes), always);
    const renderer = withDocuments(site, publicDocuments(context), always);
    fastPaths.push(addPages(app, { context, renderer, store: pages, limits, metrics }));
  }
  return app;
}
