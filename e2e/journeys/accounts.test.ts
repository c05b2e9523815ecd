import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { findCode, waitForMail } from "../harness/mails.ts";
import {
  callApi,
  createPerson,
  demoFan,
  generatePerson,
  logIn,
  type Person,
  readToken,
  submitForm,
} from "../harness/people.ts";
import { openSharedProgram } from "../harness/test-program.ts";
import { startVisit } from "../harness/visit.ts";

const refused =
  "We encoutered an error attempting to log you in. Please double check your username and password and try again.";
const isFocused = (page: Page, label: RegExp) =>
  page.getByLabel(label).evaluate((field) => field === document.activeElement);

describe("logging in", () => {
  test.each(["/you", "/my/art", "/my/artists/create/one", "/create", "/create/one"])(
    "is required for anonymous visitors of %s",
    async (path) => {
      const { page, open } = await startVisit();
      await open(path);
      await page.waitForURL(/\/login\?err=E01/);
      await page.getByText("no session was detected.").waitFor();
    },
  );

  test("returns to the page the visitor came from, and logging out works", async () => {
    const { page, open, expectAccessible } = await startVisit(phone);
    await open("/you");
    await page.waitForURL(/\/login/);
    await logIn(page, demoFan);
    await page.waitForURL(/\/you/);
    await page.getByText(demoFan.email).waitFor();
    await expectAccessible();
    await page.reload();
    await page.getByText(demoFan.email).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
    await page.waitForFunction(() => localStorage.getItem("wrapsody-token") === null);
    await open("/you");
    await page.waitForURL(/\/login\?err=E01/);
  });

  test("returns to exactly the requested page", async () => {
    const { page, open } = await startVisit();
    await open("/my/history?offset=20");
    await page.waitForURL(/\/login\?err=E01/);
    await logIn(page, demoFan);
    await page.waitForURL(/\/my\/history\?offset=20$/);
  });

  test("reports a wrong password and keeps the entered values", async () => {
    const { page, open, url, expectAccessible } = await startVisit(undefined, [/400/]);
    const person = await createPerson(url);
    await open("/login");
    await logIn(page, { ...person, password: "not this one" });
    await page.getByText(refused).waitFor();
    await expectAccessible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });
    await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
    await expect(page.getByLabel(/^Password/)).toHaveValue("not this one");
  });

  test("names the missing fields", async () => {
    const { page, open, expectAccessible } = await startVisit();
    await open("/login");
    await submitForm(page, "Log in");
    await page.getByText("Required").first().waitFor();
    await expect(page.getByText("Required")).toHaveCount(2);
    await expect.poll(() => isFocused(page, /^Username/)).toBe(true);
    await expectAccessible();
  });

  test("shows the password on request and hides it again on submit", async () => {
    const { page, open, expectAccessible } = await startVisit(undefined, [/400/]);
    await open("/login");
    const password = page.getByLabel(/^Password/);
    await password.fill("window seat");
    const eye = page.getByRole("button", { name: "Show Password" });
    await eye.click();
    await expect(password).toHaveAttribute("type", "text");
    await expect(eye).toHaveAttribute("aria-pressed", "true");
    await expectAccessible();
    await page.getByLabel(/^Username/).fill(generatePerson().email);
    await submitForm(page, "Log in");
    await page.getByText(refused).waitFor();
    await expect(password).toHaveAttribute("type", "password");
    await expect(password).toHaveValue("window seat");
  });

  test("works without a mouse", async () => {
    const { page, open } = await startVisit();
    await open("/login?sr=YOU");
    await page.getByLabel(/^Username/).focus();
    await page.keyboard.type(demoFan.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(demoFan.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/you/);
  });

  test("keeps the entered values while the network is down", async () => {
    const { page, open, expectAccessible } = await startVisit(undefined, [/ERR_INTERNET_DISCONNECTED/]);
    await open("/login?sr=YOU");
    await page.context().setOffline(true);
    await logIn(page, demoFan);
    await page.getByText("This couldn’t be sent.").waitFor();
    await expectAccessible();
    await expect(page.getByLabel(/^Password/)).toHaveValue(demoFan.password);
    await page.context().setOffline(false);
    await submitForm(page, "Log in");
    await page.waitForURL(/\/you/);
  });

  test.each([
    ["err=E01", "no session was detected."],
    ["err=E0003", "your session is not valid."],
    ["err=401", "your session is not valid."],
    ["err=E0018", "Please log in again to confirm it’s you."],
    ["err=E0015", "This code has expired or was entered incorrectly too many times. Please log in again."],
    ["error=OAuth+failed", "OAuth failed"],
    ["error=Invalid+social+login+selected", "Invalid social login selected"],
    ["done=reset", "your password has been reset."],
    ["done=registered", "Open the confirmation link in your email."],
    ["done=claimed", "Your account is ready."],
  ])("shows %s as a message: %s", async (query, text) => {
    const { page, open } = await startVisit();
    await open(`/login?${query}`);
    await page.getByText(text).waitFor();
  });

  test("never repeats an unknown error parameter", async () => {
    const { page, open } = await startVisit();
    await open("/login?err=Call+0900+now&error=Call+0900+now&done=constructor");
    await expect(page.getByRole("main")).not.toHaveText(/0900|constructor/);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("is available in Spanish", async () => {
    const { page, open, expectAccessible } = await startVisit({ ...phone, locale: "es-ES" }, [/400/]);
    await open("/login?err=E0018");
    await page.getByText("Vuelve a iniciar sesión para confirmar que eres tú.").waitFor();
    await page.getByLabel(/^Usuario/).fill(generatePerson().email);
    await submitForm(page, "Iniciar sesión");
    await page.getByText("Obligatorio").waitFor();
    await page.getByLabel(/^Contraseña/).fill("no es esta");
    await submitForm(page, "Iniciar sesión");
    await page.getByText("No hemos podido iniciar tu sesión.").waitFor();
    await expectAccessible();
  });
});

describe("a session", () => {
  test("ends with a message when the server no longer knows it", async () => {
    const { page, open } = await startVisit(undefined, [/401/]);
    await open("/login");
    await page.evaluate(() => localStorage.setItem("wrapsody-token", "x".repeat(43)));
    await open("/you");
    await page.waitForURL(/\/login/);
    await page.getByText("your session is not valid.").waitFor();
  });

  test("that ends elsewhere during a request returns to the same page after login", async () => {
    const { page, open, url } = await startVisit(undefined, [/401/]);
    const person = await createPerson(url);
    await open("/login?sr=YOU");
    await logIn(page, person);
    await page.waitForURL(/\/you$/);
    // The page asks for nothing else.
    await page.getByText("what your points reach appears here").waitFor();
    await callApi(url, "POST", "auth/logout", {}, (await readToken(page)) ?? "");
    await page.getByRole("button", { name: "Switch to artist view" }).click();
    await page.waitForURL(/\/login\?err=E0003/);
    await page.getByText("your session is not valid.").waitFor();
    expect(await readToken(page)).toBeNull();
    await logIn(page, person);
    await page.waitForURL(/\/you$/);
    await page.getByText(person.email).waitFor();
  });

  test("starts and ends in every tab", async () => {
    const { page, open, url } = await startVisit();
    const other = await page.context().newPage();
    await other.goto(`${url}/wraps`);
    await other.locator("html[data-ready]").waitFor({ state: "attached" });
    await open("/login?sr=YOU");
    await logIn(page, demoFan);
    await page.waitForURL(/\/you/);
    await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "You" }).click();
    await other.getByText(demoFan.email).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
    await other.waitForURL(/\/login\?err=E01/);
  });

  test("of another account in another tab hides the data of the first account", async () => {
    const { page, open, url } = await startVisit();
    const [first, second] = await Promise.all([createPerson(url), createPerson(url)]);
    await open("/login?sr=YOU");
    await logIn(page, first);
    await page.getByText(first.email).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${url}/login?err=E0018&sr=YOU`);
    await other.locator("html[data-ready]").waitFor({ state: "attached" });
    await logIn(other, second);
    await other.getByText(second.email).waitFor();
    await page.getByText(second.email).waitFor();
    await expect(page.getByText(first.email)).toHaveCount(0);
  });

  test("is confirmed by logging in again, which returns to the settings", async () => {
    const { page, open, url } = await startVisit();
    const person = await createPerson(url);
    await open("/login");
    await logIn(page, person);
    await page.waitForFunction(() => localStorage.getItem("wrapsody-token") !== null);
    const before = await readToken(page);
    await open("/login?err=E0018&sr=SETTINGS");
    await page.getByText("Please log in again to confirm it’s you.").waitFor();
    await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
    await page.getByLabel(/^Password/).fill(person.password);
    await submitForm(page, "Log in");
    await page.waitForURL(/\/my\/settings$/);
    expect(await readToken(page)).not.toBe(before);
  });

  test("sends a random device ID, but never on public calls", async () => {
    const { page, open } = await startVisit();
    const calls: { path: string; device: string | undefined }[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      const { "x-device-fingerprint": device } = request.headers();
      if (pathname.startsWith("/api/v1/")) calls.push({ path: pathname.slice("/api/v1/".length), device });
    });
    await open("/login?sr=YOU");
    await logIn(page, demoFan);
    await page.waitForURL(/\/you$/);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wraps" }).click();
    await expect.poll(() => calls.some(({ path }) => path.startsWith("songs"))).toBe(true);
    const device = await page.evaluate(() => localStorage.getItem("wrapsody-device"));
    expect(device).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(calls.find(({ path }) => path === "auth")?.device).toBe(device);
    expect(calls.filter(({ path }) => path.startsWith("songs")).map((call) => call.device)).not.toContain(
      device,
    );
  });

  test("skips the login page", async () => {
    const { page, open } = await startVisit();
    await open("/login");
    await logIn(page, demoFan);
    await page.waitForFunction(() => localStorage.getItem("wrapsody-token") !== null);
    await open("/login");
    await page.waitForURL(/\/you$/);
  });
});

describe("a login with an email code", () => {
  const wrong = "Incorrect MFA code provided.";
  const over = "This code has expired or was entered incorrectly too many times. Please log in again.";
  const readSentCode = async (url: string, { email }: Person, count = 1) =>
    findCode(await waitForMail(url, email, { subject: /your code/i, count }));
  /** Returns a different code of the same length. */
  const changeCode = (code: string) =>
    code.replace(/\s/g, "").replace(/^./, (digit) => String((Number(digit) + 1) % 10));

  async function openCodeForm(): Promise<Awaited<ReturnType<typeof startVisit>> & { person: Person }> {
    const visited = await startVisit(phone, [/400/]);
    const person = await createPerson(visited.url, { codes: true });
    await visited.open("/login?sr=YOU");
    await logIn(visited.page, person);
    await visited.page.getByText(`${person.email[0]}…@reader.example`).waitFor();
    return { ...visited, person };
  }

  test("names the masked address, accepts a pasted code and continues to the requested page", async () => {
    const { page, url, person, expectAccessible } = await openCodeForm();
    await expectAccessible();
    await expect.poll(() => isFocused(page, /^Verification code/)).toBe(true);
    await page.getByLabel(/^Verification code/).fill(` ${await readSentCode(url, person)} `);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/you$/);
    await page.getByText(person.email).waitFor();
  });

  test("reports a wrong code at its field and then accepts the right one", async () => {
    const { page, url, person, expectAccessible } = await openCodeForm();
    await submitForm(page, "Log in");
    await page.getByText("Required").waitFor();
    const code = await readSentCode(url, person);
    await page.getByLabel(/^Verification code/).fill(changeCode(code));
    await submitForm(page, "Log in");
    await page.getByText(wrong).waitFor();
    await expect.poll(() => isFocused(page, /^Verification code/)).toBe(true);
    await expectAccessible();
    await page.getByLabel(/^Verification code/).fill(code);
    await submitForm(page, "Log in");
    await page.waitForURL(/\/you$/);
  });

  test("starts over after five wrong codes and keeps the username", async () => {
    const { page, url, person, expectAccessible } = await openCodeForm();
    const code = await readSentCode(url, person);
    await page.getByLabel(/^Verification code/).fill(changeCode(code));
    for (const _ of [1, 2, 3, 4]) {
      const answered = page.waitForResponse(/auth\/mfa/);
      await submitForm(page, "Log in");
      await (await answered).finished();
      await page.getByText(wrong).waitFor();
      await page.locator("main button[type=submit]:not([aria-disabled])").waitFor();
    }
    await submitForm(page, "Log in");
    await page.getByText(over).waitFor();
    await expectAccessible();
    await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
    await page.getByLabel(/^Password/).fill(person.password);
    await submitForm(page, "Log in");
    await page.getByLabel(/^Verification code/).fill(await readSentCode(url, person, 2));
    await submitForm(page, "Log in");
    await page.waitForURL(/\/you$/);
  });

  test("sends the code again after a countdown; only the newest code works", async () => {
    const program = openSharedProgram();
    try {
      const { page, open, url, expectAccessible } = await startVisit(phone, [/400/], program.url);
      await page.clock.install();
      const person = await createPerson(url, { codes: true });
      await open("/login?sr=YOU");
      await logIn(page, person);
      const waiting = page.getByRole("button", { name: /^Send again in \d+ s$/ });
      await expect(waiting).toHaveAttribute("aria-disabled", "true");
      await expectAccessible();
      const former = await readSentCode(url, person);
      // Half a minute passes, for the browser and the server.
      await sql`
        update mfa_challenge set expires_at = expires_at - interval '30 s'
        where account_id = (select id from account where email = ${person.email})`.execute(program.db);
      await page.clock.fastForward("00:31");
      const resend = page.getByRole("button", { name: "Send the code again" });
      await resend.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("status").filter({ hasText: "We’ve sent a new code." }).waitFor();
      await expect(waiting).toBeFocused();
      await page.getByLabel(/^Verification code/).fill(former);
      const code = await readSentCode(url, person, 2);
      if (code !== former) {
        await submitForm(page, "Log in");
        await page.getByText(wrong).waitFor();
      }
      await page.getByLabel(/^Verification code/).fill(code);
      await submitForm(page, "Log in");
      await page.waitForURL(/\/you$/);
    } finally {
      await program.close();
    }
  });

  test("can be restarted", async () => {
    const { page, person } = await openCodeForm();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test("a user switches the view, and the server stores it", async () => {
  const { page, open, url } = await startVisit();
  await open("/login?sr=YOU");
  await logIn(page, await createPerson(url));
  await page.getByRole("button", { name: "Switch to artist view" }).click();
  await page.getByRole("button", { name: "Switch to fan view" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Switch to fan view" }).click();
  await page.getByRole("button", { name: "Switch to artist view" }).waitFor();
});
