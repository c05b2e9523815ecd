import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database.ts";
import { phone } from "../harness/chromium.ts";
import { type Experience, newExperience } from "../harness/experiences.ts";
import { type OwnProgram, openOwnProgram } from "../harness/own-program.ts";
import { ask, newPerson, type Person } from "../harness/people.ts";
import { visitAs } from "../harness/signed-in.ts";
import { visit } from "../harness/visit.ts";

/** A machine that does much else beside takes its time to deploy and to draw. */
const patience = 120_000;

let program: OwnProgram;
let admin: Person;
let fan: Person;
let tide: Experience;

beforeAll(async () => {
  program = await openOwnProgram();
  ({ experience: tide } = await newExperience(program, { cost_per_nft: "12" }));
  [admin, fan] = [await newPerson(program.url), await newPerson(program.url)];
  await sql`update account set role = 'ADMIN' where email = ${admin.email}`.execute(program.db);
}, 240_000);
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const said = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Takes a place as the page of the experience does; answers the checkout's address. */
async function order(): Promise<string> {
  const { email: username, password } = fan;
  const { token } = await ask<{ token: string }>(program.url, "POST", "auth", { username, password });
  const body = { wallet: `0x${"7a".repeat(20)}`, qty: 1 };
  const path = `payment/${tide.id}`;
  return (await ask<{ redirect: string }>(program.url, "POST", path, body, token)).redirect;
}

/** A reader who has not come from anywhere, at the checkout. */
async function atCheckout() {
  const visited = await visit(phone, [], program.url);
  visited.page.setDefaultTimeout(patience);
  await visited.page.goto(await order());
  return visited;
}

const paid = async () => {
  const { rows } = await sql`select from payment where state = 'PAID'`.execute(program.db);
  return rows.length;
};

describe("the sandbox's checkout", () => {
  test("says what it is, declines and accepts cards, and works by the keyboard, on a phone", {
    timeout: 3 * patience,
  }, async () => {
    const { page, expectAccessible } = await atCheckout();
    await page.getByText(/This is a sandbox\. No money moves/).waitFor();
    await page.getByRole("heading", { name: "Tide Tables", level: 1 }).waitFor();
    await said(page, "$12.00");
    await expectAccessible();
    expect(await overflow(page)).toBe(0);

    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Pay");
    await button(page, /^Pay with a card that is declined/).click();
    await page.getByRole("alert").filter({ hasText: "Nothing was charged" }).waitFor();
    await expectAccessible();

    await button(page, /^Pay and close the browser/).focus();
    await page.keyboard.press("Enter");
    await said(page, /nothing leads back/);
    expect(await page.getByRole("link").count()).toBe(0);
    await expectAccessible();
    await page.goBack();
    await page.getByRole("link", { name: "Back to Wrapsody" }).waitFor();
    await expect.poll(paid, { timeout: patience }).toBe(1);
  });
});

describe("an administrator", () => {
  test("sees what was paid, and pays it back with a reason", { timeout: 3 * patience }, async () => {
    const before = await paid();
    const { page: checkout } = await atCheckout();
    await button(checkout, /^Pay and close the browser/).click();
    await expect.poll(paid, { timeout: patience }).toBe(before + 1);
    // The player asks in vain for the audio of wraps that are public without any.
    const { page, open, expectAccessible } = await visitAs(admin, { url: program.url, allowed: [/404/] });
    page.setDefaultTimeout(patience);
    await open("/admin");
    await page.getByRole("link", { name: "Payments" }).click();
    await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
    const row = main(page).getByRole("listitem").filter({ hasText: "Tide Tables" }).first();
    await row.getByText("$12.00").waitFor();
    await row.getByText(`From ${fan.name}`).waitFor();
    await expectAccessible();

    await row.getByRole("button", { name: /^Pay back: Tide Tables/ }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/This cannot be taken back/).waitFor();
    await dialog.getByRole("button", { name: "Pay back" }).click();
    await dialog.getByText("Required").waitFor();
    await expectAccessible();
    await dialog.getByLabel("Reason").fill("The concert was called off.");
    await dialog.getByRole("button", { name: "Pay back" }).click();
    await main(page).getByRole("status").filter({ hasText: "“Tide Tables” is being paid back." }).waitFor();
    await row.getByText("Paid back because: The concert was called off.").waitFor();
    expect(await row.getByRole("button").count()).toBe(0);

    await page.getByLabel("Show").selectOption("STUCK");
    await said(page, "Nothing needs a look");
    await expectAccessible();
    await page.setViewportSize({ width: 320, height: 700 });
    await main(page).getByRole("link", { name: "All payments" }).click();
    await row.waitFor();
    expect(await overflow(page)).toBe(0);
  });
});
