import { describe, inject, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import {
  checkFailingScreen,
  checkLoadingScreen,
  checkScreen,
  createNewAccount,
  shareVisitAs,
  visitScreens,
} from "./screens.ts";

describe("a screen", () => {
  test("shows an error with a retry button", async () => {
    await checkFailingScreen("fan", "/my/rewards");
  });

  test("shows placeholder rows while it loads", async () => {
    await checkLoadingScreen("fan", "/my/rewards");
  });

  test("of a visitor shows that nothing was found", async () => {
    await checkScreen(await visitScreens(), "/wraps?q=nothing+sounds+like+this+xyzzy", { sizes: [phone] });
  });

  const visitAsNewcomer = shareVisitAs(async () => (await createNewAccount()).token, {
    url: inject("emptyUrl"),
  });
  test.each([
    ["the first step", "/my/wraps"],
    ["an empty list", "/my/notifications"],
    ["empty sections", "/my/earnings"],
  ])("of a new account shows %s", async (_, path) => {
    await checkScreen(await visitAsNewcomer(), path, { sizes: [phone] });
  });
});
