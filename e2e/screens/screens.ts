import { join } from "node:path";
import type { Page } from "playwright-core";
import { inject, TestRunner } from "vitest";
import { demoUsers } from "../../demo/catalogue/users.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { findSmallTargets, readLayoutShifts } from "../harness/layout.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { createPerson, createToken, type Person } from "../harness/people.ts";
import { measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

/**
 * The accessibility sweep: axe, overflow, targets and the console of every screen on a phone and a desktop, its contrast in
 * dark mode, and what moves while it loads. The project `journeys` opens each with its full state, in English on a
 * phone. `states` opens them in Spanish on a desktop, and also each empty, loading and failing. Journeys check only what
 * the sweep cannot reach.
 */

const fanScreens = [
  "/you",
  "/my/art",
  "/my/history",
  "/my/rewards",
  "/my/social",
  "/my/graph",
  "/my/settings",
  "/my/notifications",
  "/my/library",
  "/my/library?tab=likes",
  "/my/library?tab=following",
  "/my/library?tab=recent",
  "/my/library?tab=points",
  "/my/library?tab=art",
];
const studioScreens = [
  "/create",
  "/create/bulk",
  "/create/recordings",
  "/my/artists",
  "/my/artists/create",
  "/my/artists/create/one",
  "/my/artists/bulk",
  "/my/albums",
  "/my/albums/create",
  "/my/wraps",
  "/my/experiences",
  "/my/experiences/create",
  "/my/claims",
  "/my/earnings",
  "/my/earnings?view=payouts",
  "/my/earnings?view=splits",
  "/my/statistics",
  "/my/subscription",
];
const adminScreens = [
  "/admin",
  "/admin/users",
  "/admin/jobs",
  "/admin/audit",
  "/admin/site",
  "/admin/changes",
  "/admin/reports",
  "/admin/holds",
  "/admin/holds?show=plays",
  "/admin/payments",
];

/** How much of a screen may move at once, a fifth of what Web Vitals call good: a font that arrives late may move a line. */
const VISIBLE_SHIFT = 0.02;

/** Each with its name and the demo account that sees it. */
export const screensOfAccounts = [
  ["a fan", "fan", fanScreens],
  ["the studio", "premium", studioScreens],
  ["the administration", "admin", adminScreens],
] as const;

/** What every account has. */
export const screensOfNewAccounts = [...fanScreens, ...studioScreens];

const { SCREENS_LOCALE, SCREENSHOT_DIR } = process.env;
/** A screen is opened in the first and then resized. */
const allSizes = SCREENS_LOCALE === "es" ? [desktop, phone] : [phone, desktop];
const screen: Screen = {
  ...(SCREENS_LOCALE === "es" ? desktop : phone),
  ...(SCREENS_LOCALE === undefined ? {} : { locale: SCREENS_LOCALE }),
};

/** Visits the demo site as a first-time visitor in the language of the sweep. */
export function visitScreens(): Promise<Visit> {
  return startVisit(screen, [/404/]);
}

/** Visits a site as a person who is logged in. */
export function visitScreensAs(
  person: Person & { token?: string },
  url: string,
): Promise<Visit & { token: string }> {
  return visitAs(person, { url, screen, allowed: [/404/] });
}

/** Sessions of demo accounts, which all screens of a worker share. */
const tokens: Record<string, string> = {};

/** Returns the session of a demo account. */
export async function takeDemoToken(key: string): Promise<string> {
  tokens[key] ??= await createToken(inject("siteUrl"), demoUser(key));
  return tokens[key];
}

/** Visits the demo site with one of its accounts. */
export async function visitScreensAsDemo(
  key: string,
  allowed: readonly RegExp[] = [],
): Promise<Visit & { token: string }> {
  const person = { ...demoUser(key), token: await takeDemoToken(key) };
  return visitAs(person, { url: inject("siteUrl"), screen, allowed: [/404/, ...allowed] });
}

function demoUser(key: string): (typeof demoUsers)[number] {
  const user = demoUsers.find((item) => item.key === key);
  if (user === undefined) throw new Error(`There is no demo account ${key}.`);
  return user;
}

/** Intercepts the reads of what belongs to an account. */
async function interceptReads(page: Page, handler: Parameters<Page["route"]>[1]): Promise<void> {
  for (const part of ["my", "admin", "claims", "statistics"])
    await page.route(`**/api/v1/${part}/**`, handler);
}

/** Checks a screen, on a phone, whose reads fail as on a broken server, but with a status that is not retried after seconds. */
export async function checkFailingScreen(key: string, path: string): Promise<void> {
  const visit = await visitScreensAsDemo(key, [/400/]);
  const body = { success: false, code: "X001", message: "", errors: [] };
  await interceptReads(visit.page, (route) => route.fulfill({ status: 400, json: body }));
  await checkScreen(visit, path, { sizes: [phone] });
}

/** Checks a screen, on a phone, whose reads are never answered. */
export async function checkLoadingScreen(key: string, path: string): Promise<void> {
  const visit = await visitScreensAsDemo(key);
  await interceptReads(visit.page, () => new Promise(() => undefined));
  await checkScreen(visit, path, { sizes: [phone], isLoading: true });
}

/** Creates an account without anything on the site with an empty catalogue. */
export async function createNewAccount(): Promise<Person & { token: string }> {
  const url = inject("emptyUrl");
  const created = await createPerson(url);
  return { ...created, token: await createToken(url, created) };
}

/** Answers reads of the API. */
export async function answerReads({ page }: Visit, answers: Record<string, unknown>): Promise<void> {
  for (const [path, body] of Object.entries(answers))
    await page.route(
      (url) => url.pathname === `/api/v1/${path}`,
      (route) => route.fulfill({ json: { success: true, body } }),
    );
}

const narrowPhone = { width: 320, height: 568 };

type CheckOptions = { isLoading?: boolean; sizes?: readonly Screen[] };

/**
 * Opens a screen and checks it in both sizes, in the first also in dark mode, which changes only colours. Saves screenshots
 * if SCREENSHOT_DIR is set.
 */
export async function checkScreen(
  { page, open, expectAccessible }: Visit,
  path: string,
  { isLoading = false, sizes = allSizes }: CheckOptions = {},
): Promise<void> {
  await open(path);
  await page.locator("h1").first().waitFor({ state: "attached" });
  if (!isLoading) await page.locator(".loading").first().waitFor({ state: "detached" });
  const shifts = await readLayoutShifts(page, VISIBLE_SHIFT);
  for (const [at, { width, height }] of sizes.entries()) {
    await page.setViewportSize({ width, height });
    // Texts of another language change the layout, but no roles and names.
    if (at === 0 || SCREENS_LOCALE === undefined) await expectAccessible({ isWholePage: true });
    expect(await measureOverflow(page), path).toBe(0);
    await saveScreenshot(page);
    if (at === 0) await checkDarkMode(page, expectAccessible);
    if (width === phone.width) await checkNarrowScreen(page, path);
  }
  expect(shifts, path).toEqual([]);
}

async function checkDarkMode(page: Page, expectAccessible: Visit["expectAccessible"]): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible({ isWholePage: true, rules: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
}

/** Checks the targets of a phone, and that nothing overflows on the narrowest. */
async function checkNarrowScreen(page: Page, path: string): Promise<void> {
  expect(await findSmallTargets(page), path).toEqual([]);
  await page.setViewportSize(narrowPhone);
  expect(await measureOverflow(page), path).toBe(0);
}

async function saveScreenshot(page: Page): Promise<void> {
  if (SCREENSHOT_DIR === undefined) return;
  const width = page.viewportSize()?.width;
  const name = `${TestRunner.getCurrentTest()?.fullTestName} ${width}`.replaceAll(/\W+/g, "-");
  await page.screenshot({ path: join(SCREENSHOT_DIR, `${name}.png`) });
}
