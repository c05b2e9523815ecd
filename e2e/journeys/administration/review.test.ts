import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { waitUntilPlaying } from "../../harness/listening.ts";
import { button, dialog, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken, generatePerson, type Person } from "../../harness/people.ts";
import {
  buildPng,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  shortTrackPath,
  uploadAudio,
} from "../../harness/publisher.ts";
import { openConfiguredProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const previousTrackPath = fileURLToPath(
  new URL("../../../server/src/testing/media/mp3s/mono-16000.mp3", import.meta.url),
);

const program = openConfiguredProgram();
let admin: Person;

beforeAll(async () => {
  admin = await createPerson(program.url);
  await sql`update account set role = 'ADMIN', name = 'Nils Adeyemi' where email = ${admin.email}`.execute(
    program.db,
  );
});
// The queues show the wraps of one test. Other files have only drafts on this program.
beforeEach(async () => {
  await sql`update song set status = 'DELETED' where status <> 'DRAFT'`.execute(program.db);
});

const visitAsUser = (person: Person, options: { screen?: Screen; allowed?: readonly RegExp[] } = {}) =>
  visitAs(person, { url: program.url, ...options });
const section = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const submitWrap = (publisher: Publisher, song: Draft) =>
  callApi(program.url, "POST", `song/${song.id}/listing`, {}, publisher.token);
const isPublic = async (song: Draft) => (await fetch(`${program.url}/api/v1/song/${song.id}`)).ok;

/** Creates a wrap with artwork and audio that awaits review. */
async function createSubmittedWrap(publisher: Publisher, name: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, {
    name,
    owners: [{ name: "Inês Corvacho", ownership: 100, royalty: 60 }],
  });
  await uploadAudio(program.url, publisher, song, shortTrackPath);
  await submitWrap(publisher, song);
  return song;
}

test("a submitted wrap is played, returned with a reason, submitted again and approved, and the next one plays beside the recording that it matches", async () => {
  const [first, second] = [
    await createPublisher(program.url, { artist: "Halden Maar" }),
    await createPublisher(program.url, { artist: "Nattlinje 55" }),
  ];
  const original = await createSubmittedWrap(first, "Kiln");
  const { page, open, expectAccessible } = await visitAsUser(admin, { allowed: [/409/] });
  const plays: string[] = [];
  page.on("request", (request) => void (/\/stream$/.test(request.url()) && plays.push(request.url())));

  await open("/you");
  await page
    .getByRole("navigation", { name: "Quick links" })
    .getByRole("link", { name: /^Administration/ })
    .click();
  await waitForText(page, "1 wrap awaiting review");
  await page.getByRole("link", { name: "Reviews 1 waiting" }).waitFor();
  await expect(main(page).locator(".queue .mark")).toHaveCount(1);
  await page.getByRole("link", { name: "Review Kiln" }).click();

  // Shows everything its page will show, and the recording, whose plays are not counted.
  await page.getByRole("heading", { name: "Kiln", level: 1 }).waitFor();
  await expect(button(page, "Approve")).toBeInViewport({ ratio: 1 });
  await section(page, "Rights").getByRole("cell", { name: "60.00" }).waitFor();
  await button(page, "Play Kiln").first().click();
  await waitUntilPlaying(page);
  await button(page, "Request changes").click();
  await waitForText(page, "Required");
  const reason = main(page).getByLabel("Reason");
  await expect(reason).toBeFocused();
  await reason.fill("The cover is another photographer's work.");
  await button(page, "Request changes").click();
  await page.waitForURL(/\/admin$/);
  await waitForText(page, "Changes requested for “Kiln”.");
  await waitForText(page, "Nothing to review");
  await page.getByRole("link", { name: "Reviews", exact: true }).waitFor();

  await submitWrap(first, original);
  const copy = await createSubmittedWrap(second, "Oven");
  await open("/admin");
  await waitForText(page, "1 previous change request");
  await main(page).getByRole("link", { name: "Kiln", exact: true }).click();
  await section(page, "Decision history").getByText("Nils Adeyemi").waitFor();
  expect(await isPublic(original)).toBe(false);
  await button(page, "Approve").click();
  await waitForText(page, "“Kiln” is now public.");
  expect(await isPublic(original)).toBe(true);
  expect(plays).toEqual([]);

  // The next wrap to review is shown.
  await page.getByRole("heading", { name: "Oven", level: 1 }).waitFor();
  const matches = section(page, "Possible duplicates");
  await matches.getByRole("button", { name: "Play Oven" }).click();
  await waitUntilPlaying(page);
  await matches.getByRole("button", { name: "Play Kiln" }).click();
  await matches.getByRole("button", { name: "Pause Kiln" }).waitFor();
  await waitUntilPlaying(page);
  await page.setViewportSize(phone);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(matches.getByRole("button", { name: "Pause Kiln" })).toBeInViewport({ ratio: 1 });
  await expectAccessible();
  expect(await measureOverflow(page)).toBe(0);
  await page.setViewportSize(desktop);

  // The first of two reviewers decides; the other sees the decision.
  const token = await createToken(program.url, admin);
  const refusal = { decision: "REJECTED", reason: "This is Halden Maar's recording." };
  await callApi(program.url, "POST", `admin/review/${copy.id}`, refusal, token);
  await button(page, "Approve").click();
  await waitForText(page, "No decision needed. See the decision history.");
  await section(page, "Decision history").getByText("This is Halden Maar's recording.").waitFor();
  expect(await isPublic(copy)).toBe(false);
});

test("a listed wrap keeps its title, artwork and recording until an administrator has compared them, unless its publisher is trusted", async () => {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Slack Water" });
  await uploadAudio(program.url, publisher, song, previousTrackPath);
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const readPage = async () => (await fetch(`${program.url}/wrap/${song.pretty_id}`)).text();
  const rename = (name: string) =>
    callApi(program.url, "PATCH", `song/${song.id}`, { name }, publisher.token);
  const studio = await visitAsUser(publisher, { screen: phone });
  await studio.open(`/my/wrap/${song.id}`);
  const title = studio.page.getByLabel("Title", { exact: true });
  await title.fill("Night Ferry");
  await title.press("Enter");
  await waitForText(studio.page, "Saved. The new title awaits approval.");
  await studio.page.getByRole("tab", { name: "Assets" }).click();
  await main(studio.page)
    .locator("input[name=artwork]")
    .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: buildPng(400, 400) });
  await button(studio.page, "Replace artwork").click();
  await waitForText(studio.page, "Artwork uploaded. It awaits approval.");
  await expect(
    main(studio.page).getByRole("region", { name: "Awaiting approval" }).getByRole("listitem"),
  ).toHaveCount(2);
  await studio.expectAccessible();
  expect(await measureOverflow(studio.page)).toBe(0);
  await uploadAudio(program.url, publisher, song, shortTrackPath);
  expect(await readPage()).not.toContain("Night Ferry");

  const { page, open } = await visitAsUser(admin);
  const change = (name: string) => main(page).getByRole("listitem", { name, exact: true });
  await open("/admin");
  await page.getByRole("link", { name: "Changes 3 waiting" }).click();
  await change("New title").getByRole("definition").filter({ hasText: "Night Ferry" }).waitFor();
  for (const side of ["Previous", "New"])
    await change("New artwork")
      .getByRole("img", { name: `${side} artwork of Slack Water` })
      .waitFor();
  const recording = change("New recording");
  await recording.getByRole("button", { name: "Play Slack Water, previous recording" }).waitFor();
  await recording.getByRole("button", { name: "Play Slack Water, new recording" }).click();
  await recording.getByRole("button", { name: "Pause Slack Water, new recording" }).waitFor();
  await waitUntilPlaying(page);
  await recording.getByText("0:14", { exact: true }).waitFor();
  await recording.getByRole("button", { name: "Approve Slack Water" }).click();
  await waitForText(page, "New recording of “Slack Water” approved.");
  await change("New title").getByRole("button", { name: "Approve Slack Water" }).press("Enter");
  await waitForText(page, "New title of “Slack Water” approved.");
  await expect(main(page).getByText("New title of “Slack Water” approved.").locator("..")).toBeFocused();
  await expect.poll(readPage).toContain("Night Ferry");

  await change("New artwork").getByRole("button", { name: "Reject Night Ferry" }).press("Enter");
  const question = dialog(page).filter({ hasText: "Reject the new artwork?" });
  await question.getByRole("button", { name: "Reject" }).press("Enter");
  await question.getByText("Required").waitFor();
  await question.getByLabel("Reason").fill("This is Halden Maar's photograph.");
  await question.getByRole("button", { name: "Reject" }).press("Enter");
  await waitForText(page, "New artwork of “Night Ferry” rejected.");
  await waitForText(page, "No changes to review");

  // Another one is withdrawn.
  await rename("Day Ferry");
  await studio.open("/my/wraps");
  await waitForText(studio.page, "New title: Day Ferry");
  await main(studio.page).getByRole("link", { name: "Night Ferry", exact: true }).click();
  await button(studio.page, "Withdraw title").press("Enter");
  await dialog(studio.page).getByRole("button", { name: "Withdraw title" }).press("Enter");
  await waitForText(studio.page, "New title withdrawn.");
  await expect(title).toHaveValue("Night Ferry");

  await rename("Waits");
  await open("/admin/changes");
  await main(page).getByRole("link", { name: publisher.name }).click();
  await button(page, "Trust this publisher").click();
  await button(page, "Stop trusting").waitFor();
  await rename("Meander");
  await expect.poll(readPage).toContain("Meander");
});

test("users are found, invited to import, given Premium and signed out, and created with a link to their artist", async () => {
  const publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
  const { page, open, follow } = await visitAsUser(admin, { allowed: [/400/] });
  await open("/admin/users");
  await main(page).getByLabel("Name or email").fill(publisher.email);
  await page.keyboard.press("Enter");
  await waitForText(page, "1 user found");
  await main(page).getByRole("link", { name: publisher.name }).click();
  await button(page, "Invite").click();
  await waitForText(page, "Allowed");
  await button(page, "Revoke invitation").click();
  await waitForText(page, "Not allowed");
  await button(page, "Grant Premium").click();
  await waitForText(page, "Choose a date.");
  await main(page).getByLabel("Premium until").fill("2099-12-31");
  await button(page, "Grant Premium").click();
  await waitForText(page, "Granted Premium, yearly, until 31 Dec 2099.");
  await button(page, "Revoke").click();
  await waitForText(page, "Premium revoked.");
  await button(page, "Log out everywhere").click();
  await dialog(page).getByText("They’ll be logged out on all devices").waitFor();
  await dialog(page).getByRole("button", { name: "Log out everywhere" }).click();
  await waitForText(page, "1 session was ended.");
  await expect(callApi(program.url, "GET", "me", undefined, publisher.token)).rejects.toThrow(/E0003/);
  await main(page).getByRole("link", { name: "View audit log" }).click();
  await waitForText(page, `Nils Adeyemi ended 1 of ${publisher.name}’s sessions.`);
  await waitForText(page, `Nils Adeyemi revoked ${publisher.name}’s Premium.`);

  await follow("/admin/users");
  await button(page, "Create an account").click();
  const form = main(page).locator("form").filter({ hasText: "Email language" });
  const send = form.getByRole("button", { name: "Create and send link" });
  await send.click();
  await form.getByText("Required").first().waitFor();
  await form.getByLabel("Name").fill("Zöe Quíntana");
  await form.getByLabel("Email address").fill(generatePerson().email);
  await form.getByLabel("Email language").selectOption("es");
  await form.getByLabel("Artist ID").fill("999999");
  await send.click();
  await form.getByText("Artist not found.").waitFor();
  await page.reload();
  await form.getByText(/^Draft restored/).waitFor();
  await expect(form.getByLabel("Name")).toHaveValue("Zöe Quíntana");
  await expect(form.getByLabel("Email language")).toHaveValue("es");
  await form.getByLabel("Artist ID").fill(String(publisher.artist));
  await send.click();
  await page.waitForURL(/\/admin\/user\//);
  await waitForText(page, "The claim link has been sent");
});

test("a user who is not an administrator finds nothing at these addresses and no link to them", async () => {
  const person = await createPerson(program.url);
  const { page, open, follow } = await visitAsUser(person, { allowed: [/404/] });
  await open("/admin/users");
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await follow("/you");
  await page.getByText(person.email).waitFor();
  await expect(page.getByRole("link", { name: /^administration/i })).toHaveCount(0);
});
