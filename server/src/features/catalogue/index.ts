export { catalogueRoutes } from "./routes.ts";
export { catalogueFiles } from "./files.routes.ts";
export { measureAudio } from "./audio.ts";
