export { hasActiveCampaign, isCampaignOf } from "./campaigns.data.ts";
export { experienceDiscovery, experienceSitemap } from "./discovery.routes.ts";
export { ownExperiences } from "./own-data.ts";
export { experienceRoutes } from "./routes.ts";
