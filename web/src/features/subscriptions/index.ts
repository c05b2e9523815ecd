/** Announces on the account page that the user's plan has started. */
export { PlanStarted } from "./checkout/plan-started-line.tsx";
