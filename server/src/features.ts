import type { FastifyInstance } from "fastify";
import { artworkFiles } from "./features/artwork/index.ts";
import { catalogueFiles, catalogueRoutes } from "./features/catalogue/index.ts";
import { experienceRoutes } from "./features/experiences/index.ts";
import { listRewards } from "./features/rewards/index.ts";
import type { Context } from "./platform/context.ts";
import type { Job } from "./platform/queue.ts";
import type { Route } from "./platform/routing.ts";

export { findSession } from "./features/accounts/index.ts";

/** Every feature's calls; this file is the one place that names every feature. */
export function allRoutes(context: Context): Route[] {
  return [...catalogueRoutes(context, listRewards), ...experienceRoutes(context)];
}

/** What features serve outside of the API: pictures, audio. */
export function addFiles(app: FastifyInstance, context: Context): void {
  artworkFiles(app, context);
  catalogueFiles(app, context);
}

/** Every feature's jobs. */
export const allJobs: readonly Job[] = [];
