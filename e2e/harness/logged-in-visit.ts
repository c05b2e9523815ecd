import { desktop, type Screen } from "./chromium.ts";
import { callApi, createToken, type Person } from "./people.ts";
import { openVisit, type SharedVisit, startVisit, type Visit } from "./visit.ts";

type VisitOptions = { url: string; screen?: Screen; allowed?: readonly RegExp[] };

/** Starts a visit of a person who is already logged in, with the session of `token` if there is one. */
export async function visitAs(
  person: Person & { token?: string },
  { url, screen = desktop, allowed = [] }: VisitOptions,
): Promise<Visit & { token: string }> {
  const token = person.token ?? (await createToken(url, person));
  const session = await startVisit(screen, allowed, url);
  await keepSession(session, token);
  return { ...session, token };
}

/** Starts a visit with a session, which the tests of a suite share. */
export async function openVisitAs(
  token: string,
  { url, screen = desktop, allowed = [] }: VisitOptions,
): Promise<SharedVisit> {
  const session = await openVisit(screen, allowed, url);
  await keepSession(session.visit, token);
  return session;
}

async function keepSession({ page, url }: Visit, token: string): Promise<void> {
  const user = await callApi<{ id: string }>(url, "GET", "me", undefined, token);
  await page.evaluate(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(`wrapsody-${name}`, value);
    },
    { token, user: JSON.stringify(user), userId: String(user.id) },
  );
}
