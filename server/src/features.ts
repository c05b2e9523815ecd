import { findPermission } from "@wrapsody/shared/accounts/permissions.ts";
import type { FastifyInstance } from "fastify";
import {
  accountExport,
  accountJobs,
  accountRoutes,
  addSandboxStreaming,
  addSocialLogin,
  addUnsubscribe,
  connectAccounts,
  findSession,
  listAdministratorContacts,
} from "./features/accounts/index.ts";
import { addIcons, addImageFiles, artworkJobs } from "./features/artwork/index.ts";
import {
  addAudioFiles,
  addCatalogueDiscovery,
  addMasterFiles,
  addPlaylistFiles,
  addWrapTokenMetadata,
  assignArtist,
  bindSplits,
  catalogueAdministration,
  catalogueEmbeds,
  catalogueExport,
  catalogueFeeds,
  catalogueJobs,
  catalogueRoutes,
  catalogueSitemap,
  countArtistsAndSongs,
  deleteAddressReminders,
  detachAccount,
  invalidateOwnPlaylists,
  lockAndCountOwnSongs,
  lockArtist,
  registerCataloguePorts,
  resolveAudioUrl,
} from "./features/catalogue/index.ts";
import {
  chainHealth,
  chainJobs,
  networkRoutes,
  walletRoutes,
  walletsExport,
} from "./features/chain/index.ts";
import { addLocalRpc } from "./features/chain/local/index.ts";
import {
  countExperiences,
  countParticipants,
  deleteAddressPhaseReminders,
  detachArtworks,
  endOrdersOfAccount,
  experienceDiscovery,
  experienceEmbeds,
  experienceJobs,
  experienceMetadata,
  experienceRoutes,
  experienceSitemap,
  experiencesExport,
  findExperienceObjects,
  findKeptArtwork,
  findOrderTitles,
  findTokenArtwork,
  hasActiveCampaign,
  listJoinedExperiences,
  listRewardTargets,
  listSoldSongs,
  listTokenCollections,
  lockExperience,
  participationOrderHandler,
} from "./features/experiences/index.ts";
import {
  assertAudioUnrestricted,
  assertContentUnrestricted,
  assertImageUnrestricted,
  countStorageBytes,
  fileJobs,
  isAudioUnrestricted,
  releaseImages,
  withdrawSongFiles,
} from "./features/files/index.ts";
import { announce, followerJobs, followerRoutes, followersExport } from "./features/followers/index.ts";
import { importJobs, importRoutes } from "./features/imports/index.ts";
import {
  addPaymentWebhook,
  addSandboxPages,
  cancelSubscriptions,
  lockPaymentsOfAccount,
  paymentAdministration,
  paymentHealth,
  paymentJobs,
  paymentRoutes,
  paymentsExport,
  registerOrderHandlers,
} from "./features/payments/index.ts";
import {
  awardPlayPoints,
  connectRewards,
  countClaimants,
  countPointEarners,
  countRewards,
  eraseAnswers,
  listRewards,
  readListenPoints,
  rewardAdministration,
  rewardJobs,
  rewardRoutes,
  rewardsExport,
} from "./features/rewards/index.ts";
import { searchRoutes } from "./features/search/index.ts";
import {
  grantPlan,
  isPremium,
  listCurrentPlans,
  listSubscriptions,
  revokePlan,
  subscriptionOrderHandler,
  subscriptionRoutes,
  subscriptionsExport,
} from "./features/subscriptions/index.ts";
import {
  detachReporter,
  takedownAdministration,
  takedownExport,
  takedownJobs,
  takedownRoutes,
} from "./features/takedown/index.ts";
import { deleteStoredResponsesJob } from "./platform/api/idempotency.ts";
import type { FindSession, Route } from "./platform/api/routing.ts";
import { backupJob } from "./platform/backup/backup-job.ts";
import type { Context } from "./platform/context.ts";
import type { FeatureHealth } from "./platform/health/health.ts";
import { addIpfsGateway } from "./platform/ipfs/gateway.routes.ts";
import type { Job } from "./platform/jobs/queue.ts";
import { sendEmailJob } from "./platform/mail/notify.ts";
import { addOembed } from "./platform/pages/oembed.ts";
import { deleteBuildsJob } from "./platform/pages/site-builds.ts";
import { addSitemap } from "./platform/pages/sitemap.ts";
import type { RateLimits } from "./platform/security/rate-limits.ts";

export { confirmOperatorKey } from "./features/chain/index.ts";
export { openChains } from "./features/chain/local/index.ts";

connectAccounts({
  subscriptions: { isPremium, listSubscriptions, listCurrentPlans, grantPlan, revokePlan },
  catalogue: {
    assignArtist,
    lockArtist,
    countArtistsAndSongs,
    lockAndCountOwnSongs,
    bindSplits,
    invalidateOwnPlaylists,
    async deleteAddressReminders(db, address) {
      await deleteAddressReminders(db, address);
      await deleteAddressPhaseReminders(db, address);
    },
  },
  files: { countStorageBytes },
  announce,
  administration: [
    catalogueAdministration,
    paymentAdministration,
    rewardAdministration,
    { findObjects: { campaign: findExperienceObjects } },
    takedownAdministration,
  ],
  endOrders: endOrdersOfAccount,
  async detachAccount(context, tx, { accountId, keepsArtworks }) {
    await lockPaymentsOfAccount(tx, accountId);
    await cancelSubscriptions(context, tx, accountId);
    await detachReporter(tx, accountId);
    await detachAccount(context, tx, accountId);
    await eraseAnswers(tx, accountId);
    await releaseImages(context, tx, await detachArtworks(context, tx, { accountId, keepsArtworks }));
  },
  exportTables: {
    accounts: accountExport,
    chain: walletsExport,
    payments: paymentsExport,
    subscriptions: subscriptionsExport,
    catalogue: catalogueExport,
    rewards: rewardsExport,
    experiences: experiencesExport,
    followers: followersExport,
    takedown: takedownExport,
  },
});
connectRewards({
  listRewardTargets,
  listJoinedExperiences,
  lockExperience,
  findOrderTitles,
  listTokenCollections,
  findKeptArtwork,
  findTokenArtwork,
});
registerCataloguePorts({
  listRewards,
  countRewards,
  awardPlayPoints,
  readListenPoints,
  hasActiveCampaign,
  countExperiences,
  listSoldSongs,
  withdrawSongFiles,
  countPointEarners,
  countClaimants,
  countParticipants,
});

/** Registers what earlier features need of later ones. Runs when this module is loaded; tests repeat it after replacing a handler. */
export function registerFeatures(): void {
  registerOrderHandlers({ PARTICIPATION: participationOrderHandler, SUBSCRIPTION: subscriptionOrderHandler });
}

registerFeatures();

/** Returns the session lookup of the router. */
export function createSessionFinder(context: Context): FindSession {
  return findSession(context);
}

/**
 * Returns every feature's routes. This file is the only place that names every feature.
 *
 * @throws Error if the permission table lacks a route: without a line, nobody decided who may call it for another account
 */
export function allRoutes(context: Context): Route[] {
  const routes = listRoutes(context);
  const missing = routes.filter(({ endpoint }) => findPermission(endpoint) === undefined);
  if (missing.length === 0) return routes;
  const names = missing.map(({ endpoint: { method, path } }) => `${method} ${path}`);
  throw new Error(`shared/src/accounts/permissions.ts lacks ${names.join(", ")}`);
}

function listRoutes(context: Context): Route[] {
  return [
    ...accountRoutes(context),
    ...catalogueRoutes(context),
    ...rewardRoutes(context),
    ...experienceRoutes(context),
    ...followerRoutes(context),
    ...importRoutes(context),
    ...networkRoutes(context),
    ...walletRoutes(context),
    ...paymentRoutes(context),
    ...subscriptionRoutes(context),
    ...takedownRoutes(context),
    ...searchRoutes(context),
  ];
}

/** Lists the health issues and gauges of the features. Their issues become alarms. */
export function listFeatureHealth(context: Context): FeatureHealth[] {
  return [chainHealth(context), paymentHealth(context)];
}

/** Lists who is notified of alarms. */
export { listAdministratorContacts as listAlarmRecipients };

/** Adds routes outside the API: images, icons, audio, the local chain's RPC, social cards, oEmbed, the sitemap. */
export function addFiles(app: FastifyInstance, context: Context, limits: RateLimits): void {
  addSocialLogin(app, context);
  addSandboxStreaming(app, context);
  addUnsubscribe(app, context);
  addPaymentWebhook(app, context);
  addSandboxPages(app, context);
  addImageFiles(app, context, assertImageUnrestricted);
  addIcons(app);
  addLocalRpc(app, context, limits);
  addAudioFiles(app, context, assertAudioUnrestricted);
  addMasterFiles(app, context);
  addPlaylistFiles(app, context);
  addCatalogueDiscovery(app, context);
  experienceDiscovery(app, context);
  experienceMetadata(app, context);
  addWrapTokenMetadata(app, context);
  addIpfsGateway(app, context, (block) => assertContentUnrestricted(context, block));
  addOembed(app, context, [...catalogueEmbeds, ...experienceEmbeds]);
  addSitemap(app, context, [...catalogueSitemap, ...experienceSitemap]);
}

/** Documents that are cached as pages are: feeds. */
export { catalogueFeeds as publicDocuments };

/** Returns the file behind a URL if it may be sent ahead of the routes: a recording that was just found unrestricted. */
export function readyFileAt(context: Context, url: string): ReturnType<typeof resolveAudioUrl> {
  const file = resolveAudioUrl(url);
  return file !== undefined && isAudioUnrestricted(context, file.key) ? file : undefined;
}

/** Every feature's jobs. */
export const allJobs: readonly Job[] = [
  deleteStoredResponsesJob,
  sendEmailJob,
  backupJob,
  deleteBuildsJob,
  ...accountJobs,
  ...chainJobs,
  ...artworkJobs,
  ...paymentJobs,
  ...catalogueJobs,
  ...rewardJobs,
  ...importJobs,
  ...experienceJobs,
  ...followerJobs,
  ...fileJobs,
  ...takedownJobs,
];
