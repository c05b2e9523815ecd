import { redirect } from "react-router";
import { isSignedIn, storeReturnTo } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";

/** Error code for the log-in page if a page needs a session. */
export const LOGIN_REQUIRED = "E01";

/**
 * Sends a reader without a session to the log-in page, from where they come back to the page they asked for. The one
 * guard of all pages that need a session; they stand below `members.tsx` in `routes.ts`.
 */
export function requireSession({ request }: { request: Request }): void {
  if (isSignedIn()) return;
  const { pathname, search } = new URL(request.url);
  storeReturnTo(`${pathname}${search}`);
  throw redirect(paths.login({ err: LOGIN_REQUIRED }));
}
