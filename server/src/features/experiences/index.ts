export { findExperienceObjects } from "./audit-objects.data.ts";
export { experiencesExport } from "./data-export.data.ts";
export { experienceJobs } from "./jobs.ts";
export { deleteAbandonedPhotos } from "./participation/account-deletion.data.ts";
export { detachArtworks } from "./participation/account-deletion.ts";
export { findKeptArtwork } from "./participation/artworks/kept-artworks.data.ts";
export { participationOrderHandler } from "./participation/orders/apply-event.ts";
export { endOrdersOfAccount } from "./participation/orders/expire.ts";
export { findOrderTitles } from "./participation/orders/order-directory.data.ts";
export { deleteAddressPhaseReminders } from "./phases/reminders.data.ts";
export {
  countExperiences,
  hasActiveCampaign,
  isKept,
  isKeptArtwork,
  isPublicCampaign,
  isPublicParticipant,
  isShown,
  listSoldSongs,
} from "./public/campaigns.data.ts";
export { experienceDiscovery, experienceEmbeds, experienceSitemap } from "./public/discovery.routes.ts";
export { countParticipants } from "./public/people.data.ts";
export { findExperiences } from "./public/search.data.ts";
export { listJoinedExperiences, listRewardTargets, lockExperience } from "./reward-targets.data.ts";
export { experienceRoutes } from "./routes.ts";
export { requestContract } from "./studio/activation/activation.ts";
export { findTokenArtwork, listTokenCollections } from "./tokens/collection-tokens.data.ts";
export { experienceMetadata } from "./tokens/metadata.routes.ts";
