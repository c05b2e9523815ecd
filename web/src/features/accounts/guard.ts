import { redirect } from "react-router";
import { isSignedIn } from "../../lib/session.ts";
import { keep } from "../../lib/storage.ts";
import { paths } from "../../paths.ts";
import { sources } from "./source.ts";

/** What the log-in page is told when a reader came to it from a page that needs a session. */
export const sentAway = "E01";

/**
 * Sends a reader without a session to the log-in page, from where they come back to their own page. The one guard of
 * all pages that need a session; they stand below `members.tsx` in `routes.ts`.
 */
export function requireSession(): void {
  if (isSignedIn()) return;
  keep("source", sources.you);
  throw redirect(paths.login({ err: sentAway }));
}
