import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { listenToWrap } from "../../harness/listening.ts";
import { link, main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { countMails, findLink, waitForMail } from "../../harness/mails.ts";
import { createPerson, generatePerson } from "../../harness/people.ts";
import {
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  uploadAudio,
} from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
let publisher: Publisher;

beforeAll(async () => {
  publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
  // The free plan has five wraps a month.
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_MONTHLY', now() + interval '1 month', now() + interval '1 month'
    from account where email = ${publisher.email}`.execute(program.db);
});

const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Schedules a draft as an approved wrap. Dates are whole minutes; the database takes one in seconds. */
const schedule = ({ id }: Draft, delay: string) =>
  sql`
    update song set status = 'SCHEDULED', listed_from = now() + ${delay}::interval, listed_zone = 'Europe/Madrid'
    where id = ${id}`.execute(program.db);

/** Adds up the layout shifts of a page from its beginning. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);

describe("a scheduled wrap", () => {
  test("gets its date from its publisher, who sees an error on the field, reschedules and cancels it by keyboard", async () => {
    const song = await createDraft(program.url, publisher, { name: "Salt Lanterns" });
    await uploadAudio(program.url, publisher, song);
    const { page, open } = await visitAs(publisher, { url: program.url, allowed: [/400/] });
    await open(`/my/wrap/${song.id}`);
    const zone = main(page).getByLabel("Time zone");
    await zone.selectOption("Europe/Madrid");
    await button(page, "Set date").click();
    await main(page).getByText("Enter a date and time.").waitFor();
    const field = main(page).getByLabel("Date and time");
    await expect(field).toBeFocused();
    const year = new Date().getUTCFullYear() + 1;
    await field.fill(`${year}-06-04T18:00`);
    await main(page).getByText(`4 June ${year}, 18:00 CEST`).waitFor();
    await button(page, "Set date").click();
    await button(page, "Change date").waitFor();
    await button(page, "Submit for listing").click();
    await main(page).getByText("Scheduled. Its page counts down to its date.").waitFor();
    await link(page, "Open countdown").waitFor();

    await zone.focus();
    await page.keyboard.type("America/New York");
    await expect(zone).toHaveValue("America/New_York");
    await page.keyboard.press("Tab");
    await expect(button(page, "Change date")).toBeFocused();
    await page.keyboard.press("Enter");
    await main(page).getByText("18:00 GMT-4").first().waitFor();
    await button(page, "Cancel release").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel release" }).press("Enter");
    await main(page).getByText("It’s a draft again.").waitFor();
    await expect(link(page, "Open countdown")).toHaveCount(0);
  });

  test("counts down without moving, and takes the address of a visitor, who confirms it by its mail", async () => {
    const song = await createDraft(program.url, publisher, { name: "Quay Light" });
    await schedule(song, "300 days");
    const { page, open, expectAccessible } = await startVisit(undefined, [/404/], program.url);
    await recordShifts(page);
    await open(`/wrap/${song.pretty_id}`);
    expect(new URL(page.url()).pathname).toBe(`/wrap/${song.pretty_id}/countdown`);
    await page.getByRole("heading", { name: "Quay Light", level: 1 }).waitFor();
    await expect(page.getByRole("timer")).toContainText(/\d\d/);
    expect(await readShifts(page)).toBe(0);
    const address = generatePerson().email;
    await button(page, "Notify me").click();
    await main(page).getByText("Required", { exact: true }).waitFor();
    await expectAccessible();
    await main(page).getByLabel("Email address").fill(address);
    await button(page, "Notify me").click();
    await main(page).getByText("Check your email").waitFor();
    const mail = await waitForMail(program.url, address, { subject: /Confirm your address/ });
    await page.goto("about:blank");
    await page.goto(findLink(mail));
    await main(page).getByText("Address confirmed.").waitFor();
    expect(new URL(page.url()).hash).toBe("");
  });

  test("opens at zero for a fan who waits on a phone, plays, and sends its mail", async () => {
    const song = await createDraft(program.url, publisher, { name: "Lantern Hour" });
    await uploadAudio(program.url, publisher, song);
    const fan = await createPerson(program.url);
    const { page, open } = await visitAs(fan, { url: program.url, screen: phone, allowed: [/404/] });
    await schedule(song, "25 seconds");
    await open(`/wrap/${song.pretty_id}`);
    await expect(page.getByRole("timer")).toContainText(/Days00/);
    await button(page, "Notify me").click();
    await main(page).getByText("We’ll email you when it’s out.").waitFor();
    await button(page, "Don’t notify me").click();
    await button(page, "Notify me").click();
    await button(page, "Don’t notify me").waitFor();
    await page.waitForURL(`${program.url}/wrap/${song.pretty_id}`, backgroundTimeout);
    await listenToWrap(page);
    await waitForMail(program.url, fan.email, { subject: /is out/ });
    expect(await countMails(program.url, fan.email, /is out/)).toBe(1);
    await open(`/wrap/${song.pretty_id}/countdown`);
    expect(new URL(page.url()).pathname).toBe(`/wrap/${song.pretty_id}`);
  });
});
