import { describe, inject, test } from "vitest";
import { demoUsers } from "../../demo/catalogue/users.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { readFocus, tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { startVisit } from "../harness/visit.ts";

describe("by keyboard", () => {
  test.each([
    ["/experiences", desktop, ["skip", "top", "side", "main", "footer", "player"]],
    ["/wrap/salt-meridian", desktop, ["skip", "top", "side", "main", "footer", "player"]],
    ["/wraps", phone, ["skip", "top", "main", "page-h", "main", "footer", "player"]],
  ])("%s has visible focus stops from the skip link to the player", async (path, screen, areas) => {
    const { page, open } = await startVisit(screen);
    await open(path);
    await page.waitForFunction(() => document.querySelector(".player .play:not([disabled])") !== null);
    const stops = await tabThroughPage(page);
    expect(stops.map(({ area }) => area).filter((area, at, all) => area !== all[at - 1])).toEqual(areas);
    expect(stops.filter(({ ring }) => !ring)).toEqual([]);
    expect(stops.filter(({ seen }) => !seen)).toEqual([]);
  });

  test("the skip link jumps past the header", async () => {
    const { page, open } = await startVisit();
    await open("/experiences");
    await page.keyboard.press("Tab");
    expect((await readFocus(page))?.name).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#main$/);
    await page.keyboard.press("Tab");
    expect((await readFocus(page))?.area).toBe("main");
  });

  test("the library's search link focuses the search field every time", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const link = page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Search" });
    await link.click();
    const field = page.getByPlaceholder("search by song title...");
    await page.waitForURL(/\/wraps/);
    await expect(field).toBeFocused();
    await page.getByRole("heading", { level: 1 }).click();
    await link.click();
    await expect(field).toBeFocused();
  });

  test("a link leads to the heading of its page, and the number of results is announced", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: /^Wraps/ }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Latest wraps" })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: /^\d+ wraps$/ })).toHaveCount(1);
    await page.getByPlaceholder("search by song title...").fill("salt");
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
    await expect(tab).toBeFocused();
  });

  test("the heading keeps the focus while its page loads", async () => {
    const publisher = demoUsers.find(({ key }) => key === "premium");
    if (publisher === undefined) throw new Error("The demo has no publisher.");
    const { page, open } = await visitAs(publisher, { url: inject("siteUrl"), allowed: [/404/] });
    await open("/my/wraps");
    await page.getByRole("main").locator("a[href^='/my/wrap/']").first().press("Enter");
    await page.waitForURL(/\/my\/wrap\/\d+$/);
    await page.getByRole("tab").first().waitFor();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("Escape closes the small menu and returns the focus", async () => {
    const { page, open } = await startVisit(phone);
    await open("/");
    const menu = page.getByText("Menu", { exact: true });
    await menu.focus();
    await page.keyboard.press("Enter");
    const browse = page.getByRole("link", { name: /Browse/ });
    await browse.waitFor();
    await browse.focus();
    await page.keyboard.press("Escape");
    await browse.waitFor({ state: "hidden" });
    await expect(menu).toBeFocused();
  });
});

test("a selected tab beyond the edge of a phone scrolls into view", async () => {
  const { page, open } = await startVisit(phone);
  await open("/experiences/tide-tables?tab=access");
  const isInSight = () =>
    page.getByRole("tab", { selected: true }).evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return left >= 0 && right <= document.documentElement.clientWidth;
    });
  await expect.poll(isInSight).toBe(true);
  expect(await page.evaluate(() => window.scrollX)).toBe(0);
});

test("nothing moves if the user prefers reduced motion", async () => {
  const moves = async (reducedMotion: "reduce" | "no-preference") => {
    const { page, open } = await startVisit({ ...desktop, reducedMotion });
    await open("/");
    return page.evaluate(() => {
      const durations = [...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return `${transitionDuration}, ${animationDuration}`.split(", ").map(Number.parseFloat);
      });
      return Math.max(...durations);
    });
  };
  expect(await moves("no-preference")).toBeGreaterThan(0);
  expect(await moves("reduce")).toBe(0);
});
