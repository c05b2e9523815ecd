export { measureAudio } from "./audio.ts";
export { catalogueDiscovery, catalogueSitemap } from "./discovery.routes.ts";
export { audioAt, catalogueFiles } from "./files.routes.ts";
export { catalogueJobs } from "./jobs.ts";
export type { CountedPlay, OnCounted } from "./plays.ts";
export { catalogueRoutes } from "./routes.ts";
export { countSearchWords } from "./search.data.ts";
