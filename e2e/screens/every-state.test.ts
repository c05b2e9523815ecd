import { beforeAll, describe, inject, test } from "vitest";
import { desktop } from "../harness/chromium.ts";
import type { Person } from "../harness/people.ts";
import {
  checkFailingScreen,
  checkLoadingScreen,
  checkScreen,
  createNewAccount,
  screensOfAccounts,
  screensOfNewAccounts,
  visitScreens,
  visitScreensAs,
  visitScreensAsDemo,
} from "./screens.ts";

// In one size, because failures and skeletons are laid out alike in both.
describe.each(screensOfAccounts)("screens of %s that fail", (_, key, paths) => {
  test.each(paths)("%s", async (path) => {
    await checkFailingScreen(key, path);
  });
});

describe.each(screensOfAccounts)("screens of %s that load", (_, key, paths) => {
  test.each(paths)("%s", async (path) => {
    await checkLoadingScreen(key, path);
  });
});

describe("screens of a new account", () => {
  let person: Person & { token: string };
  beforeAll(async () => {
    person = await createNewAccount();
  });

  test.each(screensOfNewAccounts)("%s", async (path) => {
    await checkScreen(await visitScreensAs(person, inject("emptyUrl")), path, { sizes: [desktop] });
  });
});

describe("screens that find nothing", () => {
  test.each(["/wraps?q=nothing+sounds+like+this+xyzzy", "/tag/nothing-has-it", "/door/unknown"])(
    "%s",
    async (path) => {
      await checkScreen(await visitScreens(), path);
    },
  );

  test.each([
    ["fan", "/my/rewards/ticket/8"],
    ["premium", "/my/albums?q=nothing+sounds+like+this+xyzzy"],
    ["admin", "/admin/report/999999"],
  ])("%s: %s", async (key, path) => {
    await checkScreen(await visitScreensAsDemo(key), path);
  });
});
