/** Replaces React Router on the server (see `vite.config.ts`), where nothing is clicked, prefetched or opened. */
export * from "react-router";
export { Link } from "./server-link.tsx";
export { Scripts } from "./server-scripts.tsx";

export function useViewTransitionState(): boolean {
  return false;
}
