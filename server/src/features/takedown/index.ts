export { detachReporter } from "./account-deletion.data.ts";
export { takedownExport } from "./data-export.data.ts";
export { takedownJobs } from "./jobs.ts";
export { takedownAdministration } from "./reports/decide-report.ts";
export { takedownRoutes } from "./routes.ts";
