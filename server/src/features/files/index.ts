export { collectFiles, previewCollection, releaseImages } from "./collect.ts";
export { fileJobs } from "./jobs.ts";
export { withdrawSongFiles } from "./public-files.data.ts";
export { countStorageBytes } from "./usage.data.ts";
