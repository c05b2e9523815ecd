import type { Page } from "playwright-core";
import { onTestFinished, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, main } from "../../harness/locators.ts";
import { findLink, waitForMail } from "../../harness/mails.ts";
import { createPerson, generatePerson, submitForm } from "../../harness/people.ts";
import { startIsolatedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const operator = { email: "ada@label.example", name: "Ada Operator", password: "window seat please" };
const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();

const section = (page: Page, name: string) =>
  main(page).locator("section.leaf", { has: page.getByRole("heading", { name, exact: true, level: 2 }) });

/** Returns the path of the link that a program printed at its start. */
async function findSetupPath(output: () => string): Promise<string> {
  await expect.poll(output).toMatch(/\/setup\?code=/);
  const link = new URL(/http\S+\/setup\?code=\S+/.exec(output())?.[0] ?? "");
  return `${link.pathname}${link.search}`;
}

test("the operator of an empty site opens the printed link, shares and takes back the role, names the site and invites a fan", async () => {
  // Each attempt needs a program without an administrator.
  const program = await startIsolatedProgram({ LOCAL_CHAIN: "0" });
  // After the visits, which would report lost connections.
  onTestFinished(() => program.close());
  const { page, open, follow } = await startVisit(phone, [/400/, /403/, /404/, /409/], program.url);
  await open("/");
  await expect(page.getByRole("link", { name: "Add a song" })).toHaveAttribute("href", "/create");
  // There is no random song to play.
  await expect(page.getByRole("region", { name: "Player" })).toHaveCount(0);

  const path = await findSetupPath(program.output);
  await open(path);
  await waitForHeading(page, "Set up this site");
  // The code does not stay in the address bar.
  await expect.poll(() => page.url()).toBe(`${program.url}/setup`);
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
  await expect(main(page).getByLabel("Email", { exact: true })).toHaveValue(operator.email);
  await main(page).getByLabel("Password", { exact: true }).fill(operator.password);
  await main(page).getByLabel("Confirm password", { exact: true }).fill(operator.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${program.url}/admin`);
  await waitForHeading(page, "Reviews");

  const person = await createPerson(program.url);
  const dialog = page.getByRole("alertdialog");
  await follow("/admin/users");
  await main(page).getByRole("link", { name: person.name }).click();
  await button(page, "Make administrator").click();
  await dialog.getByText(`Make ${person.name} an administrator?`).waitFor();
  await dialog.getByRole("button", { name: "Make administrator" }).click();
  await button(page, "Revoke role").click();
  await dialog.getByRole("button", { name: "Revoke role" }).click();
  await button(page, "Make administrator").waitFor();
  await follow("/admin/users");
  await main(page).getByRole("link", { name: operator.name }).click();
  await button(page, "Revoke role").click();
  await dialog.getByRole("button", { name: "Revoke role" }).click();
  await dialog.getByText("This is the last administrator who can log in.").waitFor();

  // The administrator sees what another one has changed.
  await follow("/admin/site");
  const identity = section(page, "Identity");
  await expect(identity.getByLabel("Site name")).toHaveValue("Tide Records");
  await expect(main(page).getByRole("link", { name: "Add operator", exact: true })).toHaveAttribute(
    "href",
    "#identity",
  );
  // Saving is offered only while there is something to save.
  const save = identity.getByRole("button", { name: "Save" });
  await expect(save).toHaveCount(0);
  await identity.getByLabel("Site name").fill("Ebb Records");
  await save.waitFor();
  const terms = section(page, "Terms of use").getByLabel("English");
  await expect(terms).toBeHidden();
  await page
    .getByRole("navigation", { name: "Settings at a glance" })
    .getByRole("link", { name: "Terms of use" })
    .click();
  await terms.waitFor();
  await sql`update site_setting set value = '"Flood Records"', revision = 9 where key = 'name'`.execute(
    program.db,
  );
  await identity.getByRole("button", { name: "Save" }).click();
  await identity.getByText("Another administrator changed this in the meantime.").waitFor();
  await identity.getByRole("button", { name: "Load current values" }).click();
  await expect(identity.getByLabel("Site name")).toHaveValue("Flood Records");
  await identity.getByLabel("Site name").fill("Ebb Records");
  await identity.getByRole("button", { name: "Save" }).click();
  await identity.getByText("Saved.").waitFor();
  await page.getByRole("banner").getByText("Ebb Records").waitFor();

  const signUp = section(page, "Sign-up");
  await signUp.getByText("By invitation", { exact: true }).click();
  await signUp.getByRole("button", { name: "Save" }).click();
  await signUp.getByText("Saved.").waitFor();
  const guest = generatePerson();
  await signUp.getByLabel("Email address").fill(guest.email);
  await signUp.getByRole("button", { name: "Invite", exact: true }).click();
  await signUp.getByText(`Invitation sent to ${guest.email}.`).waitFor();
  await signUp.getByRole("listitem").getByText(guest.email).waitFor();

  const visitor = await startVisit(phone, [/400/, /403/, /404/], program.url);
  const form = main(visitor.page);
  await visitor.open("/signup");
  await form.getByRole("heading", { name: "Sign-up is by invitation" }).waitFor();
  await expect.poll(() => visitor.page.title()).toContain("Ebb Records");
  const mail = await waitForMail(program.url, guest.email, { subject: /^You’re invited to Ebb Records$/ });
  const link = new URL(findLink(mail));
  await visitor.open(`${link.pathname}${link.search}`);
  await form.getByText("You’re invited.").waitFor();
  await expect(form.getByLabel("Email")).toHaveValue(guest.email);
  await visitor.expectAccessible();
  await form.getByLabel("Name").fill(guest.name);
  await form.getByLabel("Password", { exact: true }).fill(guest.password);
  await form.getByLabel("Confirm password", { exact: true }).fill(guest.password);
  await submitForm(visitor.page, "Sign up");
  await form.getByRole("heading", { name: "Check your email" }).waitFor();
});
