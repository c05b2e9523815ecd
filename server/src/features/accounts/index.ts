export { type Claims, createAccountFor } from "./invitations.ts";
export { accountJobs } from "./jobs.ts";
export { hashPassword } from "./passwords.ts";
export type { Plans } from "./plans.ts";
export { accountRoutes, findSession } from "./routes.ts";
export { addSandboxStreaming } from "./sandbox/streaming.routes.ts";
export type { Keeping } from "./settings.routes.ts";
export { addSocialLogIn } from "./social/browser.routes.ts";
