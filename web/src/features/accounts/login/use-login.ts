import { useQueryClient } from "@tanstack/react-query";
import { getMe, type SignedIn } from "@wrapsody/shared/accounts.ts";
import { useNavigate, useRouteLoaderData } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { beginSession } from "../../../lib/storage/session.ts";
import type { Site } from "../../../shell/site.ts";
import { destinationOf, takeReturnTo } from "./return-to.ts";

/** Answers what keeps the session that a log-in answered, in place of whatever was known of another reader. */
export function useBeginSession(): (answer: SignedIn) => void {
  const client = useQueryClient();
  return ({ token, user }) => {
    client.removeQueries({ predicate: ({ meta }) => meta?.personal === true });
    beginSession({ token, user, userId: user.id });
    client.setQueryData(queryOf(getMe).queryKey, user);
  };
}

/** Answers what leads a reader who has a session to where they were going. */
export function useRedirectAfterLogin(): () => Promise<void> {
  const navigate = useNavigate();
  const companionUrl = useRouteLoaderData<Site>("root")?.companionUrl;
  return async () => {
    const destination = destinationOf(takeReturnTo(), companionUrl);
    if ("path" in destination) return navigate(destination.path, { replace: true });
    const { openCompanion } = await import("../../../shell/header/open-companion.ts");
    await openCompanion(destination.companion);
  };
}

/** Both: what a complete log-in does. */
export function useLogin(): (answer: SignedIn) => void {
  const begin = useBeginSession();
  const goOn = useRedirectAfterLogin();
  return (answer) => {
    begin(answer);
    void goOn();
  };
}
