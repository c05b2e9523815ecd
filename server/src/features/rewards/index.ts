export { opensExperience } from "./claims/claims.data.ts";
export { rewardsExport } from "./data-export.data.ts";
export { rewardJobs } from "./jobs.ts";
export { countRewards, deleteLevelsOf, listRewards } from "./levels/levels.data.ts";
export { findPoints } from "./points/award-points.data.ts";
export { awardPlayPoints } from "./points/award-points.ts";
export { addEntry, reverseEntry } from "./points/ledger.ts";
export { connectRewards, type LevelExperience, type RewardPorts } from "./ports.ts";
export { rewardRoutes } from "./routes.ts";
