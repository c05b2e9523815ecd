import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { waitForMail } from "../../harness/mails.ts";
import { callApi, createPerson, createToken } from "../../harness/people.ts";
import { createDraft, createPublisher, deleteWrapsAtEnd, uploadAudio } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

/** Two seconds, too short to be compared with recordings of others; no other journey uploads this file. */
const recordingPath = fileURLToPath(
  new URL("../../../server/src/testing/media/mp3s/mono-24000.mp3", import.meta.url),
);

const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

test("a fan follows an artist on a phone, shares the address, and hears of the next wrap on the site and by email", async () => {
  const { url } = program;
  const artist = "Halden Maar";
  const publisher = await createPublisher(url, { artist });
  deleteWrapsAtEnd(program, publisher);
  const first = await createDraft(url, publisher, { name: "High Water" });
  await sql`update song set status = 'ACTIVE' where id = ${first.id}`.execute(program.db);
  const person = await createPerson(url);
  // The first wrap is public without audio.
  const { page, open, expectAccessible } = await startVisit(phone, [/404/], url);

  // The action that was chosen before the login happens after it.
  await open(`/wrap/${first.pretty_id}`);
  await button(page, `Follow ${artist}`).click();
  await page.getByText("Log in or sign up to follow an artist. You’ll continue right there.").waitFor();
  await page.getByLabel("Username", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL(new RegExp(`/wrap/${first.pretty_id}$`));
  await expect(button(page, `Following ${artist}`)).toHaveAttribute("aria-pressed", "true");
  await main(page).getByRole("link", { name: "Get emails too" }).click();
  await main(page).getByRole("radio", { name: "Every release" }).check();
  await main(page).getByText("You’ll get an email for every release.").waitFor();

  const studio = await visitAs(publisher, { url });
  await studio.open(`/my/artist/${publisher.artist}`);
  await main(studio.page).getByText("1 follower. 0 share their email address with this artist.").waitFor();
  await expect(button(studio.page, "Export email addresses")).toHaveCount(0);
  const consent = main(page).getByRole("checkbox", { name: `Share my email address with ${artist}` });
  await expect(consent).not.toBeChecked();
  await consent.check();
  await main(page).getByText(`${artist} can now see your email address.`).waitFor();
  await expectAccessible();
  expect(await measureOverflow(page)).toBe(0);
  await studio.open(`/my/artist/${publisher.artist}`);
  await button(studio.page, "Export email addresses").focus();
  const download = studio.page.waitForEvent("download");
  await studio.page.keyboard.press("Enter");
  expect(await readFile(await (await download).path(), "utf8")).toBe(`email\r\n${person.email}\r\n`);

  const second = await createDraft(url, publisher, { name: "Low Water" });
  await uploadAudio(url, publisher, second, recordingPath);
  await callApi(url, "POST", `song/${second.id}/listing`, {}, publisher.token);
  const token = await createToken(url, person);
  const countUnread = async () =>
    (await callApi<{ unread: number }>(url, "GET", "my/notifications/unread", undefined, token)).unread;
  await expect.poll(countUnread, backgroundTimeout).toBe(1);
  await open("/my/library?tab=following");
  await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
  await main(page).getByText("1 unread notification").waitFor();
  await button(page, `Mark as read: ${artist} released “Low Water”.`).click();
  await main(page).getByText("0 unread notifications").waitFor();
  await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
  await main(page)
    .getByRole("link", { name: `${artist} released “Low Water”.` })
    .click();
  await page.getByRole("heading", { level: 1, name: "Low Water" }).waitFor();

  const mail = await waitForMail(url, person.email, { subject: /new wrap by an artist you follow/ });
  expect(mail.text).toContain(`“Low Water” by ${artist} is out.`);
  expect(mail.text).toMatch(/https?:\/\/\S+\/unsubscribe\/\S+/);
});
