/** Tells on the reader's own page that their plan has begun. */
export { PlanBegun } from "./checkout/plan-started-line.tsx";
