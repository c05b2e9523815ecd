import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "../features/accounts/index.ts";
import { type Executor, sql } from "../platform/database/database.ts";
import { openTestApi, type TestApi } from "./api.ts";

export const password = "window seat please";

export type Person = { id: string; email: string; token: string };

/** Like `openTestApi`, with logged-in users. */
export type People = TestApi & {
  /** Adds a user with a confirmed address and the password `password`, and logs them in. */
  join(): Promise<Person>;
  /** Logs in once more, as from another device. */
  logInAgain(person: Person, headers?: Record<string, string>): Promise<string>;
  /** Lists the recorded events of an account, oldest first. */
  events(accountId: string): Promise<{ kind: string; detail: Record<string, unknown> }[]>;
};

export async function openPeople(): Promise<People> {
  const api = await openTestApi();
  const { call, context } = api;
  // All users share one hash, because hashing is slow.
  const hash = await hashPassword(password);
  let joined = 0;
  const logInAgain = async ({ email }: { email: string }, headers: Record<string, string> = {}) => {
    const { json } = await call("POST", "auth", { payload: { username: email, password }, headers });
    return String(json.body.token);
  };
  return {
    ...api,
    logInAgain,
    async join() {
      joined += 1;
      const email = `Fan${joined}@wrapsody.example`;
      const { rows } = await sql<{ id: string }>`
        insert into account (email, name, password_hash, verified_at)
        values (${email}, 'Ottilie Brandt', ${hash}, ${context.clock.now()}) returning id`.execute(
        context.db,
      );
      return { id: rows[0]?.id ?? "", email, token: await logInAgain({ email }) };
    },
    async events(accountId) {
      const { rows } = await sql<{ kind: string; detail: Record<string, unknown> }>`
        select kind, detail from security_event where account_id = ${accountId} order by id`.execute(
        context.db,
      );
      return rows;
    },
  };
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

export const basicAuth = ({ apiKeyId, apiKeySecret }: { apiKeyId: string; apiKeySecret: string }) => ({
  headers: { authorization: `Basic ${Buffer.from(`${apiKeyId}:${apiKeySecret}`).toString("base64")}` },
});

/** Gives a user the premium plan for `seconds`. */
export async function makePremium({ context }: People, { id }: Person, seconds = 86_400): Promise<void> {
  const ends = new Date(context.clock.now().getTime() + seconds * 1000);
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    values (${id}, 'PREMIUM_MONTHLY', ${ends}, ${ends})`.execute(context.db);
}

/** Dumps the whole database except password hashes, to prove that no secret is stored in plain text. */
export async function dumpDatabase({ context: { db } }: People): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text, '') as text
    from pg_tables where schemaname in ('public', 'graphile_worker')`.execute(db);
  return rows[0]?.text ?? "";
}

/** Waits until `count` statements are blocked by a lock. */
export async function waitUntilBlocked(db: Executor, count = 1): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length >= count) return;
    await sleep(20);
  }
  throw new Error("no statement is blocked");
}
