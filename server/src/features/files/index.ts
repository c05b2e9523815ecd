export { collectFiles, previewCollection } from "./collect.ts";
export { fileJobs } from "./jobs.ts";
