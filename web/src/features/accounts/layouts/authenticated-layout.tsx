import { Outlet } from "react-router";
import { LoadingPage } from "./loading-page.tsx";
import { requireSession, useLogoutSync } from "./session-guard.ts";

/** Runs before every page below. */
export const clientMiddleware = [requireSession];

/** Makes the guard run on the first load too. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

/** The server renders this placeholder only, because it does not know the session. */
export function HydrateFallback() {
  return <LoadingPage />;
}

/** Layout of the pages that need a session. */
export default function AuthenticatedLayout() {
  useLogoutSync();
  return <Outlet />;
}
