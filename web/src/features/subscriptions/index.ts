/** Tells on the reader's own page that their plan has begun. */
export { PlanBegun } from "./begun-line.tsx";
