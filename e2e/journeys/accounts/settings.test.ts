import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, onTestFinished, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { pauseTimers } from "../../harness/interception.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { button, dialog } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { findCode, findLink, waitForMail } from "../../harness/mails.ts";
import {
  callApi,
  createPerson,
  createToken,
  generatePerson,
  logIn,
  type Person,
  readToken,
} from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, type Visit } from "../../harness/visit.ts";

const program = openSharedProgram();

type Owner = Person & { token?: string };
type VisitOptions = { person?: Owner; screen?: Screen; allowed?: readonly RegExp[] };

/** Opens the settings of a person, by default of a new one, and waits until they are loaded. */
async function openSettings(options: VisitOptions = {}): Promise<Visit & { person: Owner }> {
  const { screen = desktop, allowed = [] } = options;
  const person = options.person ?? (await createPerson(program.url));
  const visited = await visitAs(person, { url: program.url, screen, allowed });
  await visited.open("/my/settings");
  await waitUntilLoaded(visited.page);
  return { ...visited, person };
}

const section = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title }) });

/** Waits until the page has loaded everything, because requests without a session redirect. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByText("This device", { exact: true }).waitFor();
  await page.getByText("No wallets linked yet.").waitFor();
}

/** Ages the login of all the person's sessions beyond the limit for a fresh login. */
async function ageSessions({ email }: Person): Promise<void> {
  await sql`
    update session set authenticated_at = authenticated_at - interval '11 minutes'
    where account_id = (select id from account where email = ${email})`.execute(program.db);
}

test("the settings can be used by keyboard, with every focus stop visible, and log out", async () => {
  const { page, person } = await openSettings();
  const profile = section(page, "Profile");
  for (const text of [person.name, person.email, "Member", "English"])
    await profile.getByText(text, { exact: true }).waitFor();
  await button(page, "Link the demo wallet").waitFor();
  await page.getByRole("checkbox", { name: /^Releases/ }).waitFor();
  const stops = await tabThroughPage(page);
  expect(stops.filter(({ area }) => area === "main").map(({ name }) => name.trim())).toEqual([
    // The name of a passkey and the choices of mails have their names in their labels.
    ...["Change name", "Change email", "Turn on", "Change password", "", "Add passkey"],
    ...["Link the demo wallet", "", "", ""],
    ...["Download my data", "Log out", "Delete my account"],
  ]);
  expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  await expect(page.getByRole("link", { name: "Change password" })).toHaveAttribute("href", "/lostPassword");
  await button(page, "Log out").click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await readToken(page)).toBeNull();
});

test("the profile changes the name and, after a link and with a way back, the email", async () => {
  const { page, follow, person } = await openSettings({
    screen: phone,
    allowed: [/403/, /401/],
  });
  const profile = section(page, "Profile");
  const name = profile.getByRole("textbox", { name: "Name" });
  await profile.getByRole("button", { name: "Change name" }).press("Enter");
  await expect(name).toBeFocused();
  await name.fill("");
  await page.keyboard.press("Enter");
  await profile.getByText("Required").waitFor();
  await page.keyboard.type("Ada Lem");
  await page.reload();
  await expect(name).toHaveValue("Ada Lem");
  await name.press("Enter");
  await profile.getByRole("status").getByText("Name changed.").waitFor();
  await expect(profile.getByRole("definition").first()).toHaveText("Ada Lem");
  await expect(profile.getByRole("button", { name: "Change name" })).toBeFocused();

  const [{ email: cancelled }, { email }] = [generatePerson(), generatePerson()];
  await ageSessions(person);
  await profile.getByRole("button", { name: "Change email" }).click();
  await profile.getByLabel("New email").fill(cancelled);
  await profile.getByRole("button", { name: "Send link" }).click();
  await page.waitForURL(/\/login\?err=E0018/);
  const former = await readToken(page);
  await logIn(page, person);
  await page.waitForURL(/\/my\/settings$/);
  expect(await readToken(page)).not.toBe(former);
  // The typed address is still there.
  await expect(profile.getByLabel("New email")).toHaveValue(cancelled);
  const heights = await page
    .locator(".settings .btn:visible")
    .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  await profile.getByRole("button", { name: "Send link" }).click();
  await profile.getByText(`Open the link that we sent to ${cancelled}`).waitFor();
  await profile.getByRole("button", { name: "Cancel change" }).click();
  await profile.getByText("Change cancelled.").waitFor();

  await callApi(program.url, "POST", "my/address", { email }, (await readToken(page)) ?? "");
  const link = new URL(
    findLink(await waitForMail(program.url, email, { subject: /^Confirm your new address$/ })),
  );
  await follow(`${link.pathname}${link.search}`);
  await button(page, "Confirm email").click();
  await page.getByRole("heading", { name: "Your email was changed" }).waitFor();
  await page.getByRole("link", { name: "Open settings" }).click();
  await section(page, "Profile").getByText(email, { exact: true }).waitFor();

  const undo = new URL(
    findLink(await waitForMail(program.url, person.email, { subject: /address was changed$/ })),
  );
  await follow(`${undo.pathname}${undo.search}`);
  await button(page, "Undo the change").click();
  await page.getByRole("heading", { name: "Your email is restored" }).waitFor();
  await follow("/my/settings");
  await page.waitForURL(/\/login/);
});

test("login codes are turned on after a lost connection, also if they were elsewhere, and off after a fresh login with a code", {
  retry: 0,
}, async () => {
  const state = (page: Page, text: "On" | "Off") =>
    section(page, "Two-factor authentication").getByText(text, { exact: true }).waitFor();
  const { page, person } = await openSettings({ allowed: [/403/, /ERR_INTERNET_DISCONNECTED/] });
  const problem = section(page, "Two-factor authentication").getByRole("alert");
  await page.context().setOffline(true);
  await button(page, "Turn on").click();
  await problem.waitFor();
  await state(page, "Off");
  await page.context().setOffline(false);
  // The outdated page turns nothing off.
  await callApi(program.url, "PATCH", "user/mfa", {}, (await readToken(page)) ?? "");
  await button(page, "Turn on").click();
  await state(page, "On");
  await expect(problem).toHaveCount(0);
  await page.reload();
  await state(page, "On");

  await ageSessions(person);
  await button(page, "Turn off").click();
  await page.waitForURL(/\/login\?err=E0018/);
  await page.getByText("Please log in again to confirm it’s you.").waitFor();
  await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
  await logIn(page, person);
  const mail = await waitForMail(program.url, person.email, { subject: /Your code/ });
  await page.getByLabel("Verification code").fill(findCode(mail));
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/my\/settings$/);
  await button(page, "Turn off").click();
  await state(page, "Off");
});

test("API keys of a plan are created, revealed on request, copied and rotated after a confirmation", async () => {
  const person = await createPerson(program.url);
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_MONTHLY', now() + interval '1 month', now() + interval '1 month' from account
    where email = ${person.email}`.execute(program.db);
  const { page, expectAccessible } = await openSettings({ person, allowed: [/403/] });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Show keys").click();
  await page.getByText("No API keys yet.").waitFor();
  await button(page, "Create keys").click();
  const codes = page.locator(".key-pair code");
  await codes.last().waitFor();
  const [id = "", secret = ""] = await codes.allTextContents();
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  expect((await fetch(`${program.url}/api/v1/me`, { headers: { authorization } })).status).toBe(200);
  await expectAccessible();

  // The toast disappears after some seconds.
  await pauseTimers(page, 4_000);
  await button(page, "Copy Secret").click();
  await page.getByText("Secret copied").waitFor({ state: "attached" });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await button(page, "Hide keys").click();
  await page.getByText(secret).waitFor({ state: "detached" });
  await button(page, "Show keys").click();
  await page.getByText(secret).waitFor();

  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await button(page, "Rotate keys").press("Enter");
  await dialog(page).getByText("Your current keys stop working immediately.").waitFor();
  await expect.poll(focused).toBe("Cancel");
  // An open dialog traps the focus.
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Rotate keys");
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Cancel");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(focused).toBe("Rotate keys");
  await expect(codes.last()).toHaveText(secret);
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Rotate keys" }).click();
  await page.getByText("Here are your new keys. The old ones no longer work.").waitFor();
  await expect(codes.last()).not.toHaveText(secret);

  // The plan ends while the page is open.
  await sql`
    update subscription set expires_at = now(), kept_until = now()
    where account_id = (select id from account where email = ${person.email})`.execute(program.db);
  await button(page, "Hide keys").click();
  await button(page, "Show keys").click();
  await page.getByText("API keys are available on the Premium plan.").waitFor();
  await expect(button(page, "Show keys")).toHaveCount(0);
});

test("devices are listed after a failure, and signed out one by one or together, except this one", async () => {
  const rows = (page: Page) => section(page, "Devices").getByRole("listitem");
  const person = await createPerson(program.url);
  const others = [
    await createToken(program.url, person),
    await createToken(program.url, person),
    await createToken(program.url, person),
  ];
  const countSessions = async () => {
    const answers = others.map((token) => callApi(program.url, "GET", "me", undefined, token));
    return (await Promise.allSettled(answers)).filter(({ status }) => status === "fulfilled").length;
  };
  const { page, open } = await visitAs(person, { url: program.url, allowed: [/400/] });
  await page.route("**/api/v1/my/sessions", (route) =>
    route.fulfill({ status: 400, json: { success: false, code: "X001", message: "", errors: [] } }),
  );
  await open("/my/settings");
  const retry = section(page, "Devices").getByRole("button", { name: "Try again" });
  await retry.waitFor();
  await page.unroute("**/api/v1/my/sessions");
  await retry.click();
  await rows(page).nth(3).waitFor();
  await expect(rows(page).first()).toContainText("This device");
  await expect(rows(page).first().getByRole("button")).toHaveCount(0);
  await rows(page)
    .nth(1)
    .getByRole("button", { name: /^Log out / })
    .click();
  await page.getByText(/ has been logged out\.$/).waitFor();
  await expect(rows(page)).toHaveCount(3);
  expect(await countSessions()).toBe(2);

  await button(page, "Log out all other devices").click();
  await dialog(page).getByText("All devices except this one").waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await expect(rows(page)).toHaveCount(3);
  await button(page, "Log out all other devices").click();
  await dialog(page).getByRole("button", { name: "Log out all other devices" }).click();
  await page.getByText("2 devices were logged out.").waitFor();
  await expect(rows(page)).toHaveCount(1);
  expect(await countSessions()).toBe(0);
});

describe("an account", () => {
  const password = (page: Page) => dialog(page).getByLabel("Your password", { exact: true });
  const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Delete permanently" });

  test("is exported, and deleted with its password once it has no wraps", async () => {
    const { page, person } = await openSettings({
      screen: phone,
      allowed: [/400/, /409/, /ERR_FAILED/],
    });
    await page.route("**/api/v1/my/data", (route) => route.abort());
    await button(page, "Download my data").click();
    await section(page, "Your data").getByRole("alert").waitFor();
    await page.unroute("**/api/v1/my/data");
    const saving = page.waitForEvent("download");
    await button(page, "Download my data").click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe("wrapsody-data.json");
    await page.getByText(/Downloaded wrapsody-data\.json \(\d+ KB\)/).waitFor();
    const data: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(data).toHaveProperty("accounts.profile.email", person.email);

    await sql`
      with maker as (
        insert into artist (artist_clean_id, name, owner_id)
        select 'w-' || gen_random_uuid(), 'Wilhelmina', id from account where email = ${person.email} returning id)
      insert into song (pretty_id, artist_id, artist, name) select 's-' || gen_random_uuid(), id, 'Wilhelmina', 'Stray' from maker`.execute(
      program.db,
    );
    await button(page, "Delete my account").click();
    await dialog(page).getByText("Tokens on public blockchains").waitFor();
    await confirm(page).click();
    await dialog(page).getByText("Required").waitFor();
    await expect(password(page)).toBeFocused();
    await password(page).fill("not this one");
    await confirm(page).click();
    await dialog(page).getByText("Incorrect password.").waitFor();
    await expect(password(page)).toHaveValue("not this one");
    await password(page).fill(person.password);
    await confirm(page).click();
    await dialog(page).getByText("You can’t delete this account yet").waitFor();
    await dialog(page).getByRole("button", { name: "Keep my account" }).click();
    await dialog(page).waitFor({ state: "detached" });

    await sql`
      update song set status = 'DELETED' where artist_id in (
        select m.id from artist m join account a on a.id = m.owner_id where a.email = ${person.email})`.execute(
      program.db,
    );
    await button(page, "Delete my account").click();
    await password(page).fill(person.password);
    await confirm(page).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByText("Your account has been deleted. Thanks for listening.").waitFor();
    expect(await readToken(page)).toBeNull();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Thanks for listening.").waitFor({ state: "detached" });
  });

  test("without an address and a password has no codes, and is deleted after a fresh login", async () => {
    const person = await createPerson(program.url);
    const token = await createToken(program.url, person);
    const { id } = await callApi<{ id: string }>(program.url, "GET", "me", undefined, token);
    const setLoginAge = (minutes: number) =>
      sql`
        update session set authenticated_at = now() - ${minutes} * interval '1 minute'
        where account_id = ${id}`.execute(program.db);
    await sql`update account set email = null, password_hash = null where id = ${id}`.execute(program.db);
    await setLoginAge(11);
    const { page, follow } = await openSettings({ person: { ...person, token }, allowed: [/403/] });
    await page.getByText("Add an email address to use email codes.").waitFor();
    await expect(button(page, "Turn on")).toBeDisabled();
    await page.getByText("This account has no password and no email address to send a link to.").waitFor();
    await button(page, "Delete my account").click();
    await expect(password(page)).toHaveCount(0);
    await confirm(page).click();
    await page.waitForURL(/\/login\?err=E0018/);
    await setLoginAge(0);
    await follow("/my/settings");
    await waitUntilLoaded(page);
    await button(page, "Delete my account").click();
    await confirm(page).click();
    await page.getByText("Your account has been deleted. Thanks for listening.").waitFor();
  });
});

test("webhooks are added with a secret, tested, and their deliveries listed and repeated", async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;

  const person = await createPerson(program.url);
  await sql`update account set user_type = 'artist' where email = ${person.email}`.execute(program.db);
  const { page, expectAccessible } = await openSettings({ person, screen: phone });
  const webhooks = section(page, "Webhooks");
  await webhooks.getByRole("button", { name: "Add endpoint" }).click();
  const form = webhooks.getByRole("form", { name: "Add endpoint" });
  await form.getByLabel("Endpoint URL").fill("label.example");
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await form.getByText("Enter an https address.").waitFor();
  await form.getByRole("checkbox", { name: /^claim\.requested/ }).uncheck();
  await page.reload();
  await expect(form.getByLabel("Endpoint URL")).toHaveValue("label.example");
  await expect(form.getByRole("checkbox", { name: /^claim\.requested/ })).not.toBeChecked();
  await form.getByLabel("Endpoint URL").fill(`http://127.0.0.1:${port}/hook`);
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await webhooks.getByText(/^whsec_/).waitFor();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

  await webhooks.getByRole("button", { name: "Send test" }).click();
  const delivery = webhooks.getByRole("listitem").filter({ hasText: "endpoint.tested" }).last();
  await delivery.getByText("Delivered").waitFor(backgroundTimeout);
  await expectAccessible();
  await delivery.getByRole("button", { name: "Send again: endpoint.tested" }).click();
  await expect.poll(() => received, backgroundTimeout).toHaveLength(2);
  expect(received[1]).toBe(received[0]);
});
