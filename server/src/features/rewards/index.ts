export { opensExperience } from "./access.data.ts";
export { rewardJobs } from "./jobs.ts";
export { addEntry, reverseEntry } from "./ledger.ts";
export type { LevelExperience, RewardNeeds } from "./needs.ts";
export { ownRewards } from "./own-data.ts";
export { findPoints } from "./points.data.ts";
export { earnPoints } from "./points.ts";
export { countRewards, deleteLevelsOf, listRewards } from "./rewards.data.ts";
export { rewardRoutes } from "./routes.ts";
