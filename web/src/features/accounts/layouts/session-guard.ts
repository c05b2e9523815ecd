import { useEffect } from "react";
import { redirect, replace, useRevalidator } from "react-router";
import { currentPath, isSignedIn, storeReturnTo } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";

/** Error code for the login page if a page needs a session. */
export const LOGIN_REQUIRED = "E01";

/**
 * Redirects a reader without a session to the login page, which returns them to the requested page. Every page that
 * needs a session runs this guard: those pages are children of `authenticated-layout.tsx` in `routes.ts`.
 */
export function requireSession({ request }: { request: Request }): void {
  if (isSignedIn()) return;
  const { pathname, search } = new URL(request.url);
  // A request has no fragment. The address still is that of the page before, unless this one is loaded or was left by Back.
  const isAddress = window.location.pathname === pathname && window.location.search === search;
  storeReturnTo(isAddress ? currentPath() : `${pathname}${search}`);
  const login = paths.login({ err: LOGIN_REQUIRED });
  // Back from the login would lead to this page, and thus to the login again.
  throw isAddress ? replace(login) : redirect(login);
}

/** Reruns the session guard after a logout in another tab. */
export function useLogoutSync(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onStorage = () => void revalidate();
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [revalidate]);
}

/** Headers for pages whose URL holds a secret. */
export const noReferrer = { "referrer-policy": "no-referrer" };

/** Removes the query from the address bar and the history. The page still has it. */
export function useQueryRemoval(): void {
  useEffect(() => {
    const { pathname, hash } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${hash}`);
  }, []);
}
