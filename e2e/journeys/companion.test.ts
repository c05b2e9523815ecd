import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import { callApi, createPerson, logIn, type Person } from "../harness/people.ts";
import { type RunningProgram, startProgram } from "../harness/program.ts";
import { startVisit } from "../harness/visit.ts";

let app: Server;
let program: RunningProgram;
let folder: string;
let appUrl: string;

beforeAll(async () => {
  app = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<title>Companion</title>The companion app."),
  ).listen(0, "127.0.0.1");
  await once(app, "listening");
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/app?from=site`;
  folder = await mkdtemp(join(tmpdir(), "wrapsody-companion-"));
  program = await startProgram({
    DATA_DIR: folder,
    DEMO: "0",
    COMPANION_URL: appUrl,
    RATE_LIMITS: "0",
  });
});

afterAll(async () => {
  app.close();
  await program.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe("the companion app", () => {
  const link = "Companion app";

  /** Logs in and waits for the next page and its requests. */
  async function logInAndWait(page: Page, person: Person): Promise<void> {
    await logIn(page, person);
    await page.waitForURL(/\/you$/);
    await page.getByText(person.email).waitFor();
  }

  test("is a plain link for anonymous visitors", async () => {
    const { page, open } = await startVisit(undefined, [/favicon/], program.url);
    await open("/");
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(appUrl);
  });

  test("opens with a token that can be exchanged for a session once", async () => {
    const { page, open, url } = await startVisit(undefined, [/404/], program.url);
    const person = await createPerson(url);
    await open("/login?sr=YOU");
    await logInAndWait(page, person);
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(/\/app\?from=site&token=/);
    const token = new URL(page.url()).searchParams.get("token");
    const { user } = await callApi<{ user: { email: string } }>(url, "POST", "session/exchange", { token });
    expect(user.email).toBe(person.email);
    await expect(callApi(url, "POST", "session/exchange", { token })).rejects.toThrow(/success":false/);
  });

  test("is where a login started from it leads", async () => {
    const { page, open, url } = await startVisit(phone, [/404/], program.url);
    const person = await createPerson(url);
    await open("/login?sr=COMPANION");
    await logIn(page, person);
    await page.waitForURL(/\/app\?from=site&token=/);
  });

  test("opens after a new login if the session has expired", async () => {
    const { page, open, url } = await startVisit(undefined, [/404|401/], program.url);
    const person = await createPerson(url);
    await open("/login?sr=YOU");
    await logInAndWait(page, person);
    const token = await page.evaluate(() => localStorage.getItem("wrapsody-token"));
    await callApi(url, "POST", "auth/logout", {}, token ?? "");
    await page.getByRole("link", { name: link }).click();
    await page.getByText("your session is not valid.").waitFor();
    await logIn(page, person);
    await page.waitForURL(/\/app\?from=site&token=/);
  });

  test("opens without a token if none can be issued", async () => {
    const { page, open, url } = await startVisit(undefined, [/404|ERR_FAILED/], program.url);
    await open("/login?sr=YOU");
    await logInAndWait(page, await createPerson(url));
    await page.route("**/api/v1/session/exchange", (route) => route.abort());
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(appUrl);
  });
});
