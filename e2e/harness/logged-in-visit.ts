import { desktop, type Screen } from "./chromium.ts";
import { callApi, type Person } from "./people.ts";
import { startVisit, type Visit } from "./visit.ts";

type VisitOptions = { url: string; screen?: Screen; allowed?: readonly RegExp[] };

/** Starts a visit of a person who is already logged in. */
export async function visitAs(
  { email, password }: Person,
  { url, screen = desktop, allowed = [] }: VisitOptions,
): Promise<Visit & { token: string }> {
  const credentials = { username: email, password };
  const { token } = await callApi<{ token: string }>(url, "POST", "auth", credentials);
  const user = await callApi<{ id: string }>(url, "GET", "me", undefined, token);
  const session = await startVisit(screen, allowed, url);
  await session.page.addInitScript(
    (entries) => {
      // Writes the session only once, so that later changes by the page survive a reload.
      if (sessionStorage.getItem("entered") !== null) return;
      sessionStorage.setItem("entered", "yes");
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(`wrapsody-${name}`, value);
    },
    { token, user: JSON.stringify(user), userId: String(user.id) },
  );
  return { ...session, token };
}
