import { describe, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import {
  createPerson,
  generatePerson,
  logIn,
  type Person,
  readToken,
  submitForm,
} from "../harness/people.ts";
import { startVisit, type Visit } from "../harness/visit.ts";

const newPassword = "a brass lamp by the door";
const expiredLink = "This link has expired or was already used. Request a new one.";

/** Requests the link on the page and returns its path from the mail. */
async function requestLink({ page, open, url }: Visit, { email }: Person): Promise<string> {
  await open("/lostPassword");
  await page.getByLabel("Email address of your account").fill(email);
  await submitForm(page, "Send reset link");
  await page.getByText(`If an account exists for ${email}`).waitFor();
  const link = new URL(findLink(await waitForMail(url, email, { subject: /^Choose a new password$/ })));
  return `${link.pathname}${link.search}`;
}

async function submitPassword({ page }: Visit, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await submitForm(page, "Save password");
}

describe("a lost password", () => {
  test("is replaced by the link in an email, which ends every session", async () => {
    const visited = await startVisit(phone, [/401|400/]);
    const { page, open, url, expectAccessible } = visited;
    const person = await createPerson(url);
    await open("/login?sr=YOU");
    await logIn(page, person);
    await page.getByText(person.email).waitFor();
    const before = await readToken(page);

    const path = await requestLink(visited, person);
    await expectAccessible();
    await open(path);
    await expectAccessible();
    await submitPassword(visited, newPassword);
    await page.waitForURL(/\/login\?done=reset$/);
    await page.getByText("your password has been reset.").waitFor();
    expect(await readToken(page)).toBeNull();
    const me = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${before}` } });
    expect(me.status).toBe(401);

    await logIn(page, person);
    await page.getByText("We encoutered an error attempting to log you in.").waitFor();
    await page.getByLabel(/^Password/).fill(newPassword);
    await submitForm(page, "Log in");
    await page.waitForURL(/\/$/);
    await waitForMail(url, person.email, { subject: /password was changed/ });
  });

  test("can be requested from the login page", async () => {
    const { page, open } = await startVisit();
    await open("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.waitForURL(/\/lostPassword$/);
    await submitForm(page, "Send reset link");
    await page.getByText("Required").waitFor();
    await page.getByLabel("Email address of your account").fill("not an address");
    await submitForm(page, "Send reset link");
    await page.getByText("Enter an email address.").waitFor();
  });

  test("gets the same answer for an unknown address", async () => {
    const { page, open } = await startVisit();
    const { email } = generatePerson();
    await open("/lostPassword");
    await page.getByLabel("Email address of your account").fill(email);
    await submitForm(page, "Send reset link");
    await page.getByText(`If an account exists for ${email}`).waitFor();
  });

  test("is reset in Spanish too", async () => {
    const { page, open, url, expectAccessible } = await startVisit({ ...phone, locale: "es-ES" });
    const { email } = await createPerson(url);
    await open("/lostPassword");
    await page.getByLabel("Correo electrónico de tu cuenta").fill(email);
    await submitForm(page, "Enviar enlace");
    await page.getByText(`Si existe una cuenta con ${email}`).waitFor();
    const link = new URL(findLink(await waitForMail(url, email, { subject: /new password/ })));
    await open(`${link.pathname}${link.search}`);
    await page.getByLabel("Contraseña nueva", { exact: true }).fill("corta");
    await submitForm(page, "Guardar contraseña");
    await page.getByText("Usa al menos 8 caracteres.").waitFor();
    await expectAccessible();
    await page.getByLabel("Contraseña nueva", { exact: true }).fill("una lámpara junto a la puerta");
    await page.getByLabel("Confirma la contraseña", { exact: true }).fill("una lámpara junto a la puerta");
    await submitForm(page, "Guardar contraseña");
    await page.getByText("tu contraseña se ha restablecido.").waitFor();
  });
});

describe("a reset link", () => {
  test("works once and then offers a new one", async () => {
    const visited = await startVisit(undefined, [/400/]);
    const { page, open, url, expectAccessible } = visited;
    const path = await requestLink(visited, await createPerson(url));
    await open(path);
    await submitPassword(visited, newPassword);
    await page.waitForURL(/\/login\?done=reset$/);
    await open(path);
    await submitPassword(visited, "another lamp by the door");
    await page.getByText(expiredLink).waitFor();
    await expectAccessible();
    await page.getByRole("link", { name: "Request a new link" }).click();
    await page.waitForURL(/\/lostPassword$/);
  });

  test.each(["", "?code=abc", "?uid=01890a5d-ac96-774b-bcce-b302099a8057"])(
    "is reported if incomplete: /resetPassword%s",
    async (query) => {
      const { page, open, expectAccessible } = await startVisit();
      await open(`/resetPassword${query}`);
      await page.getByText(expiredLink).waitFor();
      await page.getByRole("link", { name: "Request a new link" }).waitFor();
      await expectAccessible();
    },
  );

  test("with arbitrary content counts as expired", async () => {
    const visited = await startVisit(undefined, [/400/]);
    await visited.open("/resetPassword?code=abc&uid=nobody");
    await submitPassword(visited, newPassword);
    await visited.page.getByText(expiredLink).waitFor();
  });

  test("is removed from the address bar and never sent as a referrer", async () => {
    const { page, open, url } = await startVisit();
    const answered = page.waitForResponse(/\/resetPassword\?/);
    await open("/resetPassword?code=secret&uid=01890a5d-ac96-774b-bcce-b302099a8057");
    expect((await answered).headers()["referrer-policy"]).toBe("no-referrer");
    await page.waitForURL(`${url}/resetPassword`);
    await page.getByLabel("New password", { exact: true }).waitFor();
    const request = page.waitForRequest(/\/terms/);
    await page.evaluate(() => {
      window.location.href = "/terms";
    });
    expect((await request).headers().referer).toBeUndefined();
  });

  test("keeps the input while the network is down", async () => {
    const visited = await startVisit(undefined, [/ERR_INTERNET_DISCONNECTED/]);
    const { page, open, url } = visited;
    const path = await requestLink(visited, await createPerson(url));
    await open(path);
    await page.context().setOffline(true);
    await submitPassword(visited, newPassword);
    await page.getByText("This couldn’t be sent.").waitFor();
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue(newPassword);
    await page.context().setOffline(false);
    await submitForm(page, "Save password");
    await page.getByText("your password has been reset.").waitFor();
  });

  test("reports a weak password at its field", async () => {
    const visited = await startVisit(undefined, [/400/]);
    const { page, open, url } = visited;
    const path = await requestLink(visited, await createPerson(url));
    await open(path);
    await submitPassword(visited, "password123");
    await page.getByText("This password is too common.").waitFor();
    await submitPassword(visited, newPassword);
    await page.getByText("your password has been reset.").waitFor();
  });
});
