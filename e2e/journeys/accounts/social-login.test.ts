import type { Page } from "playwright-core";
import { describe, inject, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { findCode, waitForMail } from "../../harness/mails.ts";
import { callApi, createPerson, generatePerson, readToken, submitForm } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

const failed = "OAuth failed";

/** Opens the sandbox from the login page and picks a listener there. */
async function logInAtSandbox(page: Page, choice: string): Promise<void> {
  await page.getByRole("link", { name: "Continue with the test service" }).click();
  await page.getByRole("heading", { name: "Who is listening?" }).waitFor();
  await page.getByRole("button", { name: choice }).click();
}

describe("a login through a streaming service", () => {
  test("can be cancelled there, leads back to the requested page, and confirms a person with a session", async () => {
    // The page may still load the account with the session that the exchange replaces.
    const { page, open, follow, url } = await startVisit(phone, [/401/]);
    await open("/you");
    await page.waitForURL(/\/login\?err=E01/);
    await page.getByText("A fake streaming service for testing.").waitFor();
    await logInAtSandbox(page, "Cancel and go back");
    await page.waitForURL(/\/login\?error=OAuth\+failed$/);
    await page.getByText(failed).waitFor();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await logInAtSandbox(page, "Tomás Okoye");
    await page.waitForURL(`${url}/you`);
    await page.getByRole("heading", { name: "Tomás Okoye" }).waitFor();

    const former = await readToken(page);
    await follow("/login?err=E0018&sr=SETTINGS");
    await logInAtSandbox(page, "Tomás Okoye");
    await page.waitForURL(/\/my\/settings$/);
    expect(await readToken(page)).not.toBe(former);
    // The history keeps no token.
    await page.goBack();
    expect(page.url()).not.toMatch(/token=/);
  });

  test("fails at an address with missing, forged or unknown parameters", async () => {
    const { page, open } = await startVisit(phone, [/400/]);
    for (const [query, text] of [
      ["", failed],
      ["?token=made-up&network=sandbox", failed],
      ["?token=made-up&network=MYSPACE", "Invalid social login selected"],
    ] as const) {
      await open(`/login/oauth${query}`);
      await page.getByText(text).waitFor();
    }
    expect(await readToken(page)).toBeNull();
  });

  test("asks for an email code if its account requires one", async () => {
    const { email } = generatePerson();
    await sql`
      with owner as (
        insert into account (email, name, verified_at, mfa_enabled)
        values (${email}, 'Mei Lindgren', now(), true) returning id)
      insert into social_login (network, subject, account_id, created_at, used_at)
      select 'SANDBOX', 'mei-lindgren', id, now(), now() from owner
      on conflict (network, subject) do update set account_id = excluded.account_id`.execute(program.db);
    const { page, open, url } = await startVisit(phone, [], program.url);
    await open("/login?sr=YOU");
    await logInAtSandbox(page, "Mei Lindgren");
    await page.getByText("We sent a code to your email address.").waitFor();
    const code = findCode(await waitForMail(url, email, { subject: /your code/i }));
    await page.getByLabel(/^Verification code/).fill(code);
    await submitForm(page, "Log in");
    await page.waitForURL(/\/you$/);
    await page.getByRole("heading", { name: "Mei Lindgren" }).waitFor();
  });
});

/** Apple's own servers are stubbed; everything between them is real. */
test("after a login with Apple, Apple Music is linked by Apple's script, which is loaded on request", async () => {
  const appleScripts = "https://js-cdn.music.apple.com/**";
  const { page, open, url, expectAccessible } = await startVisit(
    phone,
    [/ERR_FAILED/],
    inject("configuredUrl"),
  );
  const { email, password } = await createPerson(url);
  const body = await callApi(url, "POST", "auth", { username: email, password });
  await page.route("**/api/v1/user/social/apple/exchange", (route) =>
    route.fulfill({ json: { success: true, body } }),
  );
  const hosts: string[] = [];
  page.on("request", (request) => hosts.push(new URL(request.url()).host));
  const countAppleRequests = () => hosts.filter((host) => host.endsWith("apple.com")).length;
  await open("/login?sr=YOU");
  await open("/login/oauth?token=from-apple&network=apple");
  await page.getByRole("heading", { name: "You’re logged in" }).waitFor();
  await page.getByRole("button", { name: "Finish later" }).waitFor();
  expect(countAppleRequests()).toBe(0);

  await page.route(appleScripts, (route) => route.abort());
  await page.getByRole("button", { name: "Link Apple Music" }).click();
  await page.getByText("We couldn’t link Apple Music.").waitFor();
  expect(countAppleRequests()).toBe(1);
  await expectAccessible();
  await page.unroute(appleScripts);
  await page.route(appleScripts, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.MusicKit = {
        configure: async ({ developerToken }) => ({ authorize: async () => developerToken + "-of-the-listener" }),
      };
      document.dispatchEvent(new Event("musickitloaded"));`,
    }),
  );
  const linked = page.waitForRequest(/subsidiary$/);
  await page.getByRole("button", { name: "Link Apple Music" }).click();
  expect((await linked).postDataJSON()).toEqual({ token: "developer-token-of-the-listener" });
  await page.getByRole("heading", { name: "Apple Music is linked" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${url}/you`);
  await page.getByText(email).waitFor();
});
