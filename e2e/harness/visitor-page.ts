import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, CDPSession, Disposable, Page } from "playwright-core";
import { ACTION_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { launchChromium, mediaOf, openContext, type Screen } from "./chromium.ts";

/** Failed tests leave a screenshot and a trace here (`npx playwright-core show-trace FILE`). */
const resultsDir = fileURLToPath(new URL("../../test-results/", import.meta.url));

/** Of file names, which may have 255 characters. */
const MAX_TRACE_NAME_LENGTH = 220;

/** Each idle page is a process with about 100 MB. */
const MAX_IDLE_PAGES = 4;

/** A page in a browser context of its own, as a first-time visitor of one site has it. */
export type VisitorPage = {
  key: string;
  page: Page;
  screen: Screen;
  /** A document of the site without scripts: the place for setting and clearing its storage. */
  blankUrl: string;
  /** Whether a test changed what cannot be undone, such as the clock. */
  isAltered: boolean;
  /** Scripts that a test runs before those of the page, and its functions there. */
  added: Disposable[];
  devTools: CDPSession;
};

/** The browser for all files of a worker, closed by Playwright when the worker ends. */
let sharedBrowser: Promise<Browser> | undefined;

/** Events that the harness and the journeys listen to. */
const pageEvents = ["console", "dialog", "download", "pageerror", "request", "response"] as const;

/** Pages of finished visits, oldest first. */
const idlePages: VisitorPage[] = [];

/**
 * Takes a page that a finished visit left, because a new renderer process costs 0.4 seconds of processor time, or opens
 * one. Cookies, storage, permissions and history are empty; the HTTP cache is not.
 */
export async function takePage(url: string, screen: Screen): Promise<VisitorPage> {
  const key = JSON.stringify([url, screen.locale]);
  const index = screen.hasEmptyCache === true ? -1 : idlePages.findIndex((idle) => idle.key === key);
  const [visitor = await openPage(key, url, screen)] = index === -1 ? [] : idlePages.splice(index, 1);
  visitor.screen = screen;
  await applyScreen(visitor.page, screen);
  await visitor.page.context().tracing.startChunk();
  return visitor;
}

async function applyScreen(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize({ width: screen.width, height: screen.height });
  await page.emulateMedia({ ...mediaOf(screen), media: null, forcedColors: null });
}

/** Resets a page for the next visit. Closes it if that is not possible. */
export async function returnPage(visitor: VisitorPage): Promise<void> {
  const { page, screen } = visitor;
  const context = page.context();
  if (visitor.isAltered || screen.hasEmptyCache === true || page.isClosed()) return context.close();
  try {
    // Without a name, Playwright's own listeners would go too.
    for (const event of pageEvents) page.removeAllListeners(event);
    for (const added of visitor.added.splice(0)) await added.dispose();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.tracing.stopChunk();
    await context.setOffline(false);
    await page.goto(visitor.blankUrl);
    await page.evaluate(clearStorage);
    await context.clearCookies();
    await context.clearPermissions();
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    await visitor.devTools.send("Page.resetNavigationHistory");
    idlePages.push(visitor);
  } catch {
    // For example because the page crashed or its program has stopped.
    await context.close();
  }
  if (idlePages.length > MAX_IDLE_PAGES) await idlePages.shift()?.page.context().close();
}

async function openPage(key: string, url: string, screen: Screen): Promise<VisitorPage> {
  sharedBrowser ??= launchChromium();
  const context = await openContext(await sharedBrowser, screen);
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  await context.tracing.start({ snapshots: process.env.TRACE_SNAPSHOTS === "1" });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const visitor = {
    key,
    page,
    screen,
    blankUrl: `${url}/favicon.svg`,
    isAltered: false,
    added: [],
    devTools,
  };
  watchAlterations(visitor);
  await page.goto(visitor.blankUrl);
  return visitor;
}

/** Records what a test changes, so that its end can undo it or close the page, and gives further pages the screen of the visit. */
function watchAlterations(visitor: VisitorPage): void {
  const { page } = visitor;
  const context = page.context();
  const recordAddition =
    <Args extends unknown[]>(method: (...args: Args) => Promise<Disposable>) =>
    async (...args: Args): Promise<Disposable> => {
      const added = await method(...args);
      visitor.added.push(added);
      return added;
    };
  const openOtherPage = context.newPage.bind(context);
  const watch =
    <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      visitor.isAltered = true;
      return method(...args);
    };
  Object.assign(page, {
    addInitScript: recordAddition(page.addInitScript.bind(page)),
    exposeFunction: recordAddition(page.exposeFunction.bind(page)),
  });
  Object.assign(page.clock, { install: watch(page.clock.install.bind(page.clock)) });
  Object.assign(context, {
    newCDPSession: watch(context.newCDPSession.bind(context)),
    async newPage() {
      const other = await openOtherPage();
      await applyScreen(other, visitor.screen);
      return other;
    },
  });
}

async function clearStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
}

/** Saves a trace of a visit and a screenshot of each of its pages. `title` is unique among all visits of a run. */
export async function saveTrace(context: BrowserContext, title: string): Promise<void> {
  const name = title.replaceAll(/\W+/g, "-").slice(-MAX_TRACE_NAME_LENGTH);
  for (const [index, page] of context.pages().entries())
    await page.screenshot({ path: join(resultsDir, `${name}-${index}.png`) }).catch(() => undefined);
  await context.tracing.stopChunk({ path: join(resultsDir, `${name}.zip`) }).catch(() => undefined);
}
