import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, inject, onTestFinished, TestRunner } from "vitest";
import { demoUsers } from "../../demo/catalogue/users.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { FIRST_FRAME_MARK, findSmallTargets, readLayoutShifts } from "../harness/layout.ts";
import { openVisitAs, visitAs } from "../harness/logged-in-visit.ts";
import { createPerson, createToken, type Person } from "../harness/people.ts";
import { measureOverflow, openVisit, type SharedVisit, startVisit, type Visit } from "../harness/visit.ts";

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

/** What surrounds the main area. */
const SURROUNDINGS =
  "body > .skip, body > .notice, body > header, .shell > .side, body > footer, body > .player";

/** Surroundings that have been checked, by the order of sizes and the size: the same ones are not checked again. */
const checkedSurroundings = new Set<string>();

/** Rules that depend on the layout. The results of the others change only with the markup and what is visible. */
const layoutRules = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

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

/**
 * Returns a function that starts the visit of a test. The tests of a suite share one, until one of them fails, and open their screens by
 * the address.
 */
export function shareVisit(): () => Promise<Visit> {
  return shareStarted(() => openVisit(screen, [/404/], inject("siteUrl")));
}

/** Returns a function like `shareVisitAs` for a demo account. Reads of the API have `answers`. */
export function shareVisitAsDemo(key: string, answers: Record<string, unknown> = {}): () => Promise<Visit> {
  return shareVisitAs(() => takeDemoToken(key), { answers });
}

type SharedOptions = { url?: string; answers?: Record<string, unknown> };

/**
 * Returns a function like `shareVisit` for a visit with a session, by default of the demo site. The app leads from the first screen to
 * the others.
 */
export function shareVisitAs(
  takeToken: () => Promise<string>,
  { url = inject("siteUrl"), answers = {} }: SharedOptions = {},
): () => Promise<Visit> {
  return shareStarted(async () => {
    const shared = await openVisitAs(await takeToken(), { url, screen, allowed: [/404/] });
    await answerReads(shared.visit, answers);
    const { visit } = shared;
    const { open } = visit;
    let isOpen = false;
    visit.open = async (path) => {
      // The project `states` opens all screens by their address.
      if (isOpen && SCREENS_LOCALE === undefined) return followScreen(visit, path);
      await open(path);
      isOpen = true;
    };
    return shared;
  });
}

/** Returns a function that starts a visit for the first test of a suite, and for the one after a failure. */
function shareStarted(start: () => Promise<SharedVisit>): () => Promise<Visit> {
  let shared: SharedVisit | undefined;
  afterAll(async () => shared?.end());
  return async () => {
    const current = shared ?? (await start());
    shared = current;
    onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") {
        shared = undefined;
        await current.end(task);
      }
      expect(current.takeProblems()).toEqual([]);
    });
    const { width, height } = screen;
    await current.visit.page.setViewportSize({ width, height });
    return current.visit;
  };
}

/** Follows a link to a screen and marks the end of its first frame, because the change of screens is no layout shift. */
async function followScreen({ page, follow }: Visit, path: string): Promise<void> {
  await page.evaluate((name) => {
    performance.clearMarks(name);
    const readKey = () => window.__reactRouterDataRouter?.state.location.key;
    const key = readKey();
    const observer = new MutationObserver(() => {
      if (readKey() === key) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(name)));
    });
    observer.observe(document.querySelector("main") ?? document.body, {
      attributes: true,
      childList: true,
      subtree: true,
    });
  }, FIRST_FRAME_MARK);
  await follow(path);
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
  visit: Visit,
  path: string,
  { isLoading = false, sizes = allSizes }: CheckOptions = {},
): Promise<void> {
  const { page, open } = visit;
  await open(path);
  await page.locator("h1").first().waitFor({ state: "attached" });
  if (!isLoading) await page.locator(".loading").first().waitFor({ state: "detached" });
  const shifts = await readLayoutShifts(page, VISIBLE_SHIFT);
  let checked: string | undefined;
  for (const [at, { width, height }] of sizes.entries()) {
    await page.setViewportSize({ width, height });
    const { surroundings, content } = await readMarkup(page);
    const key = `${at} ${width} ${surroundings}`;
    const except = checkedSurroundings.has(key) ? { except: SURROUNDINGS } : {};
    // Texts of another language change the layout, but no roles and names.
    if (at === 0 || SCREENS_LOCALE === undefined) {
      const isSameContent = "except" in except && content === checked;
      const rules = isSameContent ? { rules: layoutRules } : {};
      await visit.expectAccessible({ isWholePage: true, ...except, ...rules });
    }
    checked = content;
    expect(await measureOverflow(page), path).toBe(0);
    await saveScreenshot(page);
    if (at === 0) await checkDarkMode(visit, except);
    if (width === phone.width) await checkNarrowScreen(page, path, except);
    checkedSurroundings.add(key);
  }
  expect(shifts, path).toEqual([]);
}

/**
 * Returns the markup of the main area and of what surrounds it, and what of them is visible. Leaves out which links the surroundings
 * have, because that differs on each page.
 */
function readMarkup(page: Page): Promise<{ surroundings: string; content: string }> {
  return page.evaluate((selector) => {
    const describePart = (part: Element) => {
      const elements = [part, ...part.querySelectorAll("*")];
      const visible = elements.map((element) =>
        Number(element.checkVisibility({ visibilityProperty: true })),
      );
      return `${part.outerHTML} ${visible.join("")}`;
    };
    const parts = [...document.querySelectorAll(selector)].map(describePart).join(" ");
    return {
      surroundings: parts.replaceAll(/ (href|aria-current)="[^"]*"/g, ""),
      content: describePart(document.querySelector("main") ?? document.body),
    };
  }, SURROUNDINGS);
}

async function checkDarkMode({ page, expectAccessible }: Visit, except: { except?: string }): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible({ isWholePage: true, rules: ["color-contrast"], ...except });
  await page.emulateMedia({ colorScheme: "light" });
}

/** Checks the targets of a phone, and that nothing overflows on the narrowest. */
async function checkNarrowScreen(page: Page, path: string, { except }: { except?: string }): Promise<void> {
  expect(await findSmallTargets(page, except), path).toEqual([]);
  await page.setViewportSize(narrowPhone);
  expect(await measureOverflow(page), path).toBe(0);
}

async function saveScreenshot(page: Page): Promise<void> {
  if (SCREENSHOT_DIR === undefined) return;
  const width = page.viewportSize()?.width;
  const name = `${TestRunner.getCurrentTest()?.fullTestName} ${width}`.replaceAll(/\W+/g, "-");
  await page.screenshot({ path: join(SCREENSHOT_DIR, `${name}.png`) });
}
