export { grantPlan, listCurrentPlans, revokePlan } from "./granted.data.ts";
export { subscriptionOrderHandler } from "./order-handler.ts";
export { exportSubscriptions } from "./own-data.ts";
export { subscriptionRoutes } from "./routes.ts";
export { isPremium, listSubscriptions, premiumAccountIds } from "./subscriptions.data.ts";
