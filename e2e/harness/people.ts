import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { type Database, sql } from "../../server/src/platform/database/database.ts";
import { hashCheaply } from "../../server/src/testing/fixtures/cheap-hash.ts";
import { findLink, waitForMail } from "./mails.ts";
import { findSharedDatabase } from "./test-program.ts";

export type Person = { email: string; name: string; password: string };

/** A fan of the demo catalogue, for journeys that do not change the account. */
export const demoFan: Person = {
  email: "fan@wrapsody.example",
  name: "Ottilie Brandt",
  password: "window seat please",
};

/** Generates a person without an account and with a unique email address. */
export function generatePerson(): Person {
  return {
    email: `${randomBytes(8).readBigUInt64BE().toString(36)}@reader.example`,
    name: "Wilhelmina Stray",
    password: `seven lamps ${randomUUID().slice(0, 8)}`,
  };
}

/**
 * Creates a person with a confirmed address: by SQL on a shared program, because a sign-up costs 0.1 seconds of processor time, else by
 * a sign-up. `codes` turns on login codes by email.
 */
export async function createPerson(url: string, { codes = false } = {}): Promise<Person> {
  const person = generatePerson();
  const db = findSharedDatabase(url);
  if (db === undefined) await signUp(url, person);
  else
    await sql`
      insert into account (email, name, password_hash, verified_at)
      values (${person.email}, ${person.name}, ${hashCheaply(person.password)}, now())`.execute(db);
  if (codes) {
    const token = await createToken(url, person);
    await callApi(url, "PATCH", "user/mfa", {}, token);
  }
  return person;
}

/** Signs up a person and opens the link of the mail. */
async function signUp(url: string, { email, name, password }: Person): Promise<void> {
  await callApi(url, "POST", "user", { email, name, pw: password, pwconfirm: password });
  const link = new URL(findLink(await waitForMail(url, email, { subject: /confirm/i })));
  const [, uid, code] = /\/claim\/([^/]+)\/([^/]+)$/.exec(link.pathname) ?? [];
  await callApi(url, "GET", `user/${uid}/claim/${code}`);
}

/** Calls the API as another device would and returns the body of the response. */
export async function callApi<Body>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Body> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Logs in by the API and returns the token of the session. */
export async function createToken(
  url: string,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  const credentials = { username: email, password };
  return (await callApi<{ token: string }>(url, "POST", "auth", credentials)).token;
}

/** Links a new wallet to an account, without a proof, and returns its address. */
export async function linkWallet({ db }: { db: Database }, { email }: Person): Promise<string> {
  const wallet = `0x${randomBytes(20).toString("hex")}`;
  await sql`
    insert into wallet (address, account_id, linked_at)
    select ${wallet}, id, clock_timestamp() from account where email = ${email}`.execute(db);
  return wallet;
}

/** Fills in and submits the login form that the page shows. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel(/^Username/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await submitForm(page, "Log in");
}

/** Presses a button in the main area of the page. */
export async function submitForm(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
}

export const readToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("wrapsody-token"));
