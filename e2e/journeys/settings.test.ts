import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { pauseTimers } from "../harness/interception.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { findCode, findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, generatePerson, logIn, type Person, readToken } from "../harness/people.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

type VisitOptions = { person?: Person; screen?: Screen; allowed?: readonly RegExp[] };

/** Logs in at the settings page. */
async function openSettings(options: VisitOptions = {}): Promise<Visit & { person: Person }> {
  const person = options.person ?? (await createPerson(program.url));
  const visited = await startVisit(options.screen, options.allowed, program.url);
  await visited.open("/login?sr=SETTINGS");
  await logIn(visited.page, person);
  await visited.page.waitForURL(/\/my\/settings$/);
  await section(visited.page, "Profile").getByText(person.email).waitFor();
  return { ...visited, person };
}

const section = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title }) });

const button = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("alertdialog");

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

async function grantPremium({ email }: Person): Promise<void> {
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_MONTHLY', now() + interval '1 month', now() + interval '1 month' from account where email = ${email}`.execute(
    program.db,
  );
}

describe("the settings", () => {
  test.each<[string, Screen]>([
    ["a phone", phone],
    ["a desktop", desktop],
  ])("are accessible in light and dark mode on %s, and never scroll sideways", async (_, screen) => {
    const { page, expectAccessible } = await openSettings({ screen });
    await page.getByText("This device", { exact: true }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });
  });

  test("can be used by keyboard, with every focus stop visible", async () => {
    const { page, open } = await openSettings();
    await open("/my/settings");
    await page.getByText("This device", { exact: true }).waitFor();
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
  });

  test("show the account's name and address", async () => {
    const { page, person } = await openSettings();
    const profile = section(page, "Profile");
    for (const text of [person.name, person.email, "Member", "English"])
      await profile.getByText(text, { exact: true }).waitFor();
  });

  test("link to the password reset page", async () => {
    const { page } = await openSettings();
    await page.getByRole("link", { name: "Change password" }).click();
    await page.waitForURL(/\/lostPassword/);
  });

  test("report failed sections one by one, and each can be retried", async () => {
    const { page, open } = await openSettings({ allowed: [/500/] });
    await page.route("**/api/v1/my/sessions", (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await open("/my/settings");
    const devices = section(page, "Devices");
    await devices.getByText(/we are having problems communicating/).waitFor();
    await page.unroute("**/api/v1/my/sessions");
    await devices.getByRole("button", { name: "Try again" }).click();
    await devices.getByText("This device", { exact: true }).waitFor();
  });

  test("can log out", async () => {
    const { page } = await openSettings();
    await button(page, "Log out").click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await readToken(page)).toBeNull();
  });

  test("of a session that was ended elsewhere lead to the login page and back", async () => {
    const { page, person } = await openSettings({ allowed: [/401/] });
    await waitUntilLoaded(page);
    await sql`delete from session where account_id = (select id from account where email = ${person.email})`.execute(
      program.db,
    );
    await button(page, "Turn on").click();
    await page.waitForURL(/\/login\?err=E0003/);
    await page.getByText("your session is not valid.").waitFor();
    await logIn(page, person);
    await page.waitForURL(/\/my\/settings$/);
    await page.getByText("This device", { exact: true }).waitFor();
  });
});

describe("the profile", () => {
  test("changes the name and, after a link and with a way back, the email", async () => {
    const { page, open, person, expectAccessible } = await openSettings({
      screen: phone,
      allowed: [/403/, /401/],
    });
    const profile = section(page, "Profile");
    await profile.getByRole("button", { name: "Change name" }).focus();
    await page.keyboard.press("Enter");
    await expect(profile.getByLabel("Name")).toBeFocused();
    await profile.getByLabel("Name").fill("");
    await page.keyboard.press("Enter");
    await profile.getByText("Required").waitFor();
    await page.keyboard.type("Ada Lem");
    await page.reload();
    await expect(profile.getByLabel("Name")).toHaveValue("Ada Lem");
    await profile.getByLabel("Name").press("Enter");
    await profile.getByRole("status").getByText("Name changed.").waitFor();
    await expect(profile.getByRole("definition").first()).toHaveText("Ada Lem");
    await expect(profile.getByRole("button", { name: "Change name" })).toBeFocused();

    const { email } = generatePerson();
    await ageSessions(person);
    await profile.getByRole("button", { name: "Change email" }).click();
    await profile.getByLabel("New email").fill(email);
    await expectAccessible();
    await profile.getByRole("button", { name: "Send link" }).click();
    await page.waitForURL(/\/login\?err=E0018/);
    await logIn(page, person);
    await page.waitForURL(/\/my\/settings$/);
    // What was typed is still there.
    await expect(profile.getByLabel("New email")).toHaveValue(email);
    await profile.getByRole("button", { name: "Send link" }).click();
    await profile.getByText(`Open the link that we sent to ${email}`).waitFor();
    await expectAccessible();
    await profile.getByRole("button", { name: "Cancel change" }).click();
    await profile.getByText("Change cancelled.").waitFor();
    await profile.getByRole("button", { name: "Change email" }).click();
    await profile.getByLabel("New email").fill(email);
    await page.keyboard.press("Enter");
    await profile.getByText(`Open the link that we sent to ${email}`).waitFor();

    const subject = /^Confirm your new address$/;
    const link = new URL(findLink(await waitForMail(program.url, email, { subject, count: 2 })));
    await open(`${link.pathname}${link.search}`);
    await button(page, "Confirm email").click();
    await page.getByRole("heading", { name: "Your email was changed" }).waitFor();
    await expectAccessible();
    await page.getByRole("link", { name: "Open settings" }).click();
    await section(page, "Profile").getByText(email, { exact: true }).waitFor();

    const undo = new URL(
      findLink(await waitForMail(program.url, person.email, { subject: /address was changed$/ })),
    );
    await open(`${undo.pathname}${undo.search}`);
    await expectAccessible();
    await button(page, "Undo the change").click();
    await page.getByRole("heading", { name: "Your email is restored" }).waitFor();
    await waitForMail(program.url, person.email, { subject: /Choose your password/ });
    await open("/my/settings");
    await page.waitForURL(/\/login/);
  });
});

describe("login codes by email", () => {
  const state = (page: Page, text: "On" | "Off") =>
    section(page, "Two-factor authentication").getByText(text, { exact: true }).waitFor();

  test("are turned on immediately, and off after a fresh login with a code", async () => {
    const { page, person } = await openSettings({ allowed: [/403/] });
    await state(page, "Off");
    await button(page, "Turn on").click();
    await state(page, "On");
    await page.reload();
    await state(page, "On");
    await ageSessions(person);
    await button(page, "Turn off").click();
    await page.waitForURL(/\/login\?err=E0018/);
    await page.getByText("Please log in again to confirm it’s you.").waitFor();
    await logIn(page, person);
    const mail = await waitForMail(program.url, person.email, { subject: /Your code/ });
    await page.getByLabel("Verification code").fill(findCode(mail));
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/\/my\/settings$/);
    await button(page, "Turn off").click();
    await state(page, "Off");
    expect(
      await callApi(program.url, "POST", "auth", { username: person.email, password: person.password }),
    ).toHaveProperty("token");
  });

  test("expire after ten minutes, and the login restarts with the username kept", async () => {
    const { page, open, expectAccessible } = await startVisit(phone, [/400/], program.url);
    const person = await createPerson(program.url, { codes: true });
    await open("/login");
    await logIn(page, person);
    const mail = await waitForMail(program.url, person.email, { subject: /Your code/ });
    await sql`
      update mfa_challenge set expires_at = expires_at - interval '10 minutes'
      where account_id = (select id from account where email = ${person.email})`.execute(program.db);
    await page.getByLabel("Verification code").fill(findCode(mail));
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await page
      .getByText("This code has expired or was entered incorrectly too many times. Please log in again.")
      .waitFor();
    await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
    await expectAccessible();
  });

  test("stay unchanged while offline, with a message", async () => {
    const { page } = await openSettings({ allowed: [/ERR_INTERNET_DISCONNECTED/] });
    await page.context().setOffline(true);
    await button(page, "Turn on").click();
    await section(page, "Two-factor authentication").getByRole("alert").waitFor();
    await state(page, "Off");
    await page.context().setOffline(false);
    await button(page, "Turn on").click();
    await state(page, "On");
    await expect(section(page, "Two-factor authentication").getByRole("alert")).toHaveCount(0);
  });

  test("end in the chosen state when another tab was faster", { retry: 0 }, async () => {
    const { page } = await openSettings();
    const other = await page.context().newPage();
    await other.goto(`${program.url}/my/settings`);
    await state(other, "Off");
    await button(page, "Turn on").click();
    await state(page, "On");
    await button(other, "Turn on").click();
    await state(other, "On");
    await page.reload();
    await state(page, "On");
  });

  test("require an email address", async () => {
    const { page, open, person } = await openSettings();
    await sql`update account set email = null where email = ${person.email}`.execute(program.db);
    await open("/my/settings");
    await page.getByText("Add an email address to use email codes.").waitFor();
    await expect(button(page, "Turn on")).toBeDisabled();
  });
});

describe("API keys", () => {
  const readSecret = async (page: Page) => (await page.locator(".key-pair code").last().textContent()) ?? "";
  const readKeyId = async (page: Page) => (await page.locator(".key-pair code").first().textContent()) ?? "";
  const callWithKey = async (id: string, secret: string) => {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
    return (await fetch(`${program.url}/api/v1/me`, { headers: { authorization } })).status;
  };

  test("are created, revealed on request, copied and hidden, and expire when new ones are created", async () => {
    const person = await createPerson(program.url);
    await grantPremium(person);
    const { page, expectAccessible } = await openSettings({ person });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Show keys").click();
    await page.getByText("No API keys yet.").waitFor();
    await button(page, "Create keys").click();
    await page.locator(".key-pair").waitFor();
    const [id, secret] = [await readKeyId(page), await readSecret(page)];
    expect(await callWithKey(id, secret)).toBe(200);
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

    await button(page, "Rotate keys").click();
    await dialog(page).getByText("Your current keys stop working immediately.").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Rotate keys" }).click();
    await page.getByText("Here are your new keys. The old ones no longer work.").waitFor();
    const renewed = [await readKeyId(page), await readSecret(page)] as const;
    expect(renewed).not.toEqual([id, secret]);
    expect([await callWithKey(id, secret), await callWithKey(...renewed)]).toEqual([401, 200]);
  });

  test("stay unchanged when the dialog is cancelled", async () => {
    const person = await createPerson(program.url);
    await grantPremium(person);
    const { page } = await openSettings({ person });
    await button(page, "Show keys").click();
    await button(page, "Create keys").click();
    await page.locator(".key-pair").waitFor();
    const secret = await readSecret(page);
    await button(page, "Rotate keys").focus();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await expect.poll(focused).toBe("Cancel");
    // An open dialog traps the focus.
    await page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Rotate keys");
    await page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Cancel");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(focused).toBe("Rotate keys");
    expect(await readSecret(page)).toBe(secret);
  });

  test("require Premium, also once it has expired", async () => {
    const person = await createPerson(program.url);
    const free = await openSettings({ person });
    await free.page.getByText("API keys are available on the Premium plan.").waitFor();
    await expect(button(free.page, "Show keys")).toHaveCount(0);
    await grantPremium(person);
    const { page } = await openSettings({ person, allowed: [/403/] });
    await sql`
      update subscription set expires_at = now(), kept_until = now()
      where account_id = (select id from account where email = ${person.email})`.execute(program.db);
    await button(page, "Show keys").click();
    await page.getByText("API keys are available on the Premium plan.").waitFor();
  });
});

describe("devices", () => {
  const rows = (page: Page) => section(page, "Devices").getByRole("listitem");

  test("are signed out one by one, and their next request leads to the login page", async () => {
    const person = await createPerson(program.url);
    const lost = await openSettings({ person, allowed: [/401/] });
    await waitUntilLoaded(lost.page);
    const { page } = await openSettings({ person });
    await rows(page).nth(1).waitFor();
    await expect(rows(page).first()).toContainText("This device");
    await expect(rows(page).first().getByRole("button")).toHaveCount(0);
    await rows(page)
      .nth(1)
      .getByRole("button", { name: /^Log out / })
      .click();
    await page.getByText(/ has been logged out\.$/).waitFor();
    await rows(page).nth(1).waitFor({ state: "detached" });
    await expect(rows(page)).toHaveCount(1);

    await lost.page
      .getByRole("navigation", { name: "Library" })
      .getByRole("link", { name: "My art" })
      .click();
    await lost.page.waitForURL(/\/login\?err=E0003/);
    await lost.page.getByText("your session is not valid.").waitFor();
    expect(await readToken(lost.page)).toBeNull();
  });

  test("are signed out together, except this one", async () => {
    const { page, open, person, expectAccessible } = await openSettings();
    const others: { token: string }[] = [];
    for (let count = 0; count < 2; count += 1)
      others.push(
        await callApi(program.url, "POST", "auth", { username: person.email, password: person.password }),
      );
    await open("/my/settings");
    await rows(page).nth(2).waitFor();
    await button(page, "Log out all other devices").click();
    await dialog(page).getByText("All devices except this one").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await expect(rows(page)).toHaveCount(3);
    await button(page, "Log out all other devices").click();
    await dialog(page).getByRole("button", { name: "Log out all other devices" }).click();
    await page.getByText("2 devices were logged out.").waitFor();
    await rows(page).nth(1).waitFor({ state: "detached" });
    for (const { token } of others)
      await expect(callApi(program.url, "GET", "me", undefined, token)).rejects.toThrow();
    await page.reload();
    await page.getByText("This device", { exact: true }).waitFor();
  });
});

describe("the data export", () => {
  test("is one JSON file with everything stored, and can be retried after a failure", async () => {
    const { page, person } = await openSettings({ allowed: [/ERR_FAILED/] });
    await page.route("**/api/v1/my/data", (route) => route.abort());
    await button(page, "Download my data").click();
    await section(page, "Your data").getByRole("alert").waitFor();
    await page.unroute("**/api/v1/my/data");
    const started = page.waitForEvent("download");
    await button(page, "Download my data").click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("wrapsody-data.json");
    await page.getByText(/Downloaded wrapsody-data\.json \(\d+ KB\)/).waitFor();
    const data = JSON.parse(await readFile(await download.path(), "utf8")) as Record<string, unknown>;
    expect(JSON.stringify(data)).toContain(person.email);
    expect(Object.keys(data)).toContain("accounts");
  });
});

describe("deleting the account", () => {
  const password = (page: Page) => dialog(page).getByLabel("Your password", { exact: true });
  const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Delete permanently" });

  test("requires the right password and shows a farewell on the home page", async () => {
    const { page, person, expectAccessible } = await openSettings({ screen: phone, allowed: [/400/] });
    const other = await page.context().newPage();
    await other.goto(`${program.url}/you`);
    await other.getByText(person.email).waitFor();
    await waitUntilLoaded(page);

    await button(page, "Delete my account").click();
    await dialog(page).getByText("Tokens on public blockchains").waitFor();
    await expectAccessible();
    await confirm(page).click();
    await dialog(page).getByText("Required").waitFor();
    await expect(password(page)).toBeFocused();
    await password(page).fill("not this one");
    await confirm(page).click();
    await dialog(page).getByText("Incorrect password.").waitFor();
    await expect(password(page)).toHaveValue("not this one");
    await expectAccessible();

    await password(page).fill(person.password);
    await confirm(page).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByText("Your account has been deleted. Thanks for listening.").waitFor();
    expect(await readToken(page)).toBeNull();
    await expectAccessible();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Thanks for listening.").waitFor({ state: "detached" });
    // The other tab has nothing left to show.
    await other.waitForURL(/\/login/);
    await expect(
      callApi(program.url, "POST", "auth", { username: person.email, password: person.password }),
    ).rejects.toThrow(/E0013/);
  });

  test("can be cancelled", async () => {
    const { page, person } = await openSettings();
    await button(page, "Delete my account").click();
    await password(page).fill(person.password);
    await dialog(page).getByRole("button", { name: "Keep my account" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("This device", { exact: true }).waitFor();
  });

  test("is blocked while artists of the account have wraps", async () => {
    const { page, person } = await openSettings({ allowed: [/409/] });
    await sql`
      with maker as (
        insert into artist (artist_clean_id, name, owner_id)
        select 'w-' || gen_random_uuid(), 'Wilhelmina', id from account where email = ${person.email} returning id)
      insert into song (pretty_id, artist_id, artist, name) select 's-' || gen_random_uuid(), id, 'Wilhelmina', 'Stray' from maker`.execute(
      program.db,
    );
    await button(page, "Delete my account").click();
    await password(page).fill(person.password);
    await confirm(page).click();
    await dialog(page).getByText("You can’t delete this account yet").waitFor();
    expect(await readToken(page)).not.toBeNull();
  });

  test("requires a fresh login if there is no password", async () => {
    const { page, open, person } = await openSettings({ allowed: [/403/] });
    await sql`update account set password_hash = null where email = ${person.email}`.execute(program.db);
    await ageSessions(person);
    await open("/my/settings");
    await page.getByText("You don’t have a password.").waitFor();
    await button(page, "Delete my account").click();
    await expect(password(page)).toHaveCount(0);
    await confirm(page).click();
    await page.waitForURL(/\/login\?err=E0018/);
    await sql`
      update session set authenticated_at = now()
      where account_id = (select id from account where email = ${person.email})`.execute(program.db);
    await open("/my/settings");
    await waitUntilLoaded(page);
    await button(page, "Delete my account").click();
    await confirm(page).click();
    await page.getByText("Your account has been deleted. Thanks for listening.").waitFor();
  });
});

describe("webhooks", () => {
  test("are added with a secret, tested, and their deliveries listed", async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers["webhook-id"]));
      request.resume();
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;

    const { page, open, person, expectAccessible } = await openSettings({ screen: phone });
    await sql`update account set user_type = 'artist' where email = ${person.email}`.execute(program.db);
    await open("/my/settings");
    const webhooks = section(page, "Webhooks");
    await webhooks.getByRole("button", { name: "Add endpoint" }).click();
    const form = webhooks.getByRole("form", { name: "Add endpoint" });
    await form.getByLabel("Endpoint URL").fill("label.example");
    await form.getByRole("button", { name: "Add endpoint" }).click();
    await form.getByText("Enter an https address.").waitFor();
    await expectAccessible();
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
});
