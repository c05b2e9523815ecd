import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { addFiles, allRoutes, findSession } from "./features.ts";
import type { Context } from "./platform/context.ts";
import { addHealth } from "./platform/health.ts";
import { createHttp } from "./platform/http.ts";
import { localAsk } from "./platform/local-ask.ts";
import { addPages } from "./platform/pages.ts";
import { addRoutes } from "./platform/routing.ts";
import { addSecurityHeaders } from "./platform/security.ts";
import { addAssets, loadSite } from "./platform/site.ts";

/** The whole web server on a context, not yet listening. Without `site` it answers the API alone. */
export async function createServer(context: Context, options: { site: boolean }): Promise<FastifyInstance> {
  const app = createHttp(context.config, context.log);
  addSecurityHeaders(app, { https: context.publicUrl.startsWith("https:") });
  const routes = allRoutes(context);
  addHealth(app, context);
  addRoutes(app, routes, findSession(context));
  addFiles(app, context);
  app.all(`${apiPrefix}/*`, (_request, reply) => reply.callNotFound());
  if (options.site) {
    await addAssets(app);
    addPages(app, context, await loadSite(), localAsk(routes));
  }
  return app;
}
