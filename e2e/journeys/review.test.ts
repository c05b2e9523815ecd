import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { waitUntilPlaying } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, createToken, generatePerson, type Person } from "../harness/people.ts";
import {
  coverPath,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  shortTrackPath,
  uploadAudio,
  uploadTrack,
} from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;
let admin: Person;

beforeAll(async () => {
  program = await startIsolatedProgram({ LISTING_REVIEW: "manual" });
  admin = await createPerson(program.url);
  await sql`update account set role = 'ADMIN', name = 'Nils Adeyemi' where email = ${admin.email}`.execute(
    program.db,
  );
});
afterAll(() => program.close());
// The queues show the wraps of one test.
beforeEach(async () => {
  await sql`update song set status = 'DELETED'`.execute(program.db);
});

const visitAsUser = (person: Person, options: { screen?: Screen; allowed?: readonly RegExp[] } = {}) =>
  visitAs(person, { url: program.url, ...options });
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole("alertdialog");
const section = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const submitWrap = (publisher: Publisher, song: Draft) =>
  callApi(program.url, "POST", `song/${song.id}/listing`, {}, publisher.token);
const isPublic = async (song: Draft) => (await fetch(`${program.url}/api/v1/song/${song.id}`)).ok;

/** Creates a wrap with artwork and audio that awaits review. */
async function createSubmittedWrap(publisher: Publisher, name: string, track: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, {
    name,
    owners: [{ name: "Inês Corvacho", ownership: 100, royalty: 60 }],
    credits: [{ role: "COMPOSER", name: "Inês Corvacho" }],
  });
  await uploadTrack(program.url, publisher, song, track);
  await submitWrap(publisher, song);
  return song;
}

describe("a submitted wrap", () => {
  test("is played, returned with a reason, submitted again and approved, and the audit log records it", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createSubmittedWrap(publisher, "Low Water", "sodium");
    const { page, open, expectAccessible } = await visitAsUser(admin);
    const plays: string[] = [];
    page.on("request", (request) => void (/\/stream$/.test(request.url()) && plays.push(request.url())));

    await open("/you");
    await page
      .getByRole("navigation", { name: "Quick links" })
      .getByRole("link", { name: /^Administration/ })
      .click();
    await waitForText(page, "1 wrap awaiting review");
    await waitForText(page, "Publisher’s first wrap");
    await expectAccessible();
    await page.getByRole("link", { name: "Review Low Water" }).click();

    // Shows everything its page will show, and the recording, whose plays are not counted.
    await page.getByRole("heading", { name: "Low Water", level: 1 }).waitFor();
    await section(page, "Ownership and royalties").getByRole("cell", { name: "60.00" }).waitFor();
    await button(page, "Play Low Water").first().click();
    await waitUntilPlaying(page);
    await expectAccessible();

    await button(page, "Request changes").click();
    await waitForText(page, "Required");
    const reason = main(page).getByLabel("Reason");
    await expect(reason).toBeFocused();
    await expectAccessible();
    await reason.fill("The cover is another photographer's work.");
    await button(page, "Request changes").click();
    await page.waitForURL(/\/admin$/);
    await waitForText(page, "Changes requested for “Low Water”.");
    await waitForText(page, "Nothing to review");
    await expectAccessible();
    const back = await waitForMail(program.url, publisher.email, { subject: /Changes requested/ });
    expect(back.text).toContain("The cover is another photographer's work.");
    expect(findLink(back)).toMatch(new RegExp(`/my/wrap/${song.pretty_id}$`));

    await submitWrap(publisher, song);
    await open("/admin");
    await waitForText(page, "1 previous change request");
    await main(page).getByRole("link", { name: "Low Water", exact: true }).click();
    await section(page, "Decision history").getByText("Nils Adeyemi").waitFor();
    expect(await isPublic(song)).toBe(false);
    await button(page, "Approve").click();
    await waitForText(page, "“Low Water” is now public.");
    expect(await isPublic(song)).toBe(true);
    expect(plays).toEqual([]);
    const listed = await waitForMail(program.url, publisher.email, { subject: /is public/ });
    const answer = await fetch(findLink(listed));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Low Water")]);

    await page.getByRole("link", { name: "Audit log", exact: true }).click();
    await waitForText(page, `Nils Adeyemi approved ${publisher.name}’s wrap “Low Water”.`);
    await waitForText(page, `Nils Adeyemi requested changes to ${publisher.name}’s wrap “Low Water”.`);
    await waitForText(page, `${publisher.name} submitted a wrap.`);
    await expectAccessible();
    await main(page).getByLabel("Type").selectOption({ label: "Wrap approved" });
    await page.waitForURL(/kind=wrap-approved/);
    await waitForText(page, /^\d+ events?$/);
    await expect(main(page).getByText("requested changes to")).toHaveCount(0);
  });

  test("plays beside the recording that it matches, and the next one follows", async () => {
    const [first, second] = [
      await createPublisher(program.url, { artist: "Halden Maar" }),
      await createPublisher(program.url, { artist: "Nattlinje 55" }),
    ];
    const original = await createSubmittedWrap(first, "Kiln", "kiln");
    const copy = await createSubmittedWrap(second, "Oven", "kiln");
    const { page, open, expectAccessible } = await visitAsUser(admin, { screen: phone, allowed: [/409/] });
    await open("/admin");
    await main(page).getByRole("link", { name: "Kiln", exact: true }).click();
    await button(page, "Approve").click();

    // The next wrap to review is shown.
    await page.getByRole("heading", { name: "Oven", level: 1 }).waitFor();
    await waitForText(page, "“Kiln” is now public.");
    const matches = section(page, "Possible duplicates");
    await matches.getByRole("button", { name: "Play Oven" }).click();
    await waitUntilPlaying(page);
    await matches.getByRole("button", { name: "Play Kiln" }).click();
    await matches.getByRole("button", { name: "Pause Kiln" }).waitFor();
    await waitUntilPlaying(page);
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);

    // The first of two reviewers decides; the other sees the decision.
    const token = await createToken(program.url, admin);
    const refusal = { decision: "REJECTED", reason: "This is Halden Maar's recording." };
    await callApi(program.url, "POST", `admin/review/${copy.id}`, refusal, token);
    await button(page, "Approve").click();
    await waitForText(page, "No decision needed. See the decision history.");
    await section(page, "Decision history").getByText("This is Halden Maar's recording.").waitFor();
    await expectAccessible();
    expect([await isPublic(original), await isPublic(copy)]).toEqual([true, false]);
  });
});

describe("a listed wrap", () => {
  /** A public wrap of a new publisher. */
  async function createListedWrap(name: string): Promise<{ publisher: Publisher; song: Draft }> {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher, { name });
    await uploadAudio(program.url, publisher, song, shortTrackPath);
    await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
    return { publisher, song };
  }
  const readPage = async (song: Draft) => (await fetch(`${program.url}/wrap/${song.pretty_id}`)).text();
  const rename = ({ token }: Publisher, song: Draft, name: string) =>
    callApi(program.url, "PATCH", `song/${song.id}`, { name }, token);

  test("keeps its title and artwork until an administrator has seen the difference", async () => {
    const { publisher, song } = await createListedWrap("Slack Water");
    const studio = await visitAsUser(publisher, { screen: phone });
    await studio.open(`/my/wrap/${song.id}`);
    const title = studio.page.getByLabel("Title", { exact: true });
    await title.fill("Night Ferry");
    await title.press("Enter");
    await waitForText(studio.page, "Saved. The new title awaits approval.");
    await studio.page.getByRole("tab", { name: "Assets" }).click();
    await main(studio.page).locator("input[name=artwork]").setInputFiles(coverPath("kiln"));
    await button(studio.page, "Replace artwork").click();
    await waitForText(studio.page, "Artwork uploaded. It awaits approval.");
    await expect(
      main(studio.page).getByRole("region", { name: "Awaiting approval" }).getByRole("listitem"),
    ).toHaveCount(2);
    await studio.expectAccessible();
    expect(await measureOverflow(studio.page)).toBe(0);
    expect(await readPage(song)).not.toContain("Night Ferry");

    const { page, open, expectAccessible } = await visitAsUser(admin, { allowed: [/409/] });
    await open("/admin");
    await main(page).getByRole("link", { name: "2 changes awaiting approval" }).click();
    await waitForText(page, "2 changes awaiting approval, oldest first");
    const [retitled, redrawn] = ["New title", "New artwork"].map((name) =>
      main(page).getByRole("listitem", { name, exact: true }),
    );
    await retitled?.getByRole("definition").filter({ hasText: "Night Ferry" }).waitFor();
    await redrawn?.getByRole("img", { name: "Previous artwork of Slack Water" }).waitFor();
    await redrawn?.getByRole("img", { name: "New artwork of Slack Water" }).waitFor();
    await expectAccessible();

    await retitled?.getByRole("button", { name: "Approve Slack Water" }).focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "New title of “Slack Water” approved.");
    await expect(main(page).getByText("New title of “Slack Water” approved.").locator("..")).toBeFocused();
    await expect.poll(() => readPage(song)).toContain("Night Ferry");
    await waitForMail(program.url, publisher.email, { subject: /title was approved/ });

    await page.keyboard.press("Tab");
    await main(page).getByRole("button", { name: "Reject Night Ferry" }).focus();
    await page.keyboard.press("Enter");
    const question = dialog(page).filter({ hasText: "Reject the new artwork?" });
    await question.getByRole("button", { name: "Reject" }).press("Enter");
    await question.getByText("Required").waitFor();
    await question.getByLabel("Reason").fill("This is Halden Maar's photograph.");
    await expectAccessible();
    await question.getByRole("button", { name: "Reject" }).press("Enter");
    await waitForText(page, "New artwork of “Night Ferry” rejected.");
    await waitForText(page, "No changes to review");
    const mail = await waitForMail(program.url, publisher.email, { subject: /artwork was rejected/ });
    expect(mail.text).toContain("This is Halden Maar's photograph.");

    // Another one is withdrawn while the administrator looks at it.
    await rename(publisher, song, "Day Ferry");
    await open("/admin/changes");
    await button(page, "Approve Night Ferry").waitFor();
    await studio.open("/my/wraps");
    await waitForText(studio.page, "New title: Day Ferry");
    await studio.expectAccessible();
    await main(studio.page).getByRole("link", { name: "Night Ferry", exact: true }).click();
    await button(studio.page, "Withdraw title").press("Enter");
    await dialog(studio.page).getByRole("button", { name: "Withdraw title" }).press("Enter");
    await waitForText(studio.page, "New title withdrawn.");
    await expect(title).toHaveValue("Night Ferry");
    await button(page, "Approve Night Ferry").click();
    await waitForText(page, "The change of “Night Ferry” was decided, replaced or withdrawn meanwhile.");
    await waitForText(page, "No changes to review");
  });

  test("is compared by ear, and changes at once if its publisher is trusted", async () => {
    const { publisher, song } = await createListedWrap("Oxbow");
    await uploadTrack(program.url, publisher, song, "fernhouse");
    const { page, open, expectAccessible } = await visitAsUser(admin, { screen: phone });
    await open("/admin/changes");
    const change = main(page).getByRole("listitem", { name: "New recording", exact: true });
    for (const recording of ["previous", "new"]) {
      await change.getByRole("button", { name: `Play Oxbow, ${recording} recording` }).click();
      await change.getByRole("button", { name: `Pause Oxbow, ${recording} recording` }).waitFor();
      await waitUntilPlaying(page);
    }
    await expect(change.getByText("0:14", { exact: true })).toBeVisible();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await change.getByRole("button", { name: "Approve Oxbow" }).click();
    await waitForText(page, "New recording of “Oxbow” approved.");

    await rename(publisher, song, "Waits");
    await open("/admin/changes");
    await main(page).getByRole("link", { name: publisher.name }).click();
    await button(page, "Trust this publisher").click();
    await button(page, "Stop trusting").waitFor();
    await rename(publisher, song, "Meander");
    await open("/admin/changes");
    await waitForText(page, "No changes to review");
    await main(page).getByLabel("Show").selectOption({ label: "Applied at once" });
    await page.waitForURL(/state=APPLIED/);
    await main(page).getByRole("definition").filter({ hasText: "Meander" }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await expect.poll(() => readPage(song)).toContain("Meander");
  });
});

describe("users", () => {
  test("are found, invited to import, given Premium and signed out", async () => {
    const person = await createPerson(program.url);
    await sql`update account set name = 'Another fan' where name = 'Zöe Quíntana'`.execute(program.db);
    await sql`update account set name = 'Zöe Quíntana' where email = ${person.email}`.execute(program.db);
    const token = await createToken(program.url, person);
    const { page, open, expectAccessible } = await visitAsUser(admin);
    await open("/admin/users");
    await main(page).getByLabel("Name or email").fill("zoe quin");
    await page.keyboard.press("Enter");
    await waitForText(page, "1 user found");
    await main(page).getByRole("link", { name: "Zöe Quíntana" }).click();
    await page.getByRole("heading", { name: "Zöe Quíntana", level: 1 }).waitFor();

    await button(page, "Invite").click();
    await waitForText(page, "Allowed");
    await waitForMail(program.url, person.email, { subject: /import in bulk/ });
    await button(page, "Revoke invitation").click();
    await waitForText(page, "Not allowed");

    await button(page, "Grant Premium").click();
    await waitForText(page, "Choose a date.");
    await main(page).getByLabel("Premium until").fill("2099-12-31");
    await button(page, "Grant Premium").click();
    await waitForText(page, "Granted Premium, yearly, until 31 Dec 2099.");
    await waitForMail(program.url, person.email, { subject: /Premium plan/ });
    await expectAccessible();
    await button(page, "Revoke").click();
    await waitForText(page, "Premium revoked.");

    await button(page, "Log out everywhere").click();
    await dialog(page).getByText("They’ll be logged out on all devices").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Log out everywhere" }).click();
    await waitForText(page, "1 session was ended.");
    await expect(callApi(program.url, "GET", "me", undefined, token)).rejects.toThrow(/E0003/);
    await main(page).getByRole("link", { name: "View audit log" }).click();
    await waitForText(page, "Nils Adeyemi ended 1 of Zöe Quíntana’s sessions.");
    await waitForText(page, "Nils Adeyemi revoked Zöe Quíntana’s Premium.");
  });

  test("without an account get one, and with the link in the mail the artist too", async () => {
    const publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
    const { page, open, expectAccessible } = await visitAsUser(admin, { screen: phone, allowed: [/400/] });
    await open("/admin/users");
    const form = main(page).locator("form").filter({ hasText: "Email language" });
    await form.getByRole("button", { name: "Create and send link" }).click();
    await form.getByText("Required").first().waitFor();
    await form.getByLabel("Name").fill("Aud Fjelstad");
    const { email } = generatePerson();
    await form.getByLabel("Email address").fill(email);
    await form.getByLabel("Email language").selectOption("es");
    await form.getByLabel("Artist ID").fill("999999");
    await form.getByRole("button", { name: "Create and send link" }).click();
    await form.getByText("Artist not found.").waitFor();
    await page.reload();
    await form.getByText(/^Draft restored/).waitFor();
    await expect(form.getByLabel("Name")).toHaveValue("Aud Fjelstad");
    await expect(form.getByLabel("Email language")).toHaveValue("es");
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await form.getByLabel("Artist ID").fill(String(publisher.artist));
    await form.getByRole("button", { name: "Create and send link" }).click();
    await page.waitForURL(/\/admin\/user\//);
    await waitForText(page, "The claim link has been sent");
    const mail = await waitForMail(program.url, email, { subject: /./ });
    expect(mail.text).toContain("Hola, Aud Fjelstad:");
    const [, , uid, code] = new URL(findLink(mail)).pathname.split("/");
    await callApi(program.url, "GET", `user/${uid}/claim/${code}`);
    await page.reload();
    await waitForText(page, "Confirmed");
  });
});

describe("a user who is not an administrator", () => {
  test("finds nothing at these addresses and no link to them", async () => {
    const person = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAsUser(person, { allowed: [/404/] });
    for (const path of ["/admin", "/admin/review/1", "/admin/users", "/admin/audit"]) {
      await open(path);
      await page.getByRole("heading", { name: "Not found" }).waitFor();
      await expect(page.getByRole("link", { name: /^administration/i })).toHaveCount(0);
    }
    await expectAccessible();
    await open("/you");
    await page.getByText(person.email).waitFor();
    await expect(page.getByRole("link", { name: /^administration/i })).toHaveCount(0);
  });
});
