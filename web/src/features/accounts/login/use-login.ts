import { useQueryClient } from "@tanstack/react-query";
import { getMe, type SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import { useNavigate, useRouteLoaderData } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { beginSession } from "../../../lib/storage/session.ts";
import type { Site } from "../../../shell/site.ts";
import { destinationOf, takeReturnTo } from "./return-to.ts";

/** Returns a function that stores a new session and drops personal data of the previous one. */
export function useBeginSession(): (answer: SignedIn) => void {
  const client = useQueryClient();
  return ({ token, user }) => {
    client.removeQueries({ predicate: ({ meta }) => meta?.personal === true });
    beginSession({ token, user, userId: user.id });
    client.setQueryData(queryOf(getMe).queryKey, user);
  };
}

type Login = Pick<SignedIn, "user" | "first_login">;

/** Returns a function that redirects to the stored target after a login, which is passed unless it was long ago. */
export function useRedirectAfterLogin(): (login?: Login) => Promise<void> {
  const navigate = useNavigate();
  const companionUrl = useRouteLoaderData<Site>("root")?.companionUrl;
  return async (login) => {
    const isNewArtist = login?.first_login === true && login.user.user_type === "artist";
    const destination = destinationOf(takeReturnTo(), companionUrl, isNewArtist);
    if ("path" in destination)
      return isPreviousPage(destination.path) ? navigate(-1) : navigate(destination.path, { replace: true });
    const { openCompanion } = await import("../../../shell/header/open-companion.ts");
    await openCompanion(destination.companion);
  };
}

/** Returns whether Back leads to the page, so that returning to it does not put it into the history twice. */
function isPreviousPage(path: string): boolean {
  const { navigation } = window;
  const index = navigation?.currentEntry?.index;
  const previous = index === undefined ? undefined : navigation.entries()[index - 1];
  return previous?.url === new URL(path, window.location.href).href;
}

/** Returns a function that stores the session and redirects. */
export function useLogin(): (answer: SignedIn) => void {
  const begin = useBeginSession();
  const redirect = useRedirectAfterLogin();
  return (answer) => {
    begin(answer);
    void redirect(answer);
  };
}
