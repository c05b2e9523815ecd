export { isPremium, listSubscriptions } from "./subscriptions.data.ts";
