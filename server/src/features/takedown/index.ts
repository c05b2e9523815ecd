export { detachReporter } from "./account-deletion.data.ts";
export { takedownAdministration } from "./administration.ts";
export { takedownExport } from "./data-export.data.ts";
export { takedownJobs } from "./jobs.ts";
export { takedownRoutes } from "./routes.ts";
