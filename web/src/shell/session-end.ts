import { useQueryClient } from "@tanstack/react-query";
import { postLogout } from "@wrapsody/shared/accounts.ts";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { ask } from "../lib/ask.ts";
import { endSession, isSignedIn, onSessionChange, onSessionLost } from "../lib/session.ts";
import { paths } from "../paths.ts";

/** What the log-in page is told when the server does not know the session any more. */
export const sessionInvalid = "E0003";

/** Leads a reader whose session is no longer valid to the log-in page, and forgets with every session what it saw. */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => onSessionLost(() => void navigate(paths.login({ err: sessionInvalid }))), [navigate]);
  useEffect(
    () =>
      onSessionChange(() => {
        if (!isSignedIn()) client.removeQueries({ predicate: ({ meta }) => meta?.personal === true });
      }),
    [client],
  );
}

/** Answers what logs out: at once in this browser, and on the server as soon as the call arrives there. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    // The call takes the token with it before that is forgotten here.
    ask(postLogout, {}).catch(() => undefined);
    endSession();
    void navigate(paths.home);
  };
}
