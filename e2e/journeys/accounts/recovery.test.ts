import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../../harness/mails.ts";
import { createPerson, logIn, readToken, submitForm } from "../../harness/people.ts";

const newPassword = "a brass lamp by the door";

async function submitPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await submitForm(page, "Save password");
}

test("a lost password is replaced by the link in an email, which works once and ends the session", async () => {
  const url = inject("siteUrl");
  const person = await createPerson(url);
  const { page, open, follow } = await visitAs(person, {
    url,
    screen: phone,
    allowed: [/400/, /ERR_INTERNET_DISCONNECTED/],
  });
  await open("/login?err=E0018");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL(/\/lostPassword$/);
  const address = page.getByLabel("Email address of your account");
  await expect(address).toHaveValue(person.email);
  await address.fill("not an address");
  await submitForm(page, "Send reset link");
  await page.getByText("Enter an email address.").waitFor();
  await address.fill(person.email);
  await submitForm(page, "Send reset link");
  await page.getByText(`If an account exists for ${person.email}`).waitFor();

  const subject = /^Choose a new password$/;
  const link = new URL(findLink(await waitForMail(url, person.email, { subject })));
  await open(`${link.pathname}${link.search}`);
  // The address bar loses the secret.
  await page.waitForURL(`${url}/resetPassword`);
  await submitPassword(page, "password123");
  await page.getByText("This password is too common.").waitFor();
  await page.context().setOffline(true);
  await submitPassword(page, newPassword);
  await page.getByText("This couldn’t be sent.").waitFor();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue(newPassword);
  await page.context().setOffline(false);
  await submitForm(page, "Save password");
  await page.waitForURL(/\/login\?done=reset$/);
  await page.getByText("your password has been reset.").waitFor();
  expect(await readToken(page)).toBeNull();
  await logIn(page, { ...person, password: newPassword });
  await page.waitForURL(/\/$/);

  await follow(`${link.pathname}${link.search}`);
  await submitPassword(page, "another lamp by the door");
  await page.getByText("This link has expired or was already used. Request a new one.").waitFor();
  await page.getByRole("link", { name: "Request a new link" }).click();
  await page.waitForURL(/\/lostPassword$/);
});
