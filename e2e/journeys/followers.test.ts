import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, createToken } from "../harness/people.ts";
import { createDraft, createPublisher, deleteWrapsAtEnd, uploadTrack } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../harness/visit.ts";

// On a site with other journeys, another account may have the recordings.
let program: TestProgram;
beforeAll(async () => {
  program = await startIsolatedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

test("a fan follows an artist on a phone, and hears of the next wrap on the site and by email", async () => {
  const { url } = program;
  const artist = "Halden Maar";
  const publisher = await createPublisher(url, { artist });
  deleteWrapsAtEnd(program, publisher);
  const list = async (name: string, track: string) => {
    const song = await createDraft(url, publisher, { name });
    await uploadTrack(url, publisher, song, track);
    await callApi(url, "POST", `song/${song.id}/listing`, {}, publisher.token);
    return song;
  };
  const first = await list("High Water", "salt-meridian");
  const person = await createPerson(url);
  const { page, open, expectAccessible } = await startVisit(phone, [], url);

  // The action that was chosen before the login happens after it.
  await open(`/wrap/${first.pretty_id}`);
  await button(page, `Follow ${artist}`).click();
  await page.getByText("Log in or sign up to follow an artist. You’ll continue right there.").waitFor();
  await page.getByLabel("Username", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL(new RegExp(`/wrap/${first.pretty_id}$`));
  await expect(button(page, `Following ${artist}`)).toHaveAttribute("aria-pressed", "true");
  await expectAccessible();
  await main(page).getByRole("link", { name: "Get emails too" }).click();

  await main(page).getByRole("radio", { name: "Every release" }).check();
  await main(page).getByText("You’ll get an email for every release.").waitFor();
  const consent = main(page).getByRole("checkbox", { name: `Share my email address with ${artist}` });
  await expect(consent).not.toBeChecked();
  await consent.check();
  await main(page).getByText(`${artist} can now see your email address.`).waitFor();
  await expectAccessible();
  expect(await measureOverflow(page)).toBe(0);

  await list("Low Water", "quiet-machinery");
  const token = await createToken(url, person);
  const countUnread = async () =>
    (await callApi<{ unread: number }>(url, "GET", "my/notifications/unread", undefined, token)).unread;
  await expect.poll(countUnread, backgroundTimeout).toBe(1);
  await open("/library?tab=following");
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
  const link = /https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByText("You’ll no longer get emails about artists you follow.").waitFor();
  await open("/library?tab=following");
  await expect(main(page).getByRole("radio", { name: "No emails" })).toBeChecked();
});

test("an artist sees how many follow, and saves the addresses that are shared, by keyboard", async () => {
  const { url } = program;
  const publisher = await createPublisher(url, { artist: "Ilse Followed" });
  const fan = await createPerson(url);
  const token = await createToken(url, fan);
  await callApi(url, "PUT", `artist/${publisher.artist}/follow`, undefined, token);
  const { page, open } = await visitAs(publisher, { url, screen: desktop });
  await open(`/my/artist/${publisher.artist}`);
  await main(page).getByText("1 follower. 0 share their email address with this artist.").waitFor();
  await expect(button(page, "Export email addresses")).toHaveCount(0);
  await callApi(url, "PATCH", `artist/${publisher.artist}/follow`, { shares_address: true }, token);
  await open(`/my/artist/${publisher.artist}`);
  await button(page, "Export email addresses").focus();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const stream = await (await download).createReadStream();
  let text = "";
  for await (const part of stream) text += String(part);
  expect(text).toBe(`email\r\n${fan.email}\r\n`);
});
