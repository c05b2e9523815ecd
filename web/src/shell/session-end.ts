import { useQueryClient } from "@tanstack/react-query";
import { postLogout } from "@wrapsody/shared/logout.ts";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { apiFetch } from "../lib/api/api-fetch.ts";
import {
  endSession,
  isSignedIn,
  onSessionChange,
  onSessionLost,
  storeReturnTo,
} from "../lib/storage/session.ts";
import { readStored } from "../lib/storage/storage.ts";
import { paths } from "../paths.ts";

/** What the log-in page is told when the server does not know the session any more. */
export const sessionInvalid = "E0003";

/**
 * Leads a reader whose session is no longer valid to the log-in page, from where they come back to this one, and
 * forgets with every session what it saw.
 */
export function useSessionEndRedirect(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(
    () =>
      onSessionLost(() => {
        storeReturnTo(`${window.location.pathname}${window.location.search}`);
        void navigate(paths.login({ err: sessionInvalid }));
      }),
    [navigate],
  );
  useEffect(() => {
    let reader = readStored("userId");
    return onSessionChange(() => {
      const before = reader;
      reader = readStored("userId");
      if (!isSignedIn()) client.removeQueries(personal);
      // Another tab has logged in as somebody else: what is on screen is asked for anew.
      else if (before !== undefined && before !== reader) void client.resetQueries(personal);
    });
  }, [client]);
}

const personal = {
  predicate: ({ meta }: { meta?: Record<string, unknown> | undefined }) => meta?.personal === true,
};

/** Answers what logs out: at once in this browser, and on the server as soon as the call arrives there. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    // The call takes the token with it before that is forgotten here.
    apiFetch(postLogout, {}).catch(() => undefined);
    endSession();
    void navigate(paths.home);
  };
}
