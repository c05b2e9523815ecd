export { subscriptionsExport } from "./data-export.data.ts";
export { grantPlan, listCurrentPlans, revokePlan } from "./granted.data.ts";
export { subscriptionOrderHandler } from "./order-handler.ts";
export { subscriptionRoutes } from "./routes.ts";
export { isPremium, listSubscriptions, premiumAccountIds } from "./subscriptions.data.ts";
