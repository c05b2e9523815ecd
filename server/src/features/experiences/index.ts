export { experienceRoutes } from "./routes.ts";
