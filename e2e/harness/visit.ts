import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { desktop, launchChromium, newVisitorContext, type Screen } from "./chromium.ts";

/** One browser for all files of a worker, closed by Playwright when the worker ends; each test has a context of its own. */
let sharedBrowser: Promise<Browser> | undefined;

/** Milliseconds that are waited for what a page is to show: a machine that does much else beside takes its time. */
const timeoutMs = 60_000;

/** Every page is set in the letters that its head preloads; how soon it is drawn with them is up to the machine. */
const latePreload = /\/archivo-[^/]*\.woff2 was preloaded using link preload but not used/;

const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export type Visit = {
  page: Page;
  url: string;
  /** Opens an address of the site and waits until it reacts to its reader. */
  open(path: string): Promise<void>;
  /** Fails when axe finds anything on the page as it is now; `rules` narrows what it looks for. */
  expectAccessible(rules?: readonly string[]): Promise<void>;
};

/**
 * A reader who has never been here, on a screen of their own. Whatever the console says as a warning or an error, and
 * every uncaught error, fails the test in the end, unless it was announced by `allowed`.
 */
export async function startVisit(
  screen: Screen = desktop,
  allowed: readonly RegExp[] = [],
  url: string = inject("siteUrl"),
): Promise<Visit> {
  sharedBrowser ??= launchChromium();
  const reader = await newVisitorContext(await sharedBrowser, screen);
  reader.setDefaultTimeout(timeoutMs);
  const page = await reader.newPage();
  const consoleProblems: string[] = [];
  page.on("pageerror", (error) => consoleProblems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") consoleProblems.push(message.text());
  });
  onTestFinished(async () => {
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
      // Pages behind the log-in begin empty, until the browser knows who reads them.
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.evaluate(finishAnimations);
      expect(await findViolations(page, rules)).toEqual([]);
    },
  };
}

/** Colours that are just changing, as under a pointer where the page has moved, are nobody's to read yet. */
async function finishAnimations(): Promise<void> {
  const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What axe finds: the rules that are broken, each with where. Our pages have no frames, so it looks at the page alone. */
async function findViolations(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  // It stays as long as the document does.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly =
    rules === undefined ? { type: "tag", values: axeTags } : { type: "rule", values: [...rules] };
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { runOnly: only, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, runOnly);
}
