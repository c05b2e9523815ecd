import { describe, test } from "vitest";
import { expect } from "../harness/expect.ts";
import type { Visit } from "../harness/visit.ts";
import { alarmAnswers, codeAnswers, followerAnswers, payoutAnswers, splitAnswers } from "./answers.ts";
import { checkScreen, screensOfAccounts, shareVisitAsDemo } from "./screens.ts";

describe.each(screensOfAccounts)("screens of %s", (_, key, paths) => {
  const visitScreen = shareVisitAsDemo(key);
  test.each(paths)("%s", async (path) => {
    await checkScreen(await visitScreen(), path);
  });
});

describe("screens of alarms, and of splits that wait for a decision", () => {
  const visitScreen = shareVisitAsDemo("admin", { ...alarmAnswers, ...splitAnswers });
  test.each(["/my/earnings?view=splits", "/my/earnings"])("%s", async (path) => {
    await checkScreen(await visitScreen(), path);
  });

  test("/admin", async () => {
    const visit = await visitScreen();
    await checkScreen(visit, "/admin");
    const status = visit.page.getByRole("region", {
      name: process.env.SCREENS_LOCALE === "es" ? "Estado del sitio" : "State of the site",
    });
    await expect(status.getByRole("listitem")).toHaveCount(8);
  });
});

describe.each([
  ["payouts and what the payment provider requires", "premium", payoutAnswers, ["/my/earnings?view=payouts"]],
  [
    "notifications, followed artists, and an address that emails came back from",
    "fan",
    followerAnswers,
    ["/my/notifications", "/my/library?tab=following", "/my/settings"],
  ],
  [
    "a batch of codes and its sheet",
    "premium",
    codeAnswers,
    ["/my/experiences/1/codes/1", "/my/experiences/1/codes/1/sheet"],
  ],
])("screens of %s", (_, key, answers, paths) => {
  const visitScreen = shareVisitAsDemo(key, answers);
  test.each(paths)("%s", async (path) => {
    await checkScreen(await visitScreen(), path);
  });
});

const visitStudio = shareVisitAsDemo("premium");

// Each with the list, the start of the address, and what follows the item there.
describe.each([
  ["an artist", "/my/artists", "/my/artist/", [""]],
  [
    "a wrap",
    "/my/wraps",
    "/my/wrap/",
    ["", "?tab=assets", "?tab=rewards", "?tab=ownership", "/preview", "/wnft"],
  ],
  ["an album", "/my/albums", "/my/album/", [""]],
  ["an experience", "/my/experiences", "/my/experiences/", ["", "/components", "/mint", "/codes"]],
] as const)("screens of %s in a list", (_, list, start, endings) => {
  let pathname: string | undefined;
  test.each(endings)(`${start}…%s`, async (ending) => {
    const visit = await visitStudio();
    pathname ??= await findFirst(visit, list, start);
    await checkScreen(visit, `${pathname}${ending}`);
  });
});

/** Returns the path to which the first item of a list leads. */
async function findFirst({ page, open, url }: Visit, list: string, start: string): Promise<string> {
  await open(list);
  const link = page.locator(`main a[href^="${start}"]:not([href$="/create"])`).first();
  return new URL((await link.getAttribute("href")) ?? "", url).pathname;
}
