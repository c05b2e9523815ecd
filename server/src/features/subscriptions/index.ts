export { currentPlans, grant, withdraw } from "./granted.data.ts";
export { ownSubscriptions } from "./own-data.ts";
export { subscriptionRoutes } from "./routes.ts";
export { subscriptionOrders } from "./settle.ts";
export { isPremium, listSubscriptions, premiumAccounts } from "./subscriptions.data.ts";
