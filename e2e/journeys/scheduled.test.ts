import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { listenToWrap } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { countMails, findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, createToken, generatePerson } from "../harness/people.ts";
import {
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  uploadTrack,
} from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;
let publisher: Publisher;

beforeAll(async () => {
  program = await startIsolatedProgram();
  publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole("link", { name });
const dialog = (page: Page) => page.getByRole("alertdialog");

async function createComplete(name: string, track: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, { name });
  await uploadTrack(program.url, publisher, song, track);
  return song;
}

/** A wrap that is listed next year. */
async function createScheduled(name: string, track: string): Promise<Draft> {
  const song = await createComplete(name, track);
  const body = { listed_from: `${new Date().getUTCFullYear() + 1}-06-04T18:00`, time_zone: "Europe/Madrid" };
  await callApi(program.url, "PUT", `song/${song.id}/schedule`, body, publisher.token);
  await callApi(program.url, "POST", `song/${song.id}/listing`, {}, publisher.token);
  return song;
}

/** Dates are whole minutes; the database takes one in seconds. */
const releaseIn = (song: Draft, seconds: number) =>
  sql`update song set listed_from = now() + ${seconds} * interval '1 second' where id = ${song.id}`.execute(
    program.db,
  );

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
  test("gets its date from its publisher, with an error on the field that is missing", async () => {
    const song = await createComplete("Salt Lanterns", "kiln");
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, allowed: [/400/] });
    await open(`/my/wrap/${song.id}`);
    await main(page).getByLabel("Time zone").selectOption("Europe/Madrid");
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
    await expectAccessible();
  });

  test("counts down without moving, and takes the address of a visitor, who confirms it by its mail", async () => {
    const song = await createScheduled("Quay Light", "kiln");
    const visit = await startVisit(undefined, [/404/], program.url);
    const { page } = visit;
    await recordShifts(page);
    await visit.open(`/wrap/${song.pretty_id}`);
    expect(new URL(page.url()).pathname).toBe(`/wrap/${song.pretty_id}/countdown`);
    await page.getByRole("heading", { name: "Quay Light", level: 1 }).waitFor();
    await expect(page.getByRole("timer")).toContainText(/\d\d/);
    expect(await readShifts(page)).toBe(0);
    expect(await page.content()).not.toContain("/audio/");
    const address = generatePerson().email;
    await button(page, "Notify me").click();
    await main(page).getByText("Required", { exact: true }).waitFor();
    await visit.expectAccessible();
    await main(page).getByLabel("Email address").fill(address);
    await button(page, "Notify me").click();
    await main(page).getByText("Check your email").waitFor();
    const mail = await waitForMail(program.url, address, { subject: /Confirm your address/ });
    await page.goto("about:blank");
    await page.goto(findLink(mail));
    await main(page).getByText("Address confirmed.").waitFor();
    expect(new URL(page.url()).hash).toBe("");
  });

  test("opens at zero for a visitor who waits, plays, and sends its mail", async () => {
    const song = await createScheduled("Lantern Hour", "kiln");
    const fan = await createPerson(program.url);
    const token = await createToken(program.url, fan);
    await callApi(program.url, "POST", `song/${song.id}/reminder`, {}, token);
    await releaseIn(song, 25);
    const { page, open } = await startVisit(undefined, [/404/], program.url);
    await open(`/wrap/${song.pretty_id}`);
    await expect(page.getByRole("timer")).toContainText(/Days00/);
    await page.waitForURL(`${program.url}/wrap/${song.pretty_id}`, backgroundTimeout);
    await listenToWrap(page);
    await waitForMail(program.url, fan.email, { subject: /is out/ });
    expect(await countMails(program.url, fan.email, /is out/)).toBe(1);
    await open(`/wrap/${song.pretty_id}/countdown`);
    expect(new URL(page.url()).pathname).toBe(`/wrap/${song.pretty_id}`);
  });

  test("is rescheduled and cancelled by keyboard, and its countdown follows", async () => {
    const song = await createScheduled("Ebb Chart", "harmattan");
    const watching = await startVisit(undefined, [/404/], program.url);
    await watching.open(`/wrap/${song.pretty_id}`);
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url });
    await open(`/my/wrap/${song.id}`);
    await link(page, "Open countdown").waitFor();
    const zone = main(page).getByLabel("Time zone");
    await zone.focus();
    await page.keyboard.type("America/New York");
    await expect(zone).toHaveValue("America/New_York");
    await page.keyboard.press("Tab");
    await expect(button(page, "Change date")).toBeFocused();
    await page.keyboard.press("Enter");
    await main(page).getByText("18:00 GMT-4").first().waitFor();
    await watching.open(`/wrap/${song.pretty_id}`);
    await button(page, "Cancel release").focus();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Cancel release" }).focus();
    await page.keyboard.press("Enter");
    await main(page).getByText("It’s a draft again.").waitFor();
    await expect(link(page, "Open countdown")).toHaveCount(0);
    await watching.open(`/wrap/${song.pretty_id}/countdown`);
    await main(watching.page).getByText("error loading track").waitFor();
  });

  test("is followed by a fan on a phone, in dark mode too, who changes their mind", async () => {
    const song = await createScheduled("A Very Long Title That Wraps On Every Phone", "kiln");
    const fan = await createPerson(program.url);
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, open, expectAccessible } = await visitAs(fan, {
        url: program.url,
        screen: { ...phone, colorScheme },
      });
      await open(`/wrap/${song.pretty_id}`);
      await expect(page.getByRole("timer")).toContainText(/\d\d/);
      await button(page, "Notify me").click();
      await main(page).getByText("We’ll email you when it’s out.").waitFor();
      await page.reload();
      await button(page, "Don’t notify me").waitFor();
      await expectAccessible();
      expect(await measureOverflow(page)).toBe(0);
      await button(page, "Don’t notify me").click();
      await button(page, "Notify me").waitFor();
    }
  });
});
