/** The restrictions of something that the reader owns. Loaded only where there are some. */
export { Restricted } from "./restricted.tsx";
