import { test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { startVisit } from "../../harness/visit.ts";

test("by keyboard: / opens the search, which suggests while typing, forgives errors and opens what is chosen", async () => {
  const { page, open, expectAccessible } = await startVisit(desktop);
  await open("/experiences");
  // The dialog is still loading when the first letters are typed.
  await page.keyboard.press("/");
  await page.keyboard.type("corv");
  const field = page.getByRole("combobox", { name: /Search wraps/ });
  await expect(field).toBeFocused();
  await page.keyboard.type("aho");
  await expect(field).toHaveValue("corvaho");
  const artist = page.getByRole("group", { name: "Artists" }).getByRole("option", { name: "Inês Corvacho" });
  await artist.waitFor();
  await expectAccessible();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toHaveCount(1);
  await field.fill("tide tables");
  await page.getByRole("option", { name: "Tide Tables" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/experiences\/tide-tables$/);
  await expect(field).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Search", exact: true }).first()).toBeFocused();
});

test("on a phone, all results are grouped, play, and lead to the pages of their kind", async () => {
  const { page, open } = await startVisit(phone);
  await open("/");
  await page.locator(".top-search").click();
  await page.getByRole("combobox", { name: /Search wraps/ }).fill("the");
  await page.getByRole("link", { name: "All results" }).click();
  await page.waitForURL(/\/search\?q=the$/);
  await page.getByRole("heading", { name: "Artists 1" }).waitFor();
  const lyrics = page.getByRole("region", { name: /^Lyrics/ });
  await expect(lyrics).toContainText("The tide turned over in its sleep");
  await lyrics.getByRole("link", { name: "All lyrics" }).click();
  await page.waitForURL(/kind=lyrics/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lyrics");
  await page.getByRole("button", { name: "Play Salt Meridian" }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("Salt Meridian");
});
