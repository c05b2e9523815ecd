import type { FastifyInstance } from "fastify";
import { accountJobs, accountRoutes } from "./features/accounts/index.ts";
import { artworkFiles } from "./features/artwork/index.ts";
import {
  catalogueDiscovery,
  catalogueFiles,
  catalogueJobs,
  catalogueRoutes,
  catalogueSitemap,
} from "./features/catalogue/index.ts";
import { experienceDiscovery, experienceRoutes, experienceSitemap } from "./features/experiences/index.ts";
import { listRewards } from "./features/rewards/index.ts";
import type { Context } from "./platform/context.ts";
import type { Job } from "./platform/queue.ts";
import type { Route } from "./platform/routing.ts";
import { addSitemap } from "./platform/sitemap.ts";

export { findSession } from "./features/accounts/index.ts";
export { audioAt as readyFileAt } from "./features/catalogue/index.ts";

/** Every feature's calls; this file is the one place that names every feature. */
export function allRoutes(context: Context): Route[] {
  return [...accountRoutes(context), ...catalogueRoutes(context, listRewards), ...experienceRoutes(context)];
}

/** What features serve outside of the API: pictures, audio, social cards, oEmbed, the sitemap. */
export function addFiles(app: FastifyInstance, context: Context): void {
  artworkFiles(app, context);
  catalogueFiles(app, context);
  catalogueDiscovery(app, context);
  experienceDiscovery(app, context);
  addSitemap(app, context, [...catalogueSitemap, ...experienceSitemap]);
}

/** Every feature's jobs. */
export const allJobs: readonly Job[] = [...accountJobs, ...catalogueJobs];
