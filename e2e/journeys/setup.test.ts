import type { Page } from "playwright-core";
import { beforeEach, onTestFinished, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import { createPerson, generatePerson, logIn, submitForm } from "../harness/people.ts";
import { startIsolatedProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

let program: Awaited<ReturnType<typeof startIsolatedProgram>>;
// Each attempt needs a program without an administrator.
beforeEach(async () => {
  program = await startIsolatedProgram();
  // After the visits, which would report lost connections.
  onTestFinished(() => program.close());
});

const operator = { email: "ada@label.example", name: "Ada Operator", password: "window seat please" };
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();

const section = (page: Page, name: string) =>
  main(page).locator("section.leaf", { has: page.getByRole("heading", { name, exact: true, level: 2 }) });

/** Returns the path of the link that the program printed at its start. */
async function findSetupPath(): Promise<string> {
  await expect.poll(program.output).toMatch(/\/setup\?code=/);
  const link = new URL(/http\S+\/setup\?code=\S+/.exec(program.output())?.[0] ?? "");
  return `${link.pathname}${link.search}`;
}

test("an empty catalogue invites to add the first song and requests no random wrap", async () => {
  const { page, open, expectAccessible } = await startVisit(undefined, [], program.url);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await open("/");
  await expectAccessible();
  await expect(page.getByRole("link", { name: "Add a song" })).toHaveAttribute("href", "/create");
  await open("/wraps");
  await page.getByText("We couldn't find any wraps that match your request").waitFor();
  await open("/experiences");
  await expectAccessible();
  // Longer than the player waits before it loads a song.
  await page.waitForTimeout(2_000);
  expect(requests.filter((address) => address.includes("random"))).toEqual([]);
});

test("the operator opens the printed link, shares and takes back the role, names the site and invites a fan", async () => {
  const { page, open, expectAccessible } = await startVisit(phone, [/400/, /403/, /404/, /409/], program.url);
  const path = await findSetupPath();
  await open(path);
  await waitForHeading(page, "Set up this site");
  // The code does not stay in the address bar.
  await expect.poll(() => page.url()).toBe(`${program.url}/setup`);
  await expectAccessible();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

  await button(page, "Create administrator").click();
  await main(page).getByText("Required").first().waitFor();
  await main(page).getByLabel("Site name", { exact: true }).fill("Tide Records");
  await main(page).getByLabel("Contact address (optional)", { exact: true }).fill("hello@label.example");
  await main(page).getByLabel("Email", { exact: true }).fill(operator.email);
  await main(page).getByLabel("Name", { exact: true }).fill(operator.name);
  await main(page).getByLabel("Password", { exact: true }).fill("password1");
  await main(page).getByLabel("Confirm password", { exact: true }).fill("password1");
  await button(page, "Create administrator").click();
  await main(page).getByText("This password is too common.").waitFor();
  await expectAccessible();
  await expect(main(page).getByLabel("Email", { exact: true })).toHaveValue(operator.email);
  await main(page).getByLabel("Password", { exact: true }).fill(operator.password);
  await main(page).getByLabel("Confirm password", { exact: true }).fill(operator.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${program.url}/admin`);
  await waitForHeading(page, "Reviews");

  const person = await createPerson(program.url);
  await open("/admin/users");
  await main(page).getByRole("link", { name: person.name }).click();
  await button(page, "Make administrator").click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Make ${person.name} an administrator?`).waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Make administrator" }).click();
  await button(page, "Revoke role").waitFor();
  const { page: other } = await visitAs(person, { url: program.url, allowed: [/404/] });
  await other.goto(`${program.url}/admin`);
  await waitForHeading(other, "Reviews");
  await waitForMail(program.url, person.email, { subject: /^You’re now an administrator$/ });
  // The role changes only after a recent login, which leads back here.
  await sql`update session set authenticated_at = authenticated_at - interval '11 minutes'`.execute(
    program.db,
  );
  await button(page, "Revoke role").click();
  await dialog.getByRole("button", { name: "Revoke role" }).click();
  await page.waitForURL(/\/login\?err=E0018/);
  await logIn(page, operator);
  await page.waitForURL(/\/admin\/user\//);
  await button(page, "Revoke role").click();
  await dialog.getByRole("button", { name: "Revoke role" }).click();
  await button(page, "Make administrator").waitFor();

  await open("/admin/users");
  await main(page).getByRole("link", { name: operator.name }).click();
  await button(page, "Revoke role").click();
  await dialog.getByRole("button", { name: "Revoke role" }).click();
  await dialog.getByText("This is the last administrator who can log in.").waitFor();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open("/my/settings");
  await button(page, "Delete my account").click();
  await dialog.getByLabel("Your password", { exact: true }).fill(operator.password);
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await dialog.getByText("You are the only administrator. Grant the role to someone else first.").waitFor();
  await expectAccessible();

  const late = await startVisit(phone, [/400/, /404/], program.url);
  await late.open(path);
  await main(late.page).getByText("This setup link has expired or was already used.").waitFor();
  await late.expectAccessible();
  await main(late.page).getByRole("link", { name: "Log in" }).click();
  await logIn(late.page, operator);

  // The administrator sees what another one has changed.
  await open("/admin/site");
  const identity = section(page, "Identity");
  await expect(identity.getByLabel("Site name")).toHaveValue("Tide Records");
  await identity.getByLabel("Site name").fill("Ebb Records");
  await sql`update site_setting set value = '"Flood Records"', revision = 9 where key = 'name'`.execute(
    program.db,
  );
  await identity.getByRole("button", { name: "Save" }).click();
  await identity.getByText("Another administrator changed this in the meantime.").waitFor();
  await expectAccessible();
  await identity.getByRole("button", { name: "Load current values" }).click();
  await expect(identity.getByLabel("Site name")).toHaveValue("Flood Records");
  await identity.getByLabel("Site name").fill("Ebb Records");
  await identity.getByRole("button", { name: "Save" }).click();
  await identity.getByText("Saved.").waitFor();

  const signUp = section(page, "Sign-up");
  await signUp.getByText("By invitation", { exact: true }).click();
  await signUp.getByRole("button", { name: "Save" }).click();
  await signUp.getByText("Saved.").waitFor();
  const guest = generatePerson();
  await signUp.getByLabel("Email address").fill(guest.email);
  await signUp.getByRole("button", { name: "Invite", exact: true }).click();
  await signUp.getByText(`Invitation sent to ${guest.email}.`).waitFor();
  await signUp.getByRole("listitem").getByText(guest.email).waitFor();
  await expectAccessible();

  const visitor = await startVisit(phone, [/400/, /403/, /404/], program.url);
  await visitor.open("/signup");
  await main(visitor.page).getByRole("heading", { name: "Sign-up is by invitation" }).waitFor();
  await expect.poll(() => visitor.page.title()).toContain("Ebb Records");
  await visitor.expectAccessible();
  await visitor.open("/imprint");
  await main(visitor.page).getByRole("link", { name: "hello@label.example" }).waitFor();
  await visitor.expectAccessible();
  const mail = await waitForMail(program.url, guest.email, { subject: /^You’re invited to Ebb Records$/ });
  const link = new URL(findLink(mail));
  await visitor.open(`${link.pathname}${link.search}`);
  const form = main(visitor.page);
  await form.getByText("You’re invited.").waitFor();
  await expect(form.getByLabel("Email")).toHaveValue(guest.email);
  await visitor.expectAccessible();
  await form.getByLabel("Name").fill(guest.name);
  await form.getByLabel("Password", { exact: true }).fill(guest.password);
  await form.getByLabel("Confirm password", { exact: true }).fill(guest.password);
  await submitForm(visitor.page, "Sign up");
  await form.getByText(`We’ve sent an email to ${guest.email}.`).waitFor();
  const confirmation = await waitForMail(program.url, guest.email, { subject: /^Confirm your address$/ });
  await visitor.open(new URL(findLink(confirmation)).pathname);
  await form.getByRole("heading", { name: "Your account is ready" }).waitFor();
  await visitor.open(`${link.pathname}${link.search}`);
  await form.getByText("This invitation has expired or was already used.").waitFor();
  await visitor.expectAccessible();
});
