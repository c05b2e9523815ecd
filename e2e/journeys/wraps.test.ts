import { test } from "vitest";
import { expect } from "../harness/expect.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

test("the list shows fourteen wraps a page, and a search is plain text, which stays when it finds nothing", async () => {
  const { page, open, url } = await startVisit();
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

  // A filter by artist matches the exact name.
  const countSleeves = async (artist: string) => {
    const html = await (await fetch(`${url}/wraps?artist=${encodeURIComponent(artist)}`)).text();
    return html.split('class="sleeve"').length - 1;
  };
  expect([await countSleeves("Kofi Amprofi"), await countSleeves("Kofi")]).toEqual([3, 0]);
});
