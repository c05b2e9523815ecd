import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { createPerson } from "../harness/people.ts";
import { createDraft, createPublisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const ownerOf = (page: Page, number: number) => main(page).getByRole("group", { name: `Owner ${number}` });

/** Opens the owners of a listed wrap that Ida Stenmark owns alone. */
async function openOwners(screen?: Screen) {
  const publisher = await createPublisher(program.url);
  const owners = [{ name: "Ida Stenmark", ownership: 100, royalty: 100 }];
  const song = await createDraft(program.url, publisher, { name: "Low Water", owners });
  await sql`update song set status = 'ACTIVE', listed_at = now() where id = ${song.id}`.execute(program.db);
  const visited = await visitAs(publisher, {
    url: program.url,
    allowed: [/404/],
    ...(screen === undefined ? {} : { screen }),
  });
  await visited.open(`/my/wrap/${song.id}?tab=ownership`);
  return visited;
}

describe("the owners of a wrap", () => {
  test("are proposed, kept across a reload and withdrawn by keyboard on a phone", async () => {
    const named = await createPerson(program.url);
    const { page, expectAccessible } = await openOwners(phone);
    const { keyboard } = page;
    await button(page, "Change splits").press("Enter");
    await ownerOf(page, 1).getByLabel("Ownership").focus();
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type("60");
    await keyboard.press("Tab");
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type("60");
    await ownerOf(page, 1).getByLabel("Royalty").press("Enter");
    await expect(ownerOf(page, 2).getByLabel("Name")).toBeFocused();
    for (const text of ["Bo Berg", "40", "40", named.email]) {
      await keyboard.type(text);
      await keyboard.press("Tab");
    }
    await waitForText(page, /Saved in this browser at/);
    await page.reload();
    await waitForText(page, /Draft restored/);
    await expect(ownerOf(page, 2).getByLabel("Email")).toHaveValue(named.email);
    await expect(ownerOf(page, 1).getByLabel("Ownership")).toHaveValue("60");
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();

    await button(page, "Propose change").press("Enter");
    await waitForText(page, "Not confirmed yet");
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    await page.reload();
    await waitForText(page, "Not confirmed yet");
    await expect(button(page, "Propose change")).toHaveCount(0);
    await button(page, "Withdraw proposal").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw proposal" }).press("Enter");
    await waitForText(page, "The proposal is withdrawn.");
    await expect(main(page).getByText("Not confirmed yet")).toHaveCount(0);
  });

  test("are as before after the draft is discarded or the change cancelled, by mouse", async () => {
    const { page } = await openOwners();
    const name = () => ownerOf(page, 1).getByLabel("Name");
    await button(page, "Change splits").click();
    await name().fill("Runa Vik");
    await waitForText(page, /Saved in this browser at/);
    await page.reload();
    await expect(name()).toHaveValue("Runa Vik");
    await button(page, "Discard draft").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard draft" }).click();
    await expect(name()).toHaveValue("Ida Stenmark");
    await name().fill("Nobody");
    await waitForText(page, /Saved in this browser at/);
    await button(page, "Cancel").click();
    await page.reload();
    await waitForText(page, "Splits in force");
    await expect(button(page, "Change splits")).toBeVisible();
    await expect(main(page).getByText("Nobody")).toHaveCount(0);
  });
});
