import { describe, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { demoFan, logIn } from "../harness/people.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

describe("home", () => {
  test("shows the eight newest wraps, eight dapps and two featured wraps", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const newest = page.getByRole("region", { name: "Wraps for you" });
    expect(await newest.getByRole("link", { name: /Salt Meridian/ }).count()).toBeGreaterThan(0);
    await expect(newest.locator(".sleeve")).toHaveCount(8);
    await expect(page.getByRole("region", { name: "Dapps for you" }).locator("a.pr")).toHaveCount(8);
    await expect(page.getByText("Featured wrap")).toHaveCount(2);
  });

  test("says what the site is, with title and Play above the fold of a phone", async () => {
    const { page, open } = await startVisit(phone);
    await open("/");
    await page.getByText("Songs to hear, artwork to own, rewards to earn.").waitFor();
    const spread = page.getByRole("region", { name: /^Featured wrap 1/ });
    const player = await page.getByRole("region", { name: "Player" }).boundingBox();
    for (const part of [spread.getByRole("heading"), spread.getByRole("button", { name: /^Play/ })]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(player?.y ?? 0);
    }
  });

  test.each([820, 1440, 1920])(
    "shows the title in three fifths of its number's size at %i",
    async (width) => {
      const { page, open } = await startVisit({ width, height: 900 });
      await open("/");
      const sizes = await page.getByRole("region", { name: /^Featured wrap/ }).evaluateAll((spreads) =>
        spreads.map((spread) =>
          ["h2", ".no"].map((part) => {
            const element = spread.querySelector(part);
            return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize);
          }),
        ),
      );
      expect(sizes).toHaveLength(2);
      for (const [title = 0, number = 0] of sizes) expect(title).toBeGreaterThanOrEqual(0.6 * number);
      expect(await measureOverflow(page)).toBe(0);
    },
  );

  test("searches for wraps that sound like the query", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await page.getByPlaceholder("search by song title...").fill("slat meridan");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/wraps\?q=slat/);
    await page
      .getByRole("link", { name: /Salt Meridian/ })
      .first()
      .waitFor();
  });

  test("links Get started to You, by a login that says what it is for", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const start = page.getByRole("link", { name: "Get started" });
    await expect(start).toHaveAttribute("href", "/you");
    await start.click();
    await page.waitForURL(/\/login\?for=start$/);
    await page.getByText("Log in or sign up to get started.").waitFor();
    await expect(page.getByText("no session was detected.")).toHaveCount(0);
    // Streaming services come first.
    const ways = page.getByRole("main").getByRole("link", { name: /^Continue with/ });
    await ways.first().focus();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel(/^Username/)).toBeFocused();
    await logIn(page, demoFan);
    await page.waitForURL(/\/you$/);
  });

  test("warns that a preview may lose its data", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await page.getByText("Preview build. Data may not persist.").waitFor();
  });
});

test.each(["/", "/wrap/six-ways-to-leave-a-harbour", "/experiences/tide-tables", "/wraps"])(
  "%s fits a screen 320 pixels wide",
  async (path) => {
    const { page, open } = await startVisit({ width: 320, height: 640 });
    await open(path);
    expect(await measureOverflow(page)).toBe(0);
  },
);
