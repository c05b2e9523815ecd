export { opensExperience } from "./access.data.ts";
export { rewardJobs } from "./jobs.ts";
export { addEntry, reverseEntry } from "./ledger.ts";
export type { RewardNeeds } from "./levels.ts";
export { ownRewards } from "./own-data.ts";
export { findPoints } from "./points.data.ts";
export { earnPoints } from "./points.ts";
export { countRewards, listRewards } from "./rewards.data.ts";
export { rewardRoutes } from "./routes.ts";
