export { hasActiveCampaign, isCampaignOf } from "./campaigns.data.ts";
export { experienceDiscovery, experienceSitemap } from "./discovery.routes.ts";
export { artworkOf, collectionsOf } from "./holdings.data.ts";
export { experienceJobs } from "./jobs.ts";
export { ownExperiences } from "./own-data.ts";
export { experienceMetadata } from "./participation/metadata.routes.ts";
export { participationOrders } from "./participation/orders/settle.ts";
export { experienceRoutes } from "./routes.ts";
export { askForContract } from "./studio/activation.ts";
