import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { type BrowserKind, desktop, launchChromium, newVisitorContext, type Screen } from "./chromium.ts";

/** Browsers for all files of a worker, closed by Playwright when the worker ends. Each test has its own context. */
const sharedBrowsers: { [Kind in BrowserKind]?: Promise<Browser> } = {};

/** Time limit of waiting for an element. Pages that wait for a payment or an artwork poll every 20 seconds at most. */
const ELEMENT_TIMEOUT_MS = 25_000;

/** For changes by a queued job, a webhook, a block or an audio analysis, which may queue behind those of other tests. */
export const backgroundTimeout = { timeout: 30_000 };

/** Failed tests leave a screenshot and a trace here (`npx playwright show-trace FILE`). */
const resultsDir = fileURLToPath(new URL("../../test-results/", import.meta.url));

/** Every page preloads its font; a slow machine may use it later than Chromium expects. */
const latePreload = /\/archivo-[^/]*\.woff2 was preloaded using link preload but not used/;

const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export type Visit = {
  page: Page;
  url: string;
  /** Opens a path of the site and waits until the page is interactive. */
  open(path: string): Promise<void>;
  /** Fails if axe finds violations on the current page; `rules` restricts the check. */
  expectAccessible(rules?: readonly string[]): Promise<void>;
};

/**
 * Starts a visit of a first-time visitor in a new browser context. Any console warning, console error or uncaught
 * error fails the test at its end unless `allowed` matches it.
 */
export async function startVisit(
  screen: Screen = desktop,
  allowed: readonly RegExp[] = [],
  url: string = inject("siteUrl"),
): Promise<Visit> {
  const kind = screen.hasCamera === true ? "full" : "shell";
  sharedBrowsers[kind] ??= launchChromium(kind);
  const reader = await newVisitorContext(await sharedBrowsers[kind], screen);
  reader.setDefaultTimeout(ELEMENT_TIMEOUT_MS);
  await reader.tracing.start({ snapshots: process.env.TRACE_SNAPSHOTS === "1" });
  const page = await reader.newPage();
  const consoleProblems: string[] = [];
  page.on("pageerror", (error) => consoleProblems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") consoleProblems.push(message.text());
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await saveTrace(reader, task.name);
    await reader.close();
    const expected = [latePreload, ...allowed];
    expect(consoleProblems.filter((text) => !expected.some((form) => form.test(text)))).toEqual([]);
  });
  return {
    page,
    url,
    async open(path) {
      await page.goto(`${url}${path}`, { waitUntil: "load" });
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
    },
    async expectAccessible(rules) {
      // Pages that require a login stay empty until the browser knows the account.
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.evaluate(finishAnimations);
      expect(await findViolations(page, rules)).toEqual([]);
    },
  };
}

/** Saves a trace of a visit and a screenshot of each of its pages. */
async function saveTrace(context: BrowserContext, testName: string): Promise<void> {
  const name = `${testName.replaceAll(/\W+/g, "-").slice(0, 80)}-${Date.now()}`;
  for (const [index, page] of context.pages().entries())
    await page.screenshot({ path: join(resultsDir, `${name}-${index}.png`) }).catch(() => undefined);
  await context.tracing.stop({ path: join(resultsDir, `${name}.zip`) }).catch(() => undefined);
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
  }
}

/**
 * Runs axe and returns each violated rule with its elements. Our pages have no frames, so only the page itself is
 * checked.
 */
async function findViolations(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  // The script stays as long as the document does.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly =
    rules === undefined ? { type: "tag", values: axeTags } : { type: "rule", values: [...rules] };
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { runOnly: only, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, runOnly);
}

/**
 * Returns by how many pixels the page is wider than the viewport. Waits for the web fonts, because fallback fonts may
 * be wider.
 */
export async function measureOverflow(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
