export { currentPlans, grant, withdraw } from "./granted.data.ts";
export { isPremium, listSubscriptions } from "./subscriptions.data.ts";
