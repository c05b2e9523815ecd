import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { findLink, waitForMail } from "./mails.ts";

export type Person = { email: string; name: string; password: string };

/** Somebody of the demo catalogue, for journeys that change nothing about them. */
export const demoFan: Person = {
  email: "fan@wrapsody.example",
  name: "Ottilie Brandt",
  password: "window seat please",
};

/** Somebody who has no account yet, and whose address is nobody else's. */
export function generatePerson(): Person {
  return {
    email: `${randomBytes(8).readBigUInt64BE().toString(36)}@reader.example`,
    name: "Wilhelmina Stray",
    password: `seven lamps ${randomUUID().slice(0, 8)}`,
  };
}

/** Somebody whose account is of this journey alone: signed up, and with the link of the mail opened. */
export async function createPerson(url: string, { codes = false } = {}): Promise<Person> {
  const person = generatePerson();
  const { email, name, password } = person;
  await callApi(url, "POST", "user", { email, name, pw: password, pwconfirm: password });
  const link = new URL(findLink(await waitForMail(url, email, { subject: /confirm/i })));
  const [, uid, code] = /\/claim\/([^/]+)\/([^/]+)$/.exec(link.pathname) ?? [];
  await callApi(url, "GET", `user/${uid}/claim/${code}`);
  if (codes) {
    const { token } = await callApi<{ token: string }>(url, "POST", "auth", { username: email, password });
    await callApi(url, "PATCH", "user/mfa", {}, token);
  }
  return person;
}

/** A call as another device would make it. */
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

/** Fills in the log-in that the page shows, and sends it. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel(/^Username/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await submitForm(page, "Log in");
}

/** Presses the button of the page's form. */
export async function submitForm(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
}

export const readToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("wrapsody-token"));
