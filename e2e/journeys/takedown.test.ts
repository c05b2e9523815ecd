import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, createToken, type Person } from "../harness/people.ts";
import {
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  uploadTrack,
} from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;
let admin: Person;
let publisher: Publisher;

beforeAll(async () => {
  program = await startIsolatedProgram();
  admin = await createPerson(program.url);
  await sql`update account set role = 'ADMIN', name = 'Nils Adeyemi' where email = ${admin.email}`.execute(
    program.db,
  );
  publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const visitAsUser = (person: Person, options: { screen?: Screen; allowed?: readonly RegExp[] } = {}) =>
  visitAs(person, { url: program.url, ...options });

async function createPublicWrap(name: string, track: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, { name });
  await uploadTrack(program.url, publisher, song, track);
  await callApi(program.url, "POST", `song/${song.id}/listing`, {}, publisher.token);
  return song;
}
const statusOf = async (path: string) => (await fetch(`${program.url}${path}`)).status;

const notice = {
  problem: "copyright",
  explanation: "The recording is ours.",
  location: "The whole recording",
  name: "Réka Szabó",
  email: "rights@label.example",
  good_faith: true,
  work: "Low Water, 2019",
  address: "1 Quay Street, Cork",
  authorized: true,
  signature: "Réka Szabó",
};
const sendReport = (song: Draft) =>
  callApi<{ id: number }>(program.url, "POST", "report", { ...notice, kind: "wrap", id: String(song.id) });

/** Finds the link to one of several reports about wraps of the same name. */
const linkToReport = (page: Page, id: number, name: RegExp) =>
  main(page)
    .getByRole("link", { name })
    .and(page.locator(`[href$="/report/${id}"]`));

describe("a report", () => {
  test("is sent from the page of a wrap without an account, with every error on its field, and survives a reload", async () => {
    const song = await createPublicWrap("Low Water", "kiln");
    const { page, open, expectAccessible } = await startVisit(undefined, [/400/], program.url);
    await open(`/wrap/${song.pretty_id}`);
    await page.getByRole("contentinfo").getByRole("link", { name: "Report" }).click();
    await page.getByRole("heading", { name: "Report", level: 1 }).waitFor();
    const field = (label: string | RegExp) => main(page).getByLabel(label);
    await expect(field("Exact location")).toHaveValue(`${program.url}/wrap/${song.pretty_id}`);
    await field("What is wrong?").selectOption("Copyright infringement");
    await field("Explanation").fill("The recording is ours.");
    await button(page, "Send report").click();
    await expect(main(page).getByText("Required", { exact: true })).toHaveCount(7);
    await expectAccessible();
    await field("The work that was copied").fill("Low Water, by Mira Okafor, 2019");
    await field("Your postal address").fill("1 Quay Street, Cork");
    await field("Your name").fill("Réka Szabó");
    await field("Your email address").fill("reka@label.example");
    await field(/in good faith/).check();
    await field(/Under penalty of perjury/).check();
    await field("Signature").fill("Réka Szabó");
    await page.reload();
    await button(page, "Discard").waitFor();
    await expectAccessible();
    await field(/in good faith/).check();
    await field(/Under penalty of perjury/).check();
    await button(page, "Send report").click();
    await page.getByRole("heading", { name: "Report received" }).waitFor();
    await waitForText(page, "reka@label.example");
    await expectAccessible();
    await waitForMail(program.url, "reka@label.example", { subject: /received your report/ });
  });

  test("is sent by keyboard at 390 pixels, without a name if it is of child abuse", async () => {
    const { page, open, expectAccessible } = await startVisit(phone, [], program.url);
    await open(`/report?kind=artist&id=${publisher.artist}`);
    await main(page).getByLabel("What is wrong?").focus();
    await page.keyboard.type("Sexual");
    await waitForText(page, "You may leave out your name and address.");
    await page.keyboard.press("Tab");
    await page.keyboard.type("The portrait.");
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Report received" }).waitFor();
    await waitForText(page, "You gave no address");
  });

  test("without a thing leads back to the catalogue, and one of a thing that is gone says so", async () => {
    const { page, open } = await startVisit(undefined, [/404/], program.url);
    await open("/report");
    await waitForText(page, "Choose what to report");
    await open("/report?kind=wrap&id=nothing");
    await main(page).getByLabel("What is wrong?").selectOption("Fraud or impersonation");
    await main(page).getByLabel("Explanation").fill("It is not them.");
    await main(page).getByLabel("Your name").fill("Réka Szabó");
    await main(page).getByLabel("Your email address").fill("reka@label.example");
    await main(page)
      .getByLabel(/in good faith/)
      .check();
    await button(page, "Send report").click();
    await waitForText(page, "no longer public");
    await expect(main(page).getByLabel("Explanation")).toHaveValue("It is not them.");
  });
});

describe("a reported wrap", () => {
  test("is restricted, with every error on its field", async () => {
    const song = await createPublicWrap("Paper Lanterns", "sodium");
    const { id } = await sendReport(song);
    const desk = await visitAsUser(admin);
    await desk.open("/admin");
    await desk.page.getByRole("link", { name: "Reports" }).click();
    await linkToReport(desk.page, id, /Paper Lanterns/).click();
    await waitForText(desk.page, "The recording is ours.");
    await desk.expectAccessible();
    await main(desk.page).getByRole("radio", { name: "Restrict" }).check();
    await button(desk.page, "Decide").click();
    await expect(main(desk.page).getByText("Required", { exact: true })).toHaveCount(3);
    await main(desk.page).getByLabel("Ground").selectOption("Illegal content");
    await main(desk.page).getByLabel("Law or clause").fill("17 USC 512(c)");
    await main(desk.page).getByLabel("Facts").fill("The recording is another label’s.");
    await desk.expectAccessible();
    await button(desk.page, "Decide").click();
    await waitForText(desk.page, /Restricted: “Paper Lanterns/);
    await expect.poll(() => statusOf(`/wrap/${song.pretty_id}`)).toBe(404);
    await waitForMail(program.url, publisher.email, { subject: /content was restricted/ });
  });

  test("is contested by its publisher, and restored", async () => {
    const song = await createPublicWrap("Harbour Light", "quiet-machinery");
    const { id } = await sendReport(song);
    await callApi(
      program.url,
      "POST",
      `admin/report/${id}`,
      {
        decision: "RESTRICT",
        kind: "wrap",
        ground: "law",
        basis: "17 USC 512(c)",
        reason: "The recording is another label’s.",
      },
      await createToken(program.url, admin),
    );

    const studio = await visitAsUser(publisher, { screen: phone, allowed: [/400/] });
    await studio.open("/my/wraps");
    await main(studio.page).locator(".state", { hasText: "Restricted" }).first().waitFor();
    await studio.open(`/my/wrap/${song.id}`);
    await waitForText(studio.page, "The recording is another label’s.");
    expect(await measureOverflow(studio.page)).toBe(0);
    await button(studio.page, "Contest").click();
    await button(studio.page, "Send counter-notice").click();
    await expect(main(studio.page).getByText("Required", { exact: true })).toHaveCount(4);
    await studio.expectAccessible();
    await main(studio.page).getByLabel("Why is this restriction wrong?").fill("We recorded it ourselves.");
    await main(studio.page).getByLabel("Your postal address").fill("2 Quay Street, Cork");
    await main(studio.page)
      .getByLabel(/consent to the jurisdiction/)
      .check();
    await main(studio.page).getByLabel("Signature").fill("Aud Fjelstad");
    await button(studio.page, "Send counter-notice").click();
    await waitForText(studio.page, "An administrator will decide.");
    await waitForMail(program.url, "rights@label.example", { subject: /copyright notice was contested/ });

    const desk = await visitAsUser(admin);
    await desk.open("/admin/reports?contested=true");
    await waitForText(desk.page, "Contested");
    await linkToReport(desk.page, id, /Harbour Light/).click();
    await waitForText(desk.page, "We recorded it ourselves.");
    await button(desk.page, /^Restore/).click();
    const dialog = desk.page.getByRole("alertdialog");
    await dialog.getByLabel("Reason").fill("The session files were shown.");
    await desk.expectAccessible();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await waitForText(desk.page, /Restored: “Harbour Light/);
    await expect.poll(() => statusOf(`/wrap/${song.pretty_id}`)).toBe(200);
    await waitForMail(program.url, publisher.email, { subject: /content was restored/ });
  });

  test("stays public without action, and the second administrator sees the decision of the first", async () => {
    const song = await createPublicWrap("Glass Mango", "glass-mango");
    const { id } = await sendReport(song);
    const { page, open, expectAccessible } = await visitAsUser(admin, { screen: phone, allowed: [/409/] });
    await open(`/admin/report/${id}`);
    await main(page).getByRole("radio", { name: "No action" }).check();
    await main(page).getByLabel("Reason").fill("A parody.");
    const decision = { decision: "NO_ACTION", reason: "The publisher has a licence." };
    await callApi(program.url, "POST", `admin/report/${id}`, decision, await createToken(program.url, admin));
    await button(page, "Decide").click();
    await waitForText(page, "The publisher has a licence.");
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    expect(await statusOf(`/wrap/${song.pretty_id}`)).toBe(200);
  });
});
