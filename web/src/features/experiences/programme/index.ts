/** Experiences as a programme, one line each. Takes what `drop` lists, in the order it is to be shown. */
export { Programme } from "./programme.tsx";
