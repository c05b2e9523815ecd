export { importJobs } from "./jobs.ts";
export { importRoutes } from "./routes.ts";
