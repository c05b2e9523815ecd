export { accountJobs } from "./jobs.ts";
export { hashPassword } from "./passwords.ts";
export { accountRoutes } from "./routes.ts";
export { findSession } from "./sessions.ts";
