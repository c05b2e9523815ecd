import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { createPerson } from "../../harness/people.ts";
import { createDraft, createPublisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();

const ownerOf = (page: Page, number: number) => main(page).getByRole("group", { name: `Owner ${number}` });
const answerDialog = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name }).press("Enter");

test("the owners of a listed wrap are as before after a draft is discarded, a change cancelled or a proposal withdrawn, by keyboard on a phone", async () => {
  const [publisher, named] = [await createPublisher(program.url), await createPerson(program.url)];
  const owners = [{ name: "Ida Stenmark", ownership: 100, royalty: 100 }];
  const song = await createDraft(program.url, publisher, { name: "Low Water", owners });
  await sql`update song set status = 'ACTIVE', listed_at = now() where id = ${song.id}`.execute(program.db);
  const { page, open, expectAccessible } = await visitAs(publisher, {
    url: program.url,
    screen: phone,
    allowed: [/404/],
  });
  const { keyboard } = page;
  const replaceText = async (text: string) => {
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type(text);
  };
  const name = () => ownerOf(page, 1).getByLabel("Name");
  await open(`/my/wrap/${song.id}?tab=ownership`);

  await button(page, "Change splits").press("Enter");
  await name().fill("Nobody");
  await waitForText(page, /Saved in this browser at/);
  await page.reload();
  await expect(name()).toHaveValue("Nobody");
  await button(page, "Discard draft").press("Enter");
  await answerDialog(page, "Discard draft");
  await expect(name()).toHaveValue("Ida Stenmark");
  await name().fill("Runa Vik");
  await waitForText(page, /Saved in this browser at/);
  await button(page, "Cancel").press("Enter");
  await waitForText(page, "Splits in force");
  await expect(main(page).getByText("Runa Vik")).toHaveCount(0);

  await button(page, "Change splits").press("Enter");
  await expect(name()).toHaveValue("Ida Stenmark");
  await ownerOf(page, 1).getByLabel("Ownership").focus();
  await replaceText("60");
  await keyboard.press("Tab");
  await replaceText("60");
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

  await button(page, "Propose change").press("Enter");
  await waitForText(page, "Not confirmed yet");
  await expect(button(page, "Propose change")).toHaveCount(0);
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible();
  await button(page, "Withdraw proposal").press("Enter");
  await answerDialog(page, "Withdraw proposal");
  await waitForText(page, "The proposal is withdrawn.");
  await expect(main(page).getByText("Not confirmed yet")).toHaveCount(0);
});
