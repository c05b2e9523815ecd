/** Experiences as a programme, one line each. Takes what `drop` lists, in the order it is to be shown. */

/** Pages of a list, as an address asks for them (`?page=2`) and as the API counts their rows. */
export { pageNumber, rowsOfPage } from "./page-number.ts";
export { Programme } from "./programme.tsx";
