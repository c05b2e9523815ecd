import { Outlet } from "react-router";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { requireSession } from "./guard.ts";
import { useLogoutSync } from "./logout-sync.ts";
import "../accounts.css";

/** Before any page below, and again whenever one is opened. */
export const clientMiddleware = [requireSession];

/** The guard runs where there is something to load: also when the page is what the browser opened first. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

/** All that the server knows of these pages: who reads them is for the browser to say. */
export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

/** Frame of the pages that need a session. */
export default function AuthenticatedLayout() {
  useLogoutSync();
  return <Outlet />;
}
