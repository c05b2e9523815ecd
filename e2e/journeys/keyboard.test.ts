import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { desktop, phone } from "../harness/chromium.ts";
import { visit } from "../harness/visit.ts";

type Stop = { name: string; area: string; ring: boolean; seen: boolean };

/** What has the focus: where it belongs, whether a ring shows it, and whether nothing covers it. */
const stopOf = (page: Page) =>
  page.evaluate((): Stop | undefined => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return undefined;
    const area = focused.closest(".skip, header, .side, main, footer, .player");
    const ringed = [focused, focused.parentElement, focused.parentElement?.parentElement].some((element) => {
      if (element === null || element === undefined) return false;
      const { outlineStyle, outlineWidth, borderStyle, borderWidth } = getComputedStyle(element);
      return (
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        (borderStyle !== "none" && Number.parseFloat(borderWidth) >= 3)
      );
    });
    const { left, top, width, height } = focused.getBoundingClientRect();
    // A panel may be taller than the screen: then its middle part is in sight.
    const middle = height > window.innerHeight ? window.innerHeight / 2 : top + Math.min(height / 2, 24);
    const above = document.elementFromPoint(left + width / 2, middle);
    return {
      name: focused.getAttribute("aria-label") ?? focused.textContent ?? "",
      area: area?.className.split(" ")[0] || area?.tagName.toLowerCase() || "",
      ring: ringed,
      seen: above !== null && (focused.contains(above) || above.contains(focused)),
    };
  });

/** Presses Tab from the top of the page until the focus leaves it. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await stopOf(page);
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  throw new Error("The focus never left the page.");
}

describe("by keyboard alone", () => {
  test.each([
    ["/experiences", desktop, ["skip", "top", "side", "main", "footer", "player"]],
    ["/wrap/salt-meridian", desktop, ["skip", "top", "side", "main", "footer", "player"]],
    ["/wraps", phone, ["skip", "top", "main", "footer", "player"]],
  ])(
    "%s is walked from the skip link to the player, every stop ringed and in sight",
    async (path, screen, areas) => {
      const { page, open } = await visit(screen);
      await open(path);
      await page.waitForFunction(() => document.querySelector(".player .play:not([disabled])") !== null);
      const stops = await walk(page);
      expect(stops.map(({ area }) => area).filter((area, at, all) => area !== all[at - 1])).toEqual(areas);
      expect(stops.filter(({ ring }) => !ring)).toEqual([]);
      expect(stops.filter(({ seen }) => !seen)).toEqual([]);
    },
  );

  test("the skip link leads past the header", async () => {
    const { page, open } = await visit();
    await open("/experiences");
    await page.keyboard.press("Tab");
    expect((await stopOf(page))?.name).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect((await stopOf(page))?.area).toBe("main");
  });

  test("the library's search leads into its field, again and again", async () => {
    const { page, open } = await visit();
    await open("/");
    const link = page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "search" });
    await link.click();
    const field = page.getByPlaceholder("search by song title...");
    await page.waitForURL(/\/wraps/);
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole("heading", { level: 1 }).click();
    await link.click();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test("the small menu closes with Escape and gives the focus back", async () => {
    const { page, open } = await visit(phone);
    await open("/");
    const menu = page.getByText("menu", { exact: true });
    await menu.focus();
    await page.keyboard.press("Enter");
    const browse = page.getByRole("link", { name: /browse/ });
    await browse.waitFor();
    await browse.focus();
    await page.keyboard.press("Escape");
    expect(await browse.isVisible()).toBe(false);
    expect(await menu.evaluate((summary) => summary === document.activeElement)).toBe(true);
  });
});

test("a selected tab beyond the edge of a phone comes into sight", async () => {
  const { page, open } = await visit(phone);
  await open("/experiences/tide-tables?tab=access");
  const edges = await page.getByRole("tab", { selected: true }).evaluate((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    return { left, right, width: document.documentElement.clientWidth };
  });
  expect(edges.left).toBeGreaterThanOrEqual(0);
  expect(edges.right).toBeLessThanOrEqual(edges.width);
  expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
});

test("nothing moves for a reader who asked for less motion", async () => {
  const moves = async (reducedMotion: "reduce" | "no-preference") => {
    const { page, open } = await visit({ ...desktop, reducedMotion });
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
