import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { findCode, waitForMail } from "../../harness/mails.ts";
import {
  createPerson,
  demoFan,
  generatePerson,
  logIn,
  type Person,
  readToken,
  submitForm,
} from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

const username = (page: Page) => page.getByLabel(/^Username/);
const password = (page: Page) => page.getByLabel(/^Password/);

test("a login, after missing, wrong and unsent input, leads to exactly the requested page and ends with a logout", async () => {
  const { page, open, follow, url, expectAccessible } = await startVisit(desktop, [
    /400/,
    /ERR_INTERNET_DISCONNECTED/,
  ]);
  await open("/my/history?offset=20#plays");
  await page.waitForURL(/\/login\?err=E01/);
  await page.getByText("no session was detected.").waitFor();
  // Covers without names fill the half beside the form.
  await expect(page.locator(".entry-wall img[alt='']")).toHaveCount(7);
  const [wall, form] = await Promise.all(
    [".entry-wall", ".entry-in"].map((part) => page.locator(part).boundingBox()),
  );
  expect((wall?.x ?? 0) + (wall?.width ?? 0)).toBeLessThan(form?.x ?? 0);
  await submitForm(page, "Log in");
  await expect(page.getByText("Required")).toHaveCount(2);
  await expect(username(page)).toBeFocused();
  await expectAccessible();

  // By keyboard: the button that shows the password follows its field.
  const { email } = generatePerson();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("window seat");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(password(page)).toHaveAttribute("type", "text");
  await expect(page.getByRole("button", { name: "Show Password" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("We encoutered an error attempting to log you in.").waitFor();
  await expect(username(page)).toHaveValue(email);
  await expect(password(page)).toHaveValue("window seat");
  await expect(password(page)).toHaveAttribute("type", "password");

  await page.context().setOffline(true);
  await logIn(page, demoFan);
  await page.getByText("This couldn’t be sent.").waitFor();
  await expect(password(page)).toHaveValue(demoFan.password);
  await page.context().setOffline(false);
  await submitForm(page, "Log in");
  await page.waitForURL(/\/my\/history\?offset=20#plays$/);

  // A session skips the login page.
  await follow("/login");
  await page.waitForURL(/\/you$/);
  await page.getByText(demoFan.email).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => readToken(page)).toBeNull();
  await page.waitForURL(`${url}/`);
  await open("/you");
  await page.waitForURL(/\/login\?err=E01/);
  // Back leads past the page that needs a session.
  await page.goBack();
  await page.waitForURL(`${url}/`);
});

test("a session starts, changes its account and ends in every tab", async () => {
  const { page, open, url } = await startVisit();
  const [first, second] = [await createPerson(url), await createPerson(url)];
  const other = await page.context().newPage();
  const openInOther = async (path: string) => {
    await other.goto(`${url}${path}`);
    await other.locator("html[data-ready]").waitFor({ state: "attached" });
  };
  await openInOther("/wraps");
  await open("/login?sr=YOU");
  await logIn(page, first);
  await page.getByText(first.email).waitFor();
  await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "You" }).click();
  await other.getByText(first.email).waitFor();

  await openInOther("/login?err=E0018&sr=YOU");
  await logIn(other, second);
  await other.getByText(second.email).waitFor();
  await page.getByText(second.email).waitFor();
  await expect(page.getByText(first.email)).toHaveCount(0);

  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await other.waitForURL(/\/login\?err=E01/);
});

test("a login with an email code can start over and send the code again; only the newest code works", async () => {
  const wrong = "Incorrect MFA code provided.";
  const { page, open, url } = await startVisit(phone, [/400/], program.url);
  await page.clock.install();
  const person = await createPerson(url, { codes: true });
  const field = page.getByLabel(/^Verification code/);
  const submitCode = async (code: string) => {
    await field.fill(code);
    await submitForm(page, "Log in");
  };
  const submitPassword = async () => {
    await expect(username(page)).toHaveValue(person.email);
    await password(page).fill(person.password);
    await submitForm(page, "Log in");
  };
  await open("/login?sr=YOU");
  await logIn(page, person);
  await page.getByText(`${person.email[0]}…@reader.example`).waitFor();
  await expect(field).toBeFocused();
  await submitForm(page, "Log in");
  await page.getByText("Required").waitFor();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await submitPassword();

  const expired = await readSentCode(person, 2);
  await ageCodes(person, "10 minutes");
  await submitCode(expired);
  const ended = "This code has expired or was entered incorrectly too many times. Please log in again.";
  await page.getByText(ended).waitFor();
  await submitPassword();

  const former = await readSentCode(person, 3);
  await submitCode(changeCode(former));
  await page.getByText(wrong).waitFor();
  await expect(field).toBeFocused();
  const waiting = page.getByRole("button", { name: /^Send again in \d+ s$/ });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  // Half a minute passes, for the browser and the server.
  await ageCodes(person, "30 seconds");
  await page.clock.fastForward("00:31");
  await page.getByRole("button", { name: "Send the code again" }).press("Enter");
  await page.getByRole("status").filter({ hasText: "We’ve sent a new code." }).waitFor();
  await expect(waiting).toBeFocused();
  const code = await readSentCode(person, 4);
  if (code !== former) {
    await submitCode(former);
    await page.getByText(wrong).waitFor();
  }
  // A copied code has spaces around it.
  await field.fill(` ${code} `);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/you$/);
  await page.getByText(person.email).waitFor();
});

/** Returns the newest code sent to a person, once there are `count` of them. */
const readSentCode = async ({ email }: Person, count: number) =>
  findCode(await waitForMail(program.url, email, { subject: /your code/i, count }));

/** Returns a different code of the same length. */
const changeCode = (code: string) =>
  code.replace(/\s/g, "").replace(/^./, (digit) => String((Number(digit) + 1) % 10));

/** Moves a person's codes into the past. */
const ageCodes = ({ email }: Person, age: string) =>
  sql`
    update mfa_challenge set expires_at = expires_at - ${age}::interval
    where account_id = (select id from account where email = ${email})`.execute(program.db);
