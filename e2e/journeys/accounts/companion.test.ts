import type { Page } from "playwright-core";
import { describe, inject, test } from "vitest";
import { expect } from "../../harness/expect.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, logIn } from "../../harness/people.ts";
import { companionUrl } from "../../harness/setup.ts";
import { startVisit } from "../../harness/visit.ts";

const url = inject("configuredUrl");

/** The companion app answers with an empty page. */
const stubCompanion = (page: Page) =>
  page
    .context()
    .route(`${new URL(companionUrl).origin}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Companion</title>The companion app." }),
    );

/** Visits a site with a companion app. */
async function visitSite(allowed: readonly RegExp[]) {
  const visit = await startVisit(undefined, allowed, url);
  await stubCompanion(visit.page);
  return visit;
}

/** Opens the page of a new account, which links to the companion app, and waits for its requests. */
async function visitSiteAsUser(allowed: readonly RegExp[]) {
  const person = await createPerson(url);
  const visit = await visitAs(person, { url, allowed });
  await stubCompanion(visit.page);
  await visit.open("/you");
  await visit.page.getByText(person.email).waitFor();
  return { ...visit, person };
}

describe("the companion app", () => {
  const link = "Companion app";

  test("is a plain link for anonymous visitors", async () => {
    const { page, open } = await visitSite([/favicon/]);
    await open("/");
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(companionUrl);
  });

  test("opens without a token if none can be issued, else with one that can be exchanged for a session once", {
    retry: 0,
  }, async () => {
    const { page, open, person } = await visitSiteAsUser([/404|ERR_FAILED/]);
    await page.route("**/api/v1/session/exchange", (route) => route.abort());
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(companionUrl);
    await page.unroute("**/api/v1/session/exchange");
    await open("/you");
    await page.getByText(person.email).waitFor();
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(/\/app\?from=site&token=/);
    const token = new URL(page.url()).searchParams.get("token");
    const { user } = await callApi<{ user: { email: string } }>(url, "POST", "session/exchange", { token });
    expect(user.email).toBe(person.email);
    await expect(callApi(url, "POST", "session/exchange", { token })).rejects.toThrow(/success":false/);
  });

  test("opens after a new login if the session has expired", async () => {
    const { page, person, token } = await visitSiteAsUser([/404|401/]);
    // The session ends just before the exchange: any other request of the page would notice it first.
    await page.route("**/api/v1/session/exchange", async (route) => {
      await callApi(url, "POST", "auth/logout", {}, token);
      await route.continue();
    });
    await page.getByRole("link", { name: link }).click();
    await page.getByText("your session is not valid.").waitFor();
    await logIn(page, person);
    await page.waitForURL(/\/app\?from=site&token=/);
  });
});
