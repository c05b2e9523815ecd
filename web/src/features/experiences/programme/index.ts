/** Experiences as a list, one row each. Takes the results of `drop` in display order. */
export { Programme } from "./programme.tsx";
