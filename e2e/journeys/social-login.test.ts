import type { Page } from "playwright-core";
import { describe, inject, onTestFinished, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { countMails, findCode, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, demoFan, logIn, readToken, submitForm } from "../harness/people.ts";
import { openSharedProgram } from "../harness/test-program.ts";
import { startVisit } from "../harness/visit.ts";

const failed = "OAuth failed";

/** Opens the sandbox from the login page and picks a listener there. */
async function logInAtSandbox(page: Page, choice: string): Promise<void> {
  await page.getByRole("link", { name: "Continue with the test service" }).click();
  await page.getByRole("heading", { name: "Who is listening?" }).waitFor();
  await page.getByRole("button", { name: choice }).click();
}

describe("a login through a streaming service", () => {
  test("leads to the service and back to the requested page", async () => {
    const { page, open, url, expectAccessible } = await startVisit(phone);
    await open("/you");
    await page.waitForURL(/\/login\?err=E01/);
    await page.getByText("A fake streaming service for testing.").waitFor();
    await expectAccessible();
    const answered = page.waitForResponse(/\/login\/oauth\?token=/);
    await logInAtSandbox(page, "Ines Falk");
    expect((await answered).headers()["referrer-policy"]).toBe("strict-origin");
    await page.waitForURL(`${url}/you`);
    await page.getByRole("heading", { name: "Ines Falk" }).waitFor();
    await page.goBack();
    expect(page.url()).not.toMatch(/token=/);
  });

  test("that is cancelled there is reported, and another can follow", async () => {
    const { page, open, expectAccessible } = await startVisit();
    await open("/login?sr=YOU");
    await logInAtSandbox(page, "Cancel and go back");
    await page.waitForURL(/\/login\?error=OAuth\+failed$/);
    await page.getByText(failed).waitFor();
    await expectAccessible();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await logIn(page, demoFan);
    await page.waitForURL(/\/you$/);
  });

  test.each(["", "?token=abc", "?network=sandbox", "?token=&network=sandbox"])(
    "fails if its parameters are incomplete: /login/oauth%s",
    async (query) => {
      const { page, open } = await startVisit();
      await open(`/login/oauth${query}`);
      await page.waitForURL(/\/login\?error=OAuth\+failed$/);
      await page.getByText(failed).waitFor();
    },
  );

  test("fails with a forged token", async () => {
    const { page, open } = await startVisit(undefined, [/400/]);
    await open("/login/oauth?token=made-up&network=sandbox");
    await page.getByText(failed).waitFor();
    expect(await readToken(page)).toBeNull();
  });

  test("through an unknown service is reported", async () => {
    const { page, open, url } = await startVisit(undefined, [/400/]);
    await open("/login/oauth?token=made-up&network=MYSPACE");
    await page.getByText("Invalid social login selected").waitFor();
    await page.goto(`${url}/api/v1/user/social/myspace/auth`);
    await page.getByText("Invalid social login selected").waitFor();
  });

  test("fails with a message while the network is down", async () => {
    const { page, open } = await startVisit(undefined, [/ERR_FAILED/]);
    await page.route("**/api/v1/user/social/sandbox/exchange", (route) => route.abort());
    await open("/login");
    await logInAtSandbox(page, "Tomás Okoye");
    await page.getByText(failed).waitFor();
  });

  test("confirms a user with a session and replaces the session", async () => {
    // The page may still load the account with the session that the exchange replaces.
    const { page, open, url } = await startVisit(desktop, [/401/]);
    await open("/login?sr=YOU");
    await logInAtSandbox(page, "Tomás Okoye");
    await page.waitForURL(/\/you$/);
    const before = await readToken(page);
    await open("/login?err=E0018&sr=SETTINGS");
    await logInAtSandbox(page, "Tomás Okoye");
    await page.waitForURL(/\/my\/settings$/);
    expect(await readToken(page)).not.toBe(before);
    const me = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${before}` } });
    expect(me.status).toBe(401);
  });

  test("asks for an email code if the user turned that on", async () => {
    const email = "mei-lindgren@streaming.example";
    const program = openSharedProgram();
    onTestFinished(() => program.close());
    await sql`update account set mfa_enabled = false where email = ${email}`.execute(program.db);
    const before = await startVisit(phone, [], program.url);
    await before.open("/login?sr=YOU");
    await logInAtSandbox(before.page, "Mei Lindgren");
    await before.page.waitForURL(/\/you$/);
    await callApi(before.url, "PATCH", "user/mfa", {}, (await readToken(before.page)) ?? "");

    const { page, open, url, expectAccessible } = await startVisit(phone, [/400/], program.url);
    const subject = /your code/i;
    const count = (await countMails(url, email, subject)) + 1;
    await open("/login?sr=YOU");
    await logInAtSandbox(page, "Mei Lindgren");
    await page.getByText("We sent a code to your email address.").waitFor();
    await expectAccessible();
    const code = findCode(await waitForMail(url, email, { subject, count }));
    await page.getByLabel(/^Verification code/).fill("12345");
    await submitForm(page, "Log in");
    await page.getByText("Incorrect MFA code provided.").waitFor();
    await page.getByLabel(/^Verification code/).fill(code);
    await submitForm(page, "Log in");
    await page.waitForURL(/\/you$/);
    await page.getByRole("heading", { name: "Mei Lindgren" }).waitFor();
  });

  test("is available in Spanish", async () => {
    const { page, open, expectAccessible } = await startVisit({ ...phone, locale: "es-ES" });
    await open("/login?error=OAuth+failed");
    await page.getByText("Error de OAuth").waitFor();
    await page.getByText("Un servicio de streaming ficticio para pruebas.").waitFor();
    await expectAccessible();
    await page.getByRole("link", { name: "Continuar con el servicio de pruebas" }).click();
    await page.getByRole("button", { name: "Ines Falk" }).click();
    await page.waitForURL(/\/$/);
  });
});

/** Apple's own servers are stubbed; everything between them is real. */
describe("after a login with Apple", () => {
  async function returnFromApple(url: string, allowed: RegExp[] = []) {
    const visited = await startVisit(phone, allowed, url);
    const { email, password } = await createPerson(url);
    const body = await callApi(url, "POST", "auth", { username: email, password });
    await visited.page.route("**/api/v1/user/social/apple/exchange", (route) =>
      route.fulfill({ json: { success: true, body } }),
    );
    await visited.open("/login?sr=YOU");
    await visited.open("/login/oauth?token=from-apple&network=apple");
    await visited.page.getByRole("heading", { name: "You’re logged in" }).waitFor();
    return { ...visited, email };
  }

  test("Apple Music can be linked by Apple's own script", async () => {
    const { page, url, email, expectAccessible } = await returnFromApple(inject("configuredUrl"));
    await expectAccessible();
    await page.route("https://js-cdn.music.apple.com/**", (route) =>
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
    await expectAccessible();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${url}/you`);
    await page.getByText(email).waitFor();
  });

  test("nothing is loaded from Apple before the user asks, and the step can be skipped", async () => {
    const { page, url } = await returnFromApple(inject("configuredUrl"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).host));
    await page.getByRole("button", { name: "Finish later" }).click();
    await page.waitForURL(`${url}/you`);
    expect(requests.filter((host) => host !== new URL(url).host)).toEqual([]);
  });

  test("an unreachable Apple Music is reported", async () => {
    const { page, url, expectAccessible } = await returnFromApple(inject("configuredUrl"), [/ERR_FAILED/]);
    await page.route("https://js-cdn.music.apple.com/**", (route) => route.abort());
    await page.getByRole("button", { name: "Link Apple Music" }).click();
    await page.getByText("We couldn’t link Apple Music.").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Finish later" }).click();
    await page.waitForURL(`${url}/you`);
  });

  test("a site without Apple Music never contacts Apple", async () => {
    const { page } = await returnFromApple(inject("siteUrl"));
    await page.getByRole("button", { name: "Link Apple Music" }).click();
    await page.getByText("We couldn’t link Apple Music.").waitFor();
  });
});
