export { collectFiles, previewCollection, releaseImages } from "./collect.ts";
export { fileJobs } from "./jobs.ts";
export { withdrawSongFiles } from "./public-files.data.ts";
export { purgeAddressJob, syncPublicFilesJob } from "./public-files.ts";
export {
  assertAudioUnrestricted,
  assertContentUnrestricted,
  assertImageUnrestricted,
  isAudioUnrestricted,
} from "./restricted-files.ts";
export { countStorageBytes } from "./usage.data.ts";
export { listFilesOf } from "./withheld-files.data.ts";
export { enqueuePlacing } from "./withheld-files.ts";
