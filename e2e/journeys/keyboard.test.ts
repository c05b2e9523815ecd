import { describe, inject, test } from "vitest";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { readFocus, tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { demoFan } from "../harness/people.ts";
import { startVisit } from "../harness/visit.ts";

describe("by keyboard", () => {
  test.each([
    ["/wrap/salt-meridian", desktop, ["skip", "top", "main", "footer", "player"]],
    ["/wraps", phone, ["skip", "top", "main", "page-h", "main", "footer", "player"]],
  ])("%s has visible focus stops from the skip link to the player", async (path, screen, areas) => {
    const { page, open } = await startVisit(screen);
    await open(path);
    await page.waitForFunction(() => document.querySelector(".player .play:not([disabled])") !== null);
    const stops = await tabThroughPage(page);
    expect(stops.map(({ area }) => area).filter((area, at, all) => area !== all[at - 1])).toEqual(areas);
    expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  });

  test("the skip link jumps past the header, and links lead to the heading or the field of their page", async () => {
    const { page, open } = await visitAs(demoFan, { url: inject("siteUrl") });
    await open("/experiences");
    await page.keyboard.press("Tab");
    expect((await readFocus(page))?.name).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#main$/);
    await page.keyboard.press("Tab");
    expect((await readFocus(page))?.area).toBe("main");

    // The library's link focuses the field again, also on its page.
    const library = page.getByRole("navigation", { name: "Library" });
    const search = library.getByRole("link", { name: "Search" });
    const field = page.getByPlaceholder("search by song title...");
    await search.click();
    await expect(field).toBeFocused();
    await page.getByRole("heading", { level: 1 }).click();
    await search.click();
    await expect(field).toBeFocused();
    await field.fill("salt");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /salt/ })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: /^\d+ wraps?$/ })).toHaveCount(1);
    await page
      .getByRole("main")
      .getByRole("link", { name: /Salt Meridian/ })
      .first()
      .press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /Salt Meridian/ })).toBeFocused();
    // Tabs keep the focus.
    const tab = page.getByRole("tab", { name: /^Rewards/ });
    await tab.press("Enter");
    await page.waitForURL(/tab=3/);
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect(tab).toBeFocused();

    // Escape closes the small menu.
    await page.setViewportSize({ width: phone.width, height: phone.height });
    const menu = page.getByText("Menu", { exact: true });
    await menu.focus();
    await page.keyboard.press("Enter");
    const browse = library.getByRole("link", { name: /Browse/ });
    await browse.waitFor();
    await browse.focus();
    await page.keyboard.press("Escape");
    await browse.waitFor({ state: "hidden" });
    await expect(menu).toBeFocused();
  });
});
