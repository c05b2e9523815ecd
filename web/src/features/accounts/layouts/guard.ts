import { redirect } from "react-router";
import { isSignedIn, storeReturnTo } from "../../../lib/storage/session.ts";
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
  storeReturnTo(`${pathname}${search}`);
  throw redirect(paths.login({ err: LOGIN_REQUIRED }));
}
