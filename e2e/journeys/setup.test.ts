import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { waitForMail } from "../harness/mails.ts";
import { createPerson, logIn } from "../harness/people.ts";
import { startIsolatedProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

let program: Awaited<ReturnType<typeof startIsolatedProgram>>;
beforeAll(async () => {
  program = await startIsolatedProgram();
});
afterAll(() => program.close());

const operator = { email: "ada@label.example", name: "Ada Operator", password: "window seat please" };
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();

/** Returns the path of the link that the program printed at its start. */
async function findSetupPath(): Promise<string> {
  await expect.poll(program.output).toMatch(/\/setup\?code=/);
  const link = new URL(/http\S+\/setup\?code=\S+/.exec(program.output())?.[0] ?? "");
  return `${link.pathname}${link.search}`;
}

test("the operator opens the printed link, becomes the administrator, and shares and takes back the role", async () => {
  const { page, open, expectAccessible } = await startVisit(phone, [/400/, /404/], program.url);
  const path = await findSetupPath();
  await open(path);
  await waitForHeading(page, "Set up this site");
  // The code does not stay in the address bar.
  await expect.poll(() => page.url()).toBe(`${program.url}/setup`);
  await expectAccessible();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

  await button(page, "Create administrator").click();
  await main(page).getByText("Required").first().waitFor();
  await main(page).getByLabel("Email", { exact: true }).fill(operator.email);
  await main(page).getByLabel("Name", { exact: true }).fill(operator.name);
  await main(page).getByLabel("Password", { exact: true }).fill("password1");
  await main(page).getByLabel("Confirm password", { exact: true }).fill("password1");
  await button(page, "Create administrator").click();
  await main(page).getByText("This password is too common.").waitFor();
  await expectAccessible();
  expect(await main(page).getByLabel("Email", { exact: true }).inputValue()).toBe(operator.email);
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

  const late = await startVisit(phone, [/400/, /404/], program.url);
  await late.open(path);
  for (const [label, text] of [
    ["Email", "late@label.example"],
    ["Name", "Late"],
    ["Password", operator.password],
    ["Confirm password", operator.password],
  ] as const)
    await main(late.page).getByLabel(label, { exact: true }).fill(text);
  await button(late.page, "Create administrator").click();
  await main(late.page).getByText("This setup link has expired or was already used.").waitFor();
  await late.expectAccessible();
  await main(late.page).getByRole("link", { name: "Log in" }).click();
  await logIn(late.page, operator);
});
