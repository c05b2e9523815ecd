export { listRewards } from "./rewards.data.ts";
