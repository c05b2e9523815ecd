import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Page } from "playwright-core";
import { inject, TestRunner } from "vitest";
import { demoUsers } from "../../../demo/catalogue/users.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import type { Person } from "../../harness/people.ts";
import { measureOverflow, startVisit, type Visit } from "../../harness/visit.ts";

/**
 * The accessibility sweep: axe, overflow and the console of every screen, empty, full, loading and failing, on a phone
 * and a desktop, in light and dark mode. Journeys check only the states that it cannot reach. SCREENS_LOCALE chooses
 * another language.
 */

export const fanScreens = [
  "/you",
  "/my/art",
  "/my/history",
  "/my/rewards",
  "/my/social",
  "/my/graph",
  "/my/settings",
];
export const libraryScreens = [
  "/my/notifications",
  "/library",
  "/library?tab=likes",
  "/library?tab=following",
  "/library?tab=recent",
  "/library?tab=points",
  "/library?tab=art",
];
/** In parts, because each has to end within the time of a test. */
export const studioScreens = {
  forms: [
    "/create",
    "/create/bulk",
    "/create/recordings",
    "/my/artists",
    "/my/artists/create",
    "/my/artists/create/one",
    "/my/artists/bulk",
  ],
  catalogue: [
    "/my/albums",
    "/my/albums?q=nothing+sounds+like+this+xyzzy",
    "/my/albums/create",
    "/my/wraps",
    "/my/experiences",
    "/my/experiences/create",
  ],
  income: [
    "/my/claims",
    "/my/earnings",
    "/my/earnings?view=payouts",
    "/my/earnings?view=splits",
    "/my/statistics",
    "/my/subscription",
  ],
};

const adminScreens = {
  site: ["/admin", "/admin/users", "/admin/jobs", "/admin/audit", "/admin/site"],
  decisions: [
    "/admin/changes",
    "/admin/reports",
    "/admin/report/999999",
    "/admin/holds",
    "/admin/holds?show=plays",
    "/admin/payments",
  ],
};

/** Each with its name and the demo account that sees it. */
export const screensOfAccounts = [
  ["a fan's screens", "fan", fanScreens],
  ["a fan's library", "fan", libraryScreens],
  ["the studio's forms", "premium", studioScreens.forms],
  ["the studio's catalogue", "premium", studioScreens.catalogue],
  ["the studio's income", "premium", studioScreens.income],
  ["the administration's pages of the site", "admin", adminScreens.site],
  ["the administration's decisions", "admin", adminScreens.decisions],
] as const;

const { SCREENS_LOCALE, SCREENSHOT_DIR } = process.env;
const screen: Screen = { ...phone, ...(SCREENS_LOCALE === undefined ? {} : { locale: SCREENS_LOCALE }) };

/** Visits the demo site as a first-time visitor in the language of the sweep. */
export function visitScreens(): Promise<Visit> {
  return startVisit(screen, [/404/]);
}

/** Visits a site as a person who is logged in. */
export function visitScreensAs(person: Person, url: string): Promise<Visit & { token: string }> {
  return visitAs(person, { url, screen, allowed: [/404/] });
}

/** Visits the demo site with one of its accounts. */
export function visitScreensAsDemo(
  key: string,
  allowed: readonly RegExp[] = [],
): Promise<Visit & { token: string }> {
  const user = demoUsers.find((item) => item.key === key);
  if (user === undefined) throw new Error(`There is no demo account ${key}.`);
  return visitAs(user, { url: inject("siteUrl"), screen, allowed: [/404/, ...allowed] });
}

/** Answers reads of the API. */
export async function answerReads({ page }: Visit, answers: Record<string, unknown>): Promise<void> {
  for (const [path, body] of Object.entries(answers))
    await page.route(
      (url) => url.pathname === `/api/v1/${path}`,
      (route) => route.fulfill({ json: { success: true, body } }),
    );
}

type CheckOptions = {
  /** Whether each screen is a new document, as a visitor from elsewhere gets it. It costs twice as much. */
  isDirect?: boolean;
  isLoading?: boolean;
  sizes?: readonly Screen[];
};

/** Checks the screens of paths in both sizes and both color schemes. Saves screenshots if SCREENSHOT_DIR is set. */
export async function checkScreens(
  visit: Visit,
  paths: readonly string[],
  { isDirect = false, isLoading = false, sizes = [phone, desktop] }: CheckOptions = {},
): Promise<void> {
  const { page, open, expectAccessible } = visit;
  for (const [index, path] of paths.entries()) {
    await page.emulateMedia({ colorScheme: "light" });
    if (isDirect || index === 0) await open(path);
    else await navigateWithin(page, path);
    await page.locator("h1").first().waitFor({ state: "attached" });
    if (!isLoading) await page.locator(".loading").first().waitFor({ state: "detached" });
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: "light" });
      await expectAccessible({ isWholePage: true });
      expect(await measureOverflow(page), path).toBe(0);
      await saveScreenshot(page, path);
      await page.emulateMedia({ colorScheme: "dark" });
      // Dark mode changes only colours.
      await expectAccessible({ isWholePage: true, rules: ["color-contrast"] });
    }
  }
}

declare global {
  interface Window {
    __reactRouterDataRouter: { navigate(to: string, options: { flushSync: boolean }): Promise<void> };
  }
}

/** Navigates within the document, as a link does. React has rendered the page when it returns. */
async function navigateWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.__reactRouterDataRouter.navigate(to, { flushSync: true }), path);
}

async function saveScreenshot(page: Page, path: string): Promise<void> {
  if (SCREENSHOT_DIR === undefined) return;
  const width = page.viewportSize()?.width;
  const name = `${TestRunner.getCurrentTest()?.fullTestName} ${path} ${width}`.replaceAll(/\W+/g, "-");
  await page.screenshot({ path: join(SCREENSHOT_DIR, `${name}.png`) });
}
