import { desktop, type Screen } from "./chromium.ts";
import { ask, type Person } from "./people.ts";
import { type Visit, visit } from "./visit.ts";

type Given = { url: string; screen?: Screen; allowed?: readonly RegExp[] };

/** A visit of somebody who has logged in before, without the way through the log-in page. */
export async function visitAs(
  { email, password }: Person,
  { url, screen = desktop, allowed = [] }: Given,
): Promise<Visit & { token: string }> {
  const credentials = { username: email, password };
  const { token } = await ask<{ token: string }>(url, "POST", "auth", credentials);
  const user = await ask<{ id: string }>(url, "GET", "me", undefined, token);
  const visited = await visit(screen, allowed, url);
  await visited.page.addInitScript(
    (kept) => {
      // Once: what the page itself does with its session later, stays.
      if (sessionStorage.getItem("entered") !== null) return;
      sessionStorage.setItem("entered", "yes");
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(`wrapsody-${name}`, value);
    },
    { token, user: JSON.stringify(user), userId: String(user.id) },
  );
  return { ...visited, token };
}
