import { useQueryClient } from "@tanstack/react-query";
import { postLogout } from "@wrapsody/shared/accounts/logout.ts";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { apiFetch } from "../lib/api/api-fetch.ts";
import { removeDrafts } from "../lib/drafts/remove-drafts.ts";
import {
  currentPath,
  endSession,
  isSignedIn,
  onSessionChange,
  onSessionLost,
  storeReturnTo,
} from "../lib/storage/session.ts";
import { readStored } from "../lib/storage/storage.ts";
import { paths } from "../paths.ts";

/** Error code for the login page if the server no longer knows the session. */
export const sessionInvalid = "E0003";

/**
 * Redirects a user whose session has ended to the login page, which returns to the current page. Clears personal data
 * whenever the session changes.
 */
export function useSessionEndRedirect(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(
    () =>
      onSessionLost(() => {
        storeReturnTo(currentPath());
        // Back would lead to a page that may need a session, and thus to the login again.
        void navigate(paths.login({ err: sessionInvalid }), { replace: true });
      }),
    [navigate],
  );
  useEffect(() => {
    let reader = readStored("userId");
    return onSessionChange(() => {
      const before = reader;
      reader = readStored("userId");
      if (!isSignedIn()) client.removeQueries(personal);
      // Another tab has logged in as another user, so visible data is fetched again.
      else if (before !== undefined && before !== reader) void client.resetQueries(personal);
    });
  }, [client]);
}

const personal = {
  predicate: ({ meta }: { meta?: Record<string, unknown> | undefined }) => meta?.personal === true,
};

/** Returns the logout function. It ends the session in this browser immediately, and on the server with the call. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    // The call reads the token before it is removed below.
    apiFetch(postLogout, {}).catch(() => undefined);
    endSession();
    removeDrafts();
    void navigate(paths.home);
  };
}
