/** Asks for what belongs to the reader, and shows that it is on its way or could not be had. */
export { OwnPending, useOwn } from "./own.tsx";
