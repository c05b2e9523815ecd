/** The restrictions of something that the reader owns, loaded only where there are some, and the suspensions of a user. */
export { prefetchSuspensions, Restricted, SuspensionOfUser } from "./restricted.tsx";
