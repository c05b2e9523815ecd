import { expect } from "@playwright/test";
import { describe, test } from "vitest";
import { alarmAnswers, codeAnswers, followerAnswers, payoutAnswers, splitAnswers } from "./answers.ts";
import { answerReads, checkScreens, screensOfAccounts, visitScreensAsDemo } from "./screens.ts";

/** Screens of one item of a list: the list, the start of the address, and what follows it. */
const itemScreens = {
  "an artist": ["/my/artists", "/my/artist/", [""]],
  "a wrap": [
    "/my/wraps",
    "/my/wrap/",
    ["", "?tab=assets", "?tab=rewards", "?tab=ownership", "/preview", "/wnft"],
  ],
  "an album": ["/my/albums", "/my/album/", [""]],
  "an experience": ["/my/experiences", "/my/experiences/", ["", "/components", "/mint", "/codes"]],
} as const;

describe("the screens of accounts", () => {
  test.each(screensOfAccounts)("%s", async (_, key, paths) => {
    await checkScreens(await visitScreensAsDemo(key), paths);
  });

  test("the administration with alarms", async () => {
    const visit = await visitScreensAsDemo("admin");
    await answerReads(visit, alarmAnswers);
    await checkScreens(visit, ["/admin"]);
    const status = visit.page.getByRole("region", {
      name: process.env.SCREENS_LOCALE === "es" ? "Estado del sitio" : "State of the site",
    });
    await expect(status.getByRole("listitem")).toHaveCount(8);
  });

  test.each([
    [
      "payouts and what the payment provider requires",
      "premium",
      payoutAnswers,
      ["/my/earnings?view=payouts"],
    ],
    [
      "notifications, followed artists, and an address that emails came back from",
      "fan",
      followerAnswers,
      ["/my/notifications", "/library?tab=following", "/my/settings"],
    ],
    [
      "splits that wait for a decision",
      "admin",
      splitAnswers,
      ["/my/earnings?view=splits", "/my/earnings", "/admin"],
    ],
    [
      "a batch of codes and its sheet",
      "premium",
      codeAnswers,
      ["/my/experiences/1/codes/1", "/my/experiences/1/codes/1/sheet"],
    ],
  ])("%s", async (_, key, answers, paths) => {
    const visit = await visitScreensAsDemo(key);
    await answerReads(visit, answers);
    await checkScreens(visit, paths);
  });

  test.each(Object.entries(itemScreens))("%s", async (_, [list, start, endings]) => {
    const visit = await visitScreensAsDemo("premium");
    await visit.open(list);
    const link = visit.page.locator(`main a[href^="${start}"]:not([href$="/create"])`).first();
    const { pathname } = new URL((await link.getAttribute("href")) ?? "", visit.url);
    await checkScreens(
      visit,
      endings.map((ending) => `${pathname}${ending}`),
    );
  });
});
