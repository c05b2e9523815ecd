export { collectFiles, previewCollection, releaseImages } from "./collect.ts";
export { fileJobs } from "./jobs.ts";
