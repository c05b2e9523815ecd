import { useEffect } from "react";

/** Time for which a page is shown before others are prefetched. */
const PREFETCH_AFTER_MS = 6_000;

/** The ids of the public pages' routes; see `routes.ts`. */
const routes = ["home", "wraps", "wrap", "artist", "experience-list", "experience"];

/**
 * Fetches the files of the public pages once this one has long been shown. Steps to them are immediate then, and when the
 * network is gone the site itself can say so: a script that is not there would make the router load the document anew, and
 * with it end the song. They are only fetched, for the browser's own store: the router's way to read ahead would load the
 * document anew just so where nobody answers.
 */
export function RoutePrefetch() {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine && !savesData())
        for (const file of files()) void fetch(file).catch(() => undefined);
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

function files(): ReadonlySet<string> {
  const known = window.__reactRouterManifest?.routes ?? {};
  return new Set(
    routes.flatMap((name) => {
      const { module, imports = [], css = [] } = known[name] ?? {};
      return [...(module === undefined ? [] : [module]), ...imports, ...css];
    }),
  );
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

declare global {
  interface Window {
    /** Which files each route is made of, by the router's own list. */
    __reactRouterManifest?: {
      routes: Readonly<Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>>;
    };
  }
}
