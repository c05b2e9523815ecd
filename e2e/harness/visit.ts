import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { CDPSession, Page } from "playwright-core";
import { inject, onTestFinished, type RunnerTestCase } from "vitest";
import { BACKGROUND_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { desktop, type Screen } from "./chromium.ts";
import { expect } from "./expect.ts";
import { returnPage, saveTrace, takePage, type VisitorPage } from "./visitor-page.ts";

/** For results in the background, which may queue behind those of other tests. */
export const backgroundTimeout = { timeout: BACKGROUND_TIMEOUT_MS };

/** Every page preloads its font; a slow machine may use it later than Chromium expects. */
const latePreload = /\/archivo-[^/]*\.woff2 was preloaded using link preload but not used/;

/** Answers 404 as long as a site has no public song, which depends on the journeys that ran before. */
const randomWrapPath = "/api/v1/random";

/** Minified, because each document parses it again. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Counts the visits of the test that runs. */
let visitCount = 0;

type AccessibilityCheck = { rules?: readonly string[]; isWholePage?: boolean; except?: string };

export type Visit = {
  page: Page;
  url: string;
  /** Opens a path of the site and waits until the page is interactive. */
  open(path: string): Promise<void>;
  /**
   * Leads from a page of the site to a path, as a link does, and waits until it is rendered. This costs a quarter of `open`, but data that
   * the page has read in the last 30 seconds stays as it was.
   */
  follow(path: string): Promise<void>;
  /**
   * Fails if axe finds violations in the open dialog, else in the main area and what announces changes. `isWholePage` adds what
   * surrounds them, which is the same on all pages, without what the selector `except` finds; `rules` restricts the check.
   */
  expectAccessible(options?: AccessibilityCheck): Promise<void>;
};

/**
 * Starts a visit of a first-time visitor. Any console warning, console error or uncaught error fails the test at its end
 * unless `allowed` matches it.
 */
export async function startVisit(
  screen: Screen = desktop,
  allowed: readonly RegExp[] = [],
  url: string = inject("siteUrl"),
): Promise<Visit> {
  const { visit, end, takeProblems } = await openVisit(screen, allowed, url);
  onTestFinished(async ({ task }) => {
    await end(task);
    expect(takeProblems()).toEqual([]);
  });
  return visit;
}

/** A visit that the tests of a suite share. */
export type SharedVisit = {
  visit: Visit;
  /** Returns the page for other visits, or saves a trace of a failed test and closes it. */
  end(task?: Readonly<RunnerTestCase>): Promise<void>;
  /** Returns the problems that the console has reported since the last call. */
  takeProblems(): string[];
};

/** Starts a visit that its caller ends. */
export async function openVisit(
  screen: Screen,
  allowed: readonly RegExp[],
  url: string,
): Promise<SharedVisit> {
  // Animations cost a tenth of the processor time; a journey about motion enables it.
  const stillScreen: Screen = { reducedMotion: "reduce", ...screen };
  const visitor = await takePage(url, stillScreen);
  const { page } = visitor;
  const consoleProblems: string[] = [];
  page.on("pageerror", (error) => consoleProblems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!message.location().url.endsWith(randomWrapPath)) consoleProblems.push(message.text());
  });
  visitCount += 1;
  const number = visitCount;
  const expected = [latePreload, ...allowed];
  return {
    visit: buildVisit(visitor, url),
    async end(task) {
      visitCount = 0;
      if (task?.result?.state !== "fail") return returnPage(visitor);
      // Earlier attempts only: the runner adds this one at its end.
      const attempt = (task.result.attempts?.length ?? 0) + 1;
      await saveTrace(page.context(), `${task.fullName} attempt ${attempt} visit ${number}`);
      await page.context().close();
    },
    takeProblems: () => consoleProblems.splice(0).filter((text) => !expected.some((form) => form.test(text))),
  };
}

function buildVisit(visitor: VisitorPage, url: string): Visit {
  const { page } = visitor;
  return {
    page,
    url,
    async open(path) {
      await page.goto(`${url}${path}`, { waitUntil: "load" });
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
    },
    async follow(path) {
      // A navigation that has not ended could still be blocked by the page that it leaves.
      await page.waitForFunction(isRendered);
      await page.evaluate((to) => window.__reactRouterDataRouter?.navigate(to), path);
      await page.waitForFunction(isRendered);
    },
    async expectAccessible(options = {}) {
      // Pages that require a login stay empty until the browser knows the account.
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.evaluate(finishAnimations);
      expect(await findViolations(visitor, options)).toEqual([]);
    },
  };
}

/** Whether no navigation is under way, and React has rendered the page to which the last one led. */
function isRendered(): boolean {
  const state = window.__reactRouterDataRouter?.state;
  // A page that was only just loaded has no router yet.
  if (state === undefined) return false;
  return state.navigation.state === "idle" && document.documentElement.dataset.ready === state.location.key;
}

/** Waits for running transitions, because axe would measure colours halfway through. */
async function finishAnimations(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
}

declare global {
  interface Window {
    axe: typeof axe;
    /** The router of the site, which React Router leaves there. */
    __reactRouterDataRouter?: {
      navigate(to: string): Promise<void>;
      state: { location: { key: string }; navigation: { state: string } };
    };
  }
}

/** Evaluates axe by the protocol itself, because V8 then compiles it once for all documents of a page. */
async function loadAxe(devTools: CDPSession): Promise<void> {
  const { exceptionDetails } = await devTools.send("Runtime.evaluate", { expression: axeSource });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
}

/** Runs axe and returns each violated rule with its elements. Our pages have no frames. */
async function findViolations(
  { page, devTools }: VisitorPage,
  { rules, isWholePage = false, except }: AccessibilityCheck,
): Promise<string[]> {
  // The script stays as long as the document does.
  if (!(await page.evaluate(() => "axe" in window))) await loadAxe(devTools);
  const runOnly: axe.RunOnly =
    rules === undefined ? { type: "tag", values: axeTags } : { type: "rule", values: [...rules] };
  const selectors = ["dialog[open], [role=dialog], [role=alertdialog]"];
  if (!isWholePage) selectors.push("main, [role=status], [role=alert]");
  return page.evaluate(
    async ([only, parts, excluded]) => {
      const checked = parts.map((part) => [...document.querySelectorAll<HTMLElement>(part)]);
      const [dialogs = []] = checked;
      // Axe rejects a control half covered by the sticky header, or by the bar of unsaved changes, as too small.
      if (dialogs.length === 0) window.scrollTo({ top: 0, behavior: "instant" });
      const bar = document.querySelector<HTMLElement>(".save-bar");
      bar?.style.setProperty("position", "static");
      const part = checked.find(({ length }) => length > 0) ?? [document];
      const { violations } = await window.axe.run(
        { include: part, exclude: excluded },
        {
          runOnly: only,
          resultTypes: ["violations"],
          preload: false,
          selectors: false,
        },
      );
      bar?.style.removeProperty("position");
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [runOnly, selectors, except === undefined ? [] : [except]] as const,
  );
}

/**
 * Returns by how many pixels the page is wider than the viewport. Waits for the web fonts, because fallback fonts may
 * be wider.
 */
export async function measureOverflow(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
