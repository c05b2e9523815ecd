import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { addFiles, allRoutes, readyFileAt, sessionsOf, watchedBy } from "./features.ts";
import type { Context } from "./platform/context.ts";
import { addHealth } from "./platform/health.ts";
import { createHttp, type Front } from "./platform/http.ts";
import { createPageStore, type PageStore } from "./platform/kept-pages.ts";
import { openLimits } from "./platform/limits.ts";
import { localAsk } from "./platform/local-ask.ts";
import { addOutbox } from "./platform/mail/outbox.routes.ts";
import { addMetrics } from "./platform/metrics.ts";
import { createRenderer } from "./platform/page-renderer.ts";
import { addPages } from "./platform/pages.ts";
import { addReference } from "./platform/reference.ts";
import { addRoutes } from "./platform/routing.ts";
import { addSecurityHeaders, securityHeaders } from "./platform/security.ts";
import { addAssets, loadSite } from "./platform/site.ts";
import { readyFiles } from "./platform/storage/ready-files.ts";
import { openUploadFolder } from "./platform/uploads.ts";

export type ServerOptions = {
  /** Without the site it answers the API, its reference and files alone. */
  site: boolean;
  /** The pages that are kept, where somebody else has to be able to drop them. */
  pages?: PageStore;
  /** The pools whose use the metrics tell, by name. */
  pools?: Readonly<Record<string, pg.Pool>>;
};

/** Bytes of rendered pages that a node keeps unless it is told otherwise. */
const mostPageBytes = 64 << 20;

/** The whole web server on a context, not yet listening. */
export async function createServer(context: Context, options: ServerOptions): Promise<FastifyInstance> {
  const { pages = createPageStore(mostPageBytes), pools = {} } = options;
  const limits = await openLimits(context);
  const fronts: Front[] = [];
  const front: Front = (request, response) => fronts.some((answers) => answers(request, response));
  const app = createHttp(context.config, context.log, { limits, front });
  const always = securityHeaders({ https: context.publicUrl.startsWith("https:") });
  addSecurityHeaders(app, always);
  const { gauges, troubles } = watchedBy(context);
  const metrics = addMetrics(app, { context, pages, pools, gauges });
  const routes = allRoutes(context);
  addHealth(app, context, { troubles });
  const uploads = await openUploadFolder(context.config.dataDir);
  addRoutes(app, routes, { findSession: sessionsOf(context), limits, uploads });
  addFiles(app, context, limits);
  addOutbox(app, context);
  fronts.push(readyFiles(context, { limits, metrics, always, fileAt: readyFileAt }));
  const endpoints = routes.map(({ endpoint }) => endpoint);
  await addReference(app, context, endpoints);
  if (options.site) {
    await addAssets(app);
    const renderer = createRenderer(context, await loadSite(), localAsk(routes), always);
    fronts.push(addPages(app, { context, renderer, store: pages, limits, metrics }));
  }
  return app;
}
