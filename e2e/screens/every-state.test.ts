import type { Page } from "playwright-core";
import { beforeAll, describe, inject, test } from "vitest";
import { desktop, phone } from "../harness/chromium.ts";
import { createPerson, createToken, type Person } from "../harness/people.ts";
import {
  checkScreen,
  screensOfAccounts,
  screensOfNewAccounts,
  visitScreensAs,
  visitScreensAsDemo,
} from "./screens.ts";

type Handler = Parameters<Page["route"]>[1];

async function interceptReads(page: Page, handler: Handler): Promise<void> {
  for (const part of ["my", "admin", "claims", "statistics"])
    await page.route(`**/api/v1/${part}/**`, handler);
}

// In one size, because failures and skeletons are laid out alike in both.
describe.each(screensOfAccounts)("screens of %s that fail", (_, key, paths) => {
  test.each(paths)("%s", async (path) => {
    // Fails as a broken server does, but with a status that is not retried after seconds.
    const visit = await visitScreensAsDemo(key, [/400/]);
    const body = { success: false, code: "X001", message: "", errors: [] };
    await interceptReads(visit.page, (route) => route.fulfill({ status: 400, json: body }));
    await checkScreen(visit, path, { sizes: [phone] });
  });
});

describe.each(screensOfAccounts)("screens of %s that load", (_, key, paths) => {
  test.each(paths)("%s", async (path) => {
    const visit = await visitScreensAsDemo(key);
    await interceptReads(visit.page, () => new Promise(() => undefined));
    await checkScreen(visit, path, { sizes: [phone], isLoading: true });
  });
});

describe("screens of a new account", () => {
  let person: Person & { token: string };
  beforeAll(async () => {
    const url = inject("emptyUrl");
    const created = await createPerson(url);
    person = { ...created, token: await createToken(url, created) };
  });

  test.each(screensOfNewAccounts)("%s", async (path) => {
    await checkScreen(await visitScreensAs(person, inject("emptyUrl")), path, { sizes: [desktop] });
  });
});
