import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { waitForMail } from "../../harness/mails.ts";
import { callApi, createPerson, generatePerson, type Person } from "../../harness/people.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
let admin: Person;
let publisher: Publisher;
/** A public wrap that stays public. */
let wrap: Draft;

beforeAll(async () => {
  admin = await createPerson(program.url);
  await sql`update account set role = 'ADMIN', name = 'Nils Adeyemi' where email = ${admin.email}`.execute(
    program.db,
  );
  publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
  wrap = await createPublicWrap("Low Water");
});

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };
/** Wraps that are public without audio answer 404 to the player. */
const visitAsUser = (person: Person, { allowed = [], ...options }: VisitOptions = {}) =>
  visitAs(person, { url: program.url, allowed: [/404/, ...allowed], ...options });

async function createPublicWrap(name: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, { name });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  return song;
}
const statusOf = async (path: string) => (await fetch(`${program.url}${path}`)).status;

/** Sends a copyright notice about a wrap. */
async function sendReport({ id, pretty_id }: Draft): Promise<{ id: number; email: string }> {
  const { email } = generatePerson();
  const report = await callApi<{ id: number }>(program.url, "POST", "report", {
    kind: "wrap",
    id: String(id),
    problem: "copyright",
    explanation: "The recording is ours.",
    location: `${program.url}/wrap/${pretty_id}?tab=learn, the credits`,
    name: "Réka Szabó",
    email,
    good_faith: true,
    work: "Low Water, 2019",
    address: "1 Quay Street, Cork",
    authorized: true,
    signature: "Réka Szabó",
  });
  return { id: report.id, email };
}

describe("a report", () => {
  test("is sent from the page of a wrap without an account, with every error on its field, and survives a reload", async () => {
    const { email } = generatePerson();
    const { page, open } = await startVisit(undefined, [/400|404/], program.url);
    await open(`/wrap/${wrap.pretty_id}`);
    await page.getByRole("contentinfo").getByRole("link", { name: "Report" }).click();
    await page.getByRole("heading", { name: "Report", level: 1 }).waitFor();
    const field = (label: string | RegExp) => main(page).getByLabel(label);
    await expect(field("Exact location")).toHaveValue(`${program.url}/wrap/${wrap.pretty_id}`);
    await field("What is wrong?").selectOption("Copyright infringement");
    await field("Explanation").fill("The recording is ours.");
    await button(page, "Send report").click();
    await expect(main(page).getByText("Required", { exact: true })).toHaveCount(7);
    await field("The work that was copied").fill("Low Water, by Mira Okafor, 2019");
    await field("Your postal address").fill("1 Quay Street, Cork");
    await field("Your name").fill("Réka Szabó");
    await field("Your email address").fill(email);
    await field("Signature").fill("Réka Szabó");
    await page.reload();
    await button(page, "Discard").waitFor();
    await field(/in good faith/).check();
    await field(/Under penalty of perjury/).check();
    await button(page, "Send report").click();
    await page.getByRole("heading", { name: "Report received" }).waitFor();
    await waitForMail(program.url, email, { subject: /received your report/ });
  });

  test("of child abuse is sent by keyboard at 390 pixels without a name, and is kept if the thing is gone", async () => {
    const { page, open } = await startVisit(phone, [/404/], program.url);
    const report = async (path: string) => {
      await open(path);
      await main(page).getByLabel("What is wrong?").focus();
      await page.keyboard.type("Sexual");
      await waitForText(page, "You may leave out your name and address.");
      await page.keyboard.press("Tab");
      await page.keyboard.type("The portrait.");
      for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    };
    await report("/report?kind=wrap&id=nothing");
    await waitForText(page, "no longer public");
    await expect(main(page).getByLabel("Explanation")).toHaveValue("The portrait.");
    expect(await measureOverflow(page)).toBe(0);
    await report(`/report?kind=artist&id=${publisher.artist}`);
    await page.getByRole("heading", { name: "Report received" }).waitFor();
    await waitForText(page, "You gave no address");
  });
});

describe("a reported wrap", () => {
  test("is restricted with a reason, contested by its publisher, and restored", async () => {
    const song = await createPublicWrap("Harbour Light");
    const { id, email } = await sendReport(song);
    const desk = await visitAsUser(admin);
    const openReport = async () => {
      await main(desk.page)
        .getByRole("link", { name: /^Harbour Light/ })
        .and(desk.page.locator(`[href$="/report/${id}"]`))
        .click();
    };
    await desk.open("/admin/reports");
    await openReport();
    await waitForText(desk.page, "The recording is ours.");
    await expect(main(desk.page).getByRole("link", { name: "Open the exact place" })).toHaveAttribute(
      "href",
      `/wrap/${song.pretty_id}?tab=learn`,
    );
    for (const screen of [phone, desktop]) {
      await desk.page.setViewportSize(screen);
      await expect(main(desk.page).getByRole("radio", { name: "No action" })).toBeInViewport();
    }
    await main(desk.page).getByRole("radio", { name: "Restrict" }).check();
    await button(desk.page, "Decide").click();
    await expect(main(desk.page).getByText("Required", { exact: true })).toHaveCount(3);
    await main(desk.page).getByLabel("Ground").selectOption("Illegal content");
    await main(desk.page).getByLabel("Law or clause").fill("17 USC 512(c)");
    await main(desk.page).getByLabel("Facts").fill("The recording is another label’s.");
    await desk.expectAccessible();
    await button(desk.page, "Decide").click();
    await waitForText(desk.page, /Restricted: “Harbour Light/);
    await expect.poll(() => statusOf(`/wrap/${song.pretty_id}`)).toBe(404);
    await waitForMail(program.url, publisher.email, { subject: /content was restricted/ });

    const studio = await visitAsUser(publisher, { screen: phone, allowed: [/400/] });
    await studio.open("/my/wraps");
    await main(studio.page).locator(".state", { hasText: "Restricted" }).first().waitFor();
    await main(studio.page).locator(`a[href$="/my/wrap/${song.id}"]`).first().click();
    await waitForText(studio.page, "The recording is another label’s.");
    await button(studio.page, "Contest").click();
    await button(studio.page, "Send counter-notice").click();
    await expect(main(studio.page).getByText("Required", { exact: true })).toHaveCount(4);
    expect(await measureOverflow(studio.page)).toBe(0);
    await main(studio.page).getByLabel("Why is this restriction wrong?").fill("We recorded it ourselves.");
    await main(studio.page).getByLabel("Your postal address").fill("2 Quay Street, Cork");
    await main(studio.page)
      .getByLabel(/consent to the jurisdiction/)
      .check();
    await main(studio.page).getByLabel("Signature").fill("Aud Fjelstad");
    await button(studio.page, "Send counter-notice").click();
    await waitForText(studio.page, "An administrator will decide.");
    await waitForMail(program.url, email, { subject: /copyright notice was contested/ });

    await desk.follow("/admin/reports?contested=true");
    await openReport();
    await waitForText(desk.page, "We recorded it ourselves.");
    await button(desk.page, /^Restore/).click();
    const dialog = desk.page.getByRole("alertdialog");
    await dialog.getByLabel("Reason").fill("The session files were shown.");
    await dialog.getByRole("button", { name: "Restore" }).click();
    await waitForText(desk.page, /Restored: “Harbour Light/);
    await expect.poll(() => statusOf(`/wrap/${song.pretty_id}`)).toBe(200);
    await waitForMail(program.url, publisher.email, { subject: /content was restored/ });
  });
});
