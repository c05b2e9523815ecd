import { lazy } from "react";

/** A chunk of its own, which the server renders: most sites have wraps. */
export const EmptyCatalogue = lazy(async () => ({
  default: (await import("./home-empty.tsx")).EmptyCatalogue,
}));
