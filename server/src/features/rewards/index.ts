export { opensExperience } from "./claims/experience-access.data.ts";
export { exportRewards } from "./data-export.ts";
export { rewardJobs } from "./jobs.ts";
export { countRewards, deleteLevelsOf, listRewards } from "./levels/levels.data.ts";
export type { LevelExperience, RewardNeeds } from "./needs.ts";
export { findPoints } from "./points/award-points.data.ts";
export { awardPlayPoints } from "./points/award-points.ts";
export { addEntry, reverseEntry } from "./points/ledger.ts";
export { rewardRoutes } from "./routes.ts";
