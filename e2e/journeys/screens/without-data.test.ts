import type { Page } from "playwright-core";
import { describe, inject, test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { createPerson } from "../../harness/people.ts";
import {
  checkScreens,
  fanScreens,
  libraryScreens,
  screensOfAccounts,
  studioScreens,
  visitScreensAs,
  visitScreensAsDemo,
} from "./screens.ts";

type Handler = Parameters<Page["route"]>[1];

async function interceptReads(page: Page, handler: Handler): Promise<void> {
  for (const part of ["my", "admin", "claims", "statistics"])
    await page.route(`**/api/v1/${part}/**`, handler);
}

// In one size, because failures and skeletons are laid out alike in both.
describe("screens that fail", () => {
  test.each(screensOfAccounts)("%s", async (_, key, paths) => {
    // Fails as a broken server does, but with a status that is not retried after seconds.
    const visit = await visitScreensAsDemo(key, [/400/]);
    const body = { success: false, code: "X001", message: "", errors: [] };
    await interceptReads(visit.page, (route) => route.fulfill({ status: 400, json: body }));
    await checkScreens(visit, paths, { sizes: [phone] });
  });
});

describe("screens that load", () => {
  test.each(screensOfAccounts)("%s", async (_, key, paths) => {
    const visit = await visitScreensAsDemo(key);
    await interceptReads(visit.page, () => new Promise(() => undefined));
    await checkScreens(visit, paths, { sizes: [phone], isLoading: true });
  });
});

describe("screens of new accounts", () => {
  test.each([
    ["a fan's screens", fanScreens],
    ["a fan's library", libraryScreens],
    ["the studio's forms", studioScreens.forms],
    ["the studio's catalogue", studioScreens.catalogue],
    ["the studio's income", studioScreens.income],
  ])("%s", async (_, paths) => {
    const url = inject("emptyUrl");
    await checkScreens(await visitScreensAs(await createPerson(url), url), paths, { sizes: [desktop] });
  });
});
