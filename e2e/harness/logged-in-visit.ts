import { desktop, type Screen } from "./chromium.ts";
import { callApi, createToken, type Person } from "./people.ts";
import { startVisit, type Visit } from "./visit.ts";

type VisitOptions = { url: string; screen?: Screen; allowed?: readonly RegExp[] };

/** Starts a visit of a person who is already logged in, with the session of `token` if there is one. */
export async function visitAs(
  person: Person & { token?: string },
  { url, screen = desktop, allowed = [] }: VisitOptions,
): Promise<Visit & { token: string }> {
  const token = person.token ?? (await createToken(url, person));
  const user = await callApi<{ id: string }>(url, "GET", "me", undefined, token);
  const session = await startVisit(screen, allowed, url);
  await session.page.evaluate(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(`wrapsody-${name}`, value);
    },
    { token, user: JSON.stringify(user), userId: String(user.id) },
  );
  return { ...session, token };
}
