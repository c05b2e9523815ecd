/**
 * Replaces two modules of React Router in the browser (see `vite.config.ts`), 2 kB of gzip that this site cannot reach: the
 * instrumentation of routes, because it passes none, and the discovery of routes, because pages name all routes at the start
 * (`routeDiscovery` in `react-router.config.ts`). The server keeps the real ones.
 */
const none = () => undefined;

export const consumeInstrumentationClientResultMetaReceiver = none;
export const getRouteInstrumentationUpdates = none;
export const instrumentClientSideRouter = none;

export const isFogOfWarEnabled = () => false;
export const getPartialManifest = none;
export const getPatchRoutesOnNavigationFunction = none;
export const useFogOFWarDiscovery = none;
