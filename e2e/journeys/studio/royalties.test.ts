import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { expect } from "../../harness/expect.ts";
import { button, dialog, main, tab, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { linkWallet } from "../../harness/people.ts";
import { chooseEntry } from "../../harness/pickers.ts";
import { buildPng, createDraft, createPublisher, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout } from "../../harness/visit.ts";

const program = openSharedProgram();

const rateIn = (within: ReturnType<typeof main>) => within.getByLabel("Resale royalty");

async function addComponent({ token }: Publisher, campaign: string): Promise<void> {
  const form = new FormData();
  const data = { name: "Chart", slot_number: 1, anchor_point: "TOP_LEFT", layer_level: 1, rarity: 20 };
  form.append("data", JSON.stringify(data));
  form.append("image", new Blob([new Uint8Array(buildPng(400, 200))], { type: "image/png" }), "art.png");
  const headers = { authorization: `Bearer ${token}` };
  const path = `${program.url}/api/v1/drop/${campaign}/component`;
  expect((await fetch(path, { method: "POST", headers, body: form })).status).toBe(200);
}

test("a resale royalty of an experience needs a linked wallet, is confirmed with its receiver, and is shown to everyone", async () => {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const { page, open, follow, expectAccessible } = await visitAs(publisher, {
    url: program.url,
    allowed: [/404/],
  });
  await open("/my/experiences/create");
  await chooseEntry(page, "Wrap", "Salt Meridian");
  await main(page).getByLabel("Name").fill("Tide Tables");
  await main(page)
    .locator("input[name=promo_image]")
    .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: buildPng(400, 400) });
  await expect(rateIn(main(page))).toHaveValue("0");
  await rateIn(main(page)).fill("10.5");
  await waitForText(page, "You have no linked wallet that works on this network.");
  await button(page, "Create experience").click();
  await waitForText(page, "Enter a rate from 0 to 10.");
  await expect(rateIn(main(page))).toBeFocused();
  await rateIn(main(page)).fill("5");
  await button(page, "Create experience").click();
  await page.waitForURL(/\/my\/experiences\/\d+$/);
  const id = page.url().split("/").at(-1) ?? "";
  await addComponent(publisher, id);

  await page.reload();
  await waitForText(page, "Its resale royalty needs a linked wallet that works on Local test chain.");
  await tab(page, "Details").click();
  await waitForText(page, "You have no linked wallet that works on this network.");
  await expect(rateIn(main(page))).toHaveAttribute("aria-invalid", "true");
  const [first, second] = [await linkWallet(program, publisher), await linkWallet(program, publisher)];
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

  const { rows } = await sql<{ pretty_id: string }>`
    select pretty_id from campaign where id = ${id}`.execute(program.db);
  await follow(`/experiences/${rows[0]?.pretty_id}`);
  await waitForText(page, "Resale royalty");
  await main(page).getByText(second).first().waitFor();
});
