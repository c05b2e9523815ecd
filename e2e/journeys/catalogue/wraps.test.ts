import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createDraft, createPublisher, deleteWrapsAtEnd } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

test("the list shows fourteen wraps a page, and a search is plain text, which stays when it finds nothing", async () => {
  const { page, open, follow, url } = await startVisit();
  const sleeves = page.locator(".sleeve");
  await open("/wraps");
  await expect(sleeves).toHaveCount(14);
  await expect(page.getByRole("link", { name: "Previous" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await page.getByText("Page 2").waitFor();
  await expect(sleeves).toHaveCount(10);
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await page.getByRole("link", { name: "Previous" }).click();
  await page.getByText("Page 1").waitFor();
  await expect(sleeves).toHaveCount(14);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
  // On phones the order stands beside the title, and the tags are one row.
  await page.setViewportSize(phone);
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  const order = await page.getByRole("navigation", { name: "Sort" }).boundingBox();
  expect(order?.y ?? 0).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  const row = await page.getByRole("navigation", { name: "Tags" }).boundingBox();
  expect(row?.height ?? 0).toBeLessThan(2 * 44);
  expect(await measureOverflow(page)).toBe(0);

  const field = page.getByPlaceholder("search by song title...");
  const markup = `"><img src=x onerror=alert(1)> % & ' 🎹`;
  await field.fill(markup);
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=/);
  await page.getByText("We couldn't find any wraps that match your request").waitFor();
  await expect(field).toHaveValue(markup);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await field.fill("kvallsbus");
  await page.keyboard.press("Enter");
  await expect(sleeves.first()).toContainText("Kvällsbuss");

  // A typing error is named with what was searched instead, and one page has no pager.
  await field.fill("salt meridain");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Results for “Salt Meridian”" }).waitFor();
  await page.getByText("Nothing is called “salt meridain”.").waitFor();
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await page.getByRole("link", { name: "Show all wraps" }).click();
  await page.getByRole("link", { name: "Title", exact: true }).click();
  await expect(sleeves.first()).toContainText("Concrete Lullaby");
  const tags = page.getByRole("navigation", { name: "Tags" });
  const tag = tags.getByRole("link").nth(1);
  const name = (await tag.textContent()) ?? "";
  await tag.click();
  await page.getByRole("heading", { name: `${name} wraps` }).waitFor();
  await expect(tags.locator("[aria-current]")).toHaveText(name);
  expect(await measureOverflow(page)).toBe(0);

  // A tag narrows a search; each is cleared on its own, and Back restores both.
  await follow("/wraps?q=s");
  const all = await sleeves.count();
  await tags.getByRole("link", { name: "ambient", exact: true }).press("Enter");
  await page.waitForURL(/\/wraps\?q=s&tag=ambient$/);
  await expect(tags.locator("[aria-current]")).toHaveText("ambient");
  await expect.poll(() => sleeves.count()).toBeLessThan(all);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await field.fill("xylophones");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/wraps\?q=xylophones&tag=ambient$/);
  await page.getByRole("link", { name: "Clear tag “ambient”" }).press("Enter");
  await page.waitForURL(/\/wraps\?q=xylophones$/);
  await page.goBack();
  await page.getByRole("link", { name: "Clear search" }).first().press("Enter");
  await page.waitForURL(/\/tag\/ambient$/);
  await page.goBack();
  await expect(field).toHaveValue("xylophones");

  // A filter by artist matches the exact name.
  const countSleeves = async (artist: string) => {
    const html = await (await fetch(`${url}/wraps?artist=${encodeURIComponent(artist)}`)).text();
    return html.split('class="sleeve"').length - 1;
  };
  expect([await countSleeves("Kofi Amprofi"), await countSleeves("Kofi")]).toEqual([3, 0]);

  // Characters that nobody types are ignored.
  for (const path of ["/wraps?q=%07", "/wraps?q=%F0%9F", "/search?q=salt%00"])
    expect((await fetch(`${url}${path}`)).status).toBe(200);
});

test("a name that several artists have leads to the wraps of each", async () => {
  const name = `Twin Tide ${Date.now()}`;
  for (const title of ["Ebb", "Flow"]) {
    const publisher = await createPublisher(program.url, { artist: name });
    deleteWrapsAtEnd(program, publisher);
    const song = await createDraft(program.url, publisher, { name: title });
    await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  }
  const { page, open, expectAccessible } = await startVisit(desktop, [], program.url);
  await open(`/wraps?artist=${encodeURIComponent(name)}`);
  const choice = page.getByRole("region", { name: "Several artists have this name:" });
  await expect(choice.getByRole("listitem")).toHaveCount(2);
  await expect(page.locator(".sleeve")).toHaveCount(2);
  await expectAccessible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
  await choice
    .getByRole("link", { name: /^1 wrap/ })
    .first()
    .click();
  await page.waitForURL(/artist_id=\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Wraps by ${name}`);
  await expect(page.locator(".sleeve")).toHaveCount(1);
  await expect(choice).toHaveCount(0);
});
