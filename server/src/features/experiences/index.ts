export { experienceDiscovery, experienceSitemap } from "./discovery.routes.ts";
export { experienceRoutes } from "./routes.ts";
