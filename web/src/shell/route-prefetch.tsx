import { useEffect } from "react";

/** Time for which a page is shown before others are prefetched. */
const PREFETCH_AFTER_MS = 6_000;

/** The ids of the public pages' routes; see `routes.ts`. */
const routes = ["home", "wraps", "wrap", "artist", "experience-list", "experience"];

/**
 * Prefetches the scripts of the public pages once the current page has been open for a while. Navigation is then
 * immediate. Without a network the site can still show an error: the router reloads the document if a script is
 * missing, which would stop the song. The files go only to the browser cache, because the router's own prefetch also
 * reloads the document if the network fails.
 */
export function RoutePrefetch() {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine && !savesData())
        for (const file of listRouteFiles()) void fetch(file).catch(() => undefined);
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

function listRouteFiles(): ReadonlySet<string> {
  const known = window.__reactRouterManifest?.routes ?? {};
  return new Set(
    routes.flatMap((name) => {
      const { module, imports = [], css = [] } = known[name] ?? {};
      return [...(module === undefined ? [] : [module]), ...imports, ...css];
    }),
  );
}

/** Returns whether the reader asked the browser to save data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

declare global {
  interface Window {
    /** The files of each route, from the router's manifest. */
    __reactRouterManifest?: {
      routes: Readonly<Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>>;
    };
  }
}
