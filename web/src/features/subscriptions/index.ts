/** Tells on the reader's own page that their plan has begun. */
export { PlanStarted } from "./checkout/plan-started-line.tsx";
