import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { chooseEntry } from "../harness/pickers.ts";
import { coverPath, createDraft, createPublisher, type Draft, type Publisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;
beforeAll(() => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("alertdialog");
const rateIn = (within: ReturnType<typeof main>) => within.getByLabel("Resale royalty");
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

async function createPublicWrap(name: string): Promise<{ publisher: Publisher; song: Draft }> {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  return { publisher, song };
}

/** Links a wallet. Proving it is another journey. */
async function linkWallet({ email }: Publisher): Promise<string> {
  const wallet = `0x${randomBytes(20).toString("hex")}`;
  await sql`
    insert into wallet (address, account_id, linked_at)
    select ${wallet}, id, clock_timestamp() from account where email = ${email}`.execute(program.db);
  return wallet;
}

async function addComponent({ token }: Publisher, campaign: string): Promise<void> {
  const form = new FormData();
  const data = { name: "Chart", slot_number: 1, anchor_point: "TOP_LEFT", layer_level: 1, rarity: 20 };
  form.append("data", JSON.stringify(data));
  form.append(
    "image",
    new Blob([await readFile(coverPath("salt-meridian"))], { type: "image/jpeg" }),
    "art.jpg",
  );
  const headers = { authorization: `Bearer ${token}` };
  const path = `${program.url}/api/v1/drop/${campaign}/component`;
  expect((await fetch(path, { method: "POST", headers, body: form })).status).toBe(200);
}

describe("a resale royalty", () => {
  test("of an experience needs a linked wallet, is confirmed with its receiver, and is shown to everyone", async () => {
    const { publisher } = await createPublicWrap("Salt Meridian");
    const visit = await visitAs(publisher, { url: program.url, allowed: [/404/] });
    const { page, open, expectAccessible } = visit;
    await open("/my/experiences/create");
    await chooseEntry(page, "Wrap", "Salt Meridian");
    await main(page).getByLabel("Name").fill("Tide Tables");
    await main(page).locator("input[name=promo_image]").setInputFiles(coverPath("salt-meridian"));
    await expect(rateIn(main(page))).toHaveValue("0");
    await rateIn(main(page)).fill("10.5");
    await waitForText(page, "You have no linked wallet that works on this network.");
    await button(page, "Create experience").click();
    await waitForText(page, "Enter a rate from 0 to 10.");
    await expect(rateIn(main(page))).toBeFocused();
    await rateIn(main(page)).fill("5");
    // Scrolls to the top, because axe rejects a control half covered by the header as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible();
    await button(page, "Create experience").click();
    await page.waitForURL(/\/my\/experiences\/\d+$/);
    const id = page.url().split("/").at(-1) ?? "";
    await addComponent(publisher, id);

    await page.reload();
    await waitForText(page, "Its resale royalty needs a linked wallet that works on Local test chain.");
    await waitForText(page, "You have no linked wallet that works on this network.");
    await expect(rateIn(main(page))).toHaveAttribute("aria-invalid", "true");
    await expectAccessible();
    const [first, second] = [await linkWallet(publisher), await linkWallet(publisher)];
    await page.reload();
    await button(page, "Activate").click();
    await dialog(page).getByText("5% to").waitFor();
    await dialog(page).getByText(first).waitFor();
    await dialog(page).getByLabel("Pay royalties to").selectOption(second);
    await dialog(page).getByText(second).waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Activate" }).click();
    await main(page).getByText("5% to").waitFor(backgroundTimeout);
    await main(page).getByText(second).first().waitFor();
    await expect(rateIn(main(page))).toHaveCount(0, backgroundTimeout);
    await expectAccessible();

    const { rows } = await sql<{ pretty_id: string }>`
      select pretty_id from campaign where id = ${id}`.execute(program.db);
    await open(`/experiences/${rows[0]?.pretty_id}`);
    await waitForText(page, "Resale royalty");
    await main(page).getByText(second).first().waitFor();
    await expectAccessible();
  });

  test("of a wNFT is chosen in the confirmation by keyboard, at 390 pixels, also in Spanish", async () => {
    const { publisher, song } = await createPublicWrap("Harbour Light");
    const wallet = await linkWallet(publisher);
    const visit = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/404/] });
    const { page, open, expectAccessible } = visit;
    await open(`/my/wrap/${song.id}/wnft`);
    await button(page, "Issue wNFT").focus();
    await page.keyboard.press("Enter");
    const rate = rateIn(dialog(page));
    await rate.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("12");
    await dialog(page).getByText(wallet).waitFor();
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Enter a rate from 0 to 10.").waitFor();
    await expect(rate).toBeFocused();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7.5");
    await page.keyboard.press("Enter");
    await main(page).getByText("wNFT has already been issued for this wrap.").waitFor(backgroundTimeout);
    await waitForText(page, "7.5% to");
    await main(page).getByText(wallet).first().waitFor();
    await page.getByRole("contentinfo").getByText("Español").click();
    await waitForText(page, "Regalía de reventa");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  test("cannot be chosen for a wNFT in custody, which says how to receive one", async () => {
    const { publisher, song } = await createPublicWrap("Long Division");
    const visit = await visitAs(publisher, { url: program.url, allowed: [/404/] });
    const { page, open, expectAccessible } = visit;
    await open(`/my/wrap/${song.id}/wnft`);
    await button(page, "Issue wNFT").click();
    await dialog(page).getByText("To receive resale royalties, link a wallet before you issue it.").waitFor();
    await expect(rateIn(dialog(page))).toHaveCount(0);
    await expectAccessible();
  });
});
