import type { FastifyInstance } from "fastify";
import {
  accountJobs,
  accountRoutes,
  addSandboxStreaming,
  addSocialLogIn,
  type Claims,
  findSession,
  type Keeping,
  type Plans,
} from "./features/accounts/index.ts";
import { artworkFiles } from "./features/artwork/index.ts";
import {
  assignArtist,
  catalogueDiscovery,
  catalogueFiles,
  catalogueJobs,
  catalogueRoutes,
  catalogueSitemap,
  countOwnSongs,
  ownCatalogue,
  releaseAccount,
} from "./features/catalogue/index.ts";
import {
  experienceDiscovery,
  experienceRoutes,
  experienceSitemap,
  ownExperiences,
} from "./features/experiences/index.ts";
import { listRewards } from "./features/rewards/index.ts";
import { isPremium, listSubscriptions } from "./features/subscriptions/index.ts";
import type { Context } from "./platform/context.ts";
import type { Job } from "./platform/queue.ts";
import type { FindSession, Route } from "./platform/routing.ts";
import { addSitemap } from "./platform/sitemap.ts";

export { audioAt as readyFileAt } from "./features/catalogue/index.ts";

const plans: Plans = { isPremium, listSubscriptions };
const claims: Claims = { assignArtist };
const keeping: Keeping = {
  ownData: { catalogue: ownCatalogue, experiences: ownExperiences },
  farewell: { countOwnSongs, releaseAccount },
};

/** Finds out who is behind a call. */
export function sessionsOf(context: Context): FindSession {
  return findSession(context, plans);
}

/** Every feature's calls; this file is the one place that names every feature. */
export function allRoutes(context: Context): Route[] {
  return [
    ...accountRoutes(context, plans, claims, keeping),
    ...catalogueRoutes(context, listRewards),
    ...experienceRoutes(context),
  ];
}

/** What features serve outside of the API: pictures, audio, social cards, oEmbed, the sitemap. */
export function addFiles(app: FastifyInstance, context: Context): void {
  addSocialLogIn(app, context);
  addSandboxStreaming(app, context);
  artworkFiles(app, context);
  catalogueFiles(app, context);
  catalogueDiscovery(app, context);
  experienceDiscovery(app, context);
  addSitemap(app, context, [...catalogueSitemap, ...experienceSitemap]);
}

/** Every feature's jobs. */
export const allJobs: readonly Job[] = [...accountJobs, ...catalogueJobs];
