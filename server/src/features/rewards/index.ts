export type { RewardNeeds } from "./levels.ts";
export { ownRewards } from "./own-data.ts";
export { earnPoints } from "./points.ts";
export { countRewards, listRewards } from "./rewards.data.ts";
export { rewardRoutes } from "./routes.ts";
