export { announce } from "./announcements/announce.ts";
export { followersExport } from "./data-export.data.ts";
export { followerJobs } from "./jobs.ts";
export { followerRoutes } from "./routes.ts";
