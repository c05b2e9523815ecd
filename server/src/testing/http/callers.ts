import { demoUsers } from "../../../../demo/catalogue/users.ts";
import { seedDemo } from "../../../../demo/seed.ts";
import { sql } from "../../platform/database/database.ts";
import { basicAuth, bearer, makePremium, openPeople, type Person } from "../fixtures/people.ts";

/** The kinds of caller that an API distinguishes. `other` and `key` are publishers who own nothing of the demo. */
export const callerKinds = ["none", "fan", "owner", "other", "admin", "key"] as const;
export type CallerKind = (typeof callerKinds)[number];

/** Starts the program with the demo catalogue and one caller of each kind. `owner` is the demo's premium publisher. */
export async function openCallers() {
  const people = await openPeople();
  const { context, call } = people;
  await seedDemo(context);

  /** Returns undefined if the account was deleted, or may not log in for a while. */
  async function logIn(kind: CallerKind): Promise<Record<string, string> | undefined> {
    if (kind === "none") return {};
    if (kind === "fan" || kind === "owner" || kind === "admin") {
      const user = demoUsers.find(({ key }) => key === (kind === "owner" ? "premium" : kind));
      const payload = { username: user?.email, password: user?.password };
      const { json } = await call("POST", "auth", { payload });
      return json.body === undefined ? undefined : bearer(String(json.body.token)).headers;
    }
    const person: Person = await people.join();
    if (kind === "other") return bearer(person.token).headers;
    await makePremium(people, person, 365 * 86_400);
    const { json } = await call("PATCH", "provider/keys", bearer(person.token));
    return basicAuth(json.body).headers;
  }

  async function replace(kind: CallerKind): Promise<Record<string, string>> {
    const person = await people.join();
    if (kind === "admin")
      await sql`update account set role = 'ADMIN' where id = ${person.id}`.execute(context.db);
    return bearer(person.token).headers;
  }

  const headers = {} as Record<CallerKind, Record<string, string>>;
  for (const kind of callerKinds) headers[kind] = (await logIn(kind)) ?? (await replace(kind));

  return {
    ...people,
    headers,
    /** Logs a caller in again whose session a call has ended. */
    async renew(kind: CallerKind): Promise<void> {
      if (kind === "none") return;
      const { status } = await call("GET", "me", { headers: headers[kind] });
      if (status === 401) headers[kind] = (await logIn(kind)) ?? (await replace(kind));
    },
    async readOne(query: string): Promise<string> {
      const { rows } = await sql<{ value: string }>`select (${sql.raw(query)})::text as value`.execute(
        context.db,
      );
      const value = rows[0]?.value;
      if (value === undefined || value === null) throw new Error(`The demo has none: ${query}`);
      return value;
    },
  };
}
