import { beforeAll, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { countMails, findLink, waitForMail } from "../../harness/mails.ts";
import { createPerson, logIn, type Person } from "../../harness/people.ts";
import { createDraft, createPublisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
let admin: Person;

beforeAll(async () => {
  admin = await createPerson(program.url);
  await sql`update account set role = 'ADMIN', name = 'Nils Adeyemi' where email = ${admin.email}`.execute(
    program.db,
  );
});

const statusOf = async (path: string) => (await fetch(`${program.url}${path}`)).status;

async function idOf({ email }: Person): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from account where email = ${email}`.execute(
    program.db,
  );
  return rows[0]?.id ?? "";
}

/** Waits for the mail about a suspension and returns the path that it links to. */
async function readLink({ email }: Person): Promise<string> {
  const mail = await waitForMail(program.url, email, { subject: /Your account was suspended/ });
  const { pathname, search } = new URL(findLink(mail));
  return pathname + search;
}

test("the suspension of an account begins with reasons, ends the sessions and hides the catalogue, is contested by keyboard on a phone by the mail's link, and ends", async () => {
  const publisher = await createPublisher(program.url, { artist: "Halden Maar" });
  const song = await createDraft(program.url, publisher);
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const wrap = `/wrap/${song.pretty_id}`;
  expect(await statusOf(wrap)).toBe(200);
  // The player may have loaded a wrap that is suspended then, whose cover answers 451.
  const desk = await visitAs(admin, { url: program.url, allowed: [/404|451/] });
  await desk.open(`/admin/user/${await idOf(publisher)}`);
  await waitForText(desk.page, "Not suspended");
  await button(desk.page, "Suspend").click();
  const dialog = desk.page.getByRole("alertdialog", { name: /^Suspend / });
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog.getByText("Required", { exact: true })).toHaveCount(3);
  await dialog.getByLabel("Ground").selectOption("Against the terms");
  await dialog.getByLabel("Law or clause").fill("Section 4");
  await dialog.getByLabel("Facts").fill("Three artists are invented.");
  await dialog.getByLabel("Internal note").fill("See ticket 31.");
  await desk.page.reload();
  await button(desk.page, "Suspend").click();
  await dialog.getByText(/^Draft restored/).waitFor();
  await expect(dialog.getByLabel("Ground")).toHaveValue("terms");
  await expect(dialog.getByLabel("Facts")).toHaveValue("Three artists are invented.");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await dialog.waitFor({ state: "detached" });
  await waitForText(desk.page, "is suspended and has been notified.");
  await waitForText(desk.page, "Internal note: See ticket 31.");
  await desk.expectAccessible();
  await expect.poll(() => statusOf(wrap)).toBe(404);

  const { page, open, follow } = await startVisit(phone, [/40[034]/], program.url);
  await open("/login");
  await logIn(page, publisher);
  await page.getByText("This account is suspended.").waitFor();
  await follow(await readLink(publisher));
  await page.getByRole("heading", { name: "Your account is suspended", level: 1 }).waitFor();
  await waitForText(page, "Three artists are invented.");
  // The code leaves the address.
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await expect(main(page).getByText("See ticket 31.")).toHaveCount(0);
  const stops = await tabThroughPage(page);
  expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  await button(page, "Contest").press("Enter");
  await button(page, "Send counter-notice").press("Enter");
  await expect(main(page).getByText("Required", { exact: true })).toHaveCount(4);
  await expect(main(page).getByLabel("Why is this suspension wrong?")).toBeFocused();
  await page.keyboard.type("All are members of my band.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1 Quay Street, Cork");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Halden Maar");
  expect(await measureOverflow(page)).toBe(0);
  const subject = /suspension was contested/;
  const count = (await countMails(program.url, admin.email, subject)) + 1;
  await page.keyboard.press("Enter");
  await waitForText(page, "An administrator will decide.");

  const contested = await waitForMail(program.url, admin.email, { subject, count });
  await desk.open(new URL(findLink(contested)).pathname);
  await waitForText(desk.page, "All are members of my band.");
  await expect(button(desk.page, "Keep suspended")).toBeVisible();
  const [download] = await Promise.all([
    desk.page.waitForEvent("download"),
    button(desk.page, "Export data").click(),
  ]);
  expect(download.suggestedFilename()).toBe(`user-${await idOf(publisher)}.json`);
  await button(desk.page, "End suspension").click();
  const ending = desk.page.getByRole("alertdialog");
  await ending.getByLabel("Reason").fill("The artists exist.");
  await ending.getByRole("button", { name: "End suspension" }).click();
  await waitForText(desk.page, "has ended. They have been notified.");
  await waitForText(desk.page, "Not suspended");
  await expect.poll(() => statusOf(wrap)).toBe(200);
});
