import { test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { demoFan, logIn } from "../../harness/people.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

test("home shows the newest wraps, dapps and featured wraps, searches, and leads to You by a login that says what it is for", async () => {
  const { page, open } = await startVisit();
  await open("/");
  const newest = page.getByRole("region", { name: "Wraps for you" });
  expect(await newest.getByRole("link", { name: /Salt Meridian/ }).count()).toBeGreaterThan(0);
  await expect(newest.locator(".sleeve")).toHaveCount(8);
  await expect(page.getByRole("region", { name: "Dapps for you" }).locator("a.pr")).toHaveCount(8);
  await expect(page.getByText("Featured", { exact: true })).toHaveCount(2);
  await page.getByText("Preview build. Data may not persist.").waitFor();

  // The title has three fifths of its number's size in any window.
  for (const width of [820, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const sizes = await page.getByRole("region", { name: /^Featured wrap/ }).evaluateAll((spreads) =>
      spreads.map((spread) =>
        ["h2", ".no"].map((part) => {
          const element = spread.querySelector(part);
          return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize);
        }),
      ),
    );
    expect(sizes).toHaveLength(2);
    for (const [title = 0, number = 0] of sizes)
      expect(title, String(width)).toBeGreaterThanOrEqual(0.6 * number);
    expect(await measureOverflow(page), String(width)).toBe(0);
  }

  await page.getByPlaceholder("search by song title...").fill("slat meridan");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/wraps\?q=slat/);
  await expect(page.locator(".sleeve").first()).toContainText("Salt Meridian");
  await page.goBack();

  const start = page.getByRole("link", { name: "Get started" });
  await expect(start).toHaveAttribute("href", "/you");
  await start.click();
  await page.waitForURL(/\/login\?sr=YOU$/);
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

test("in small windows, home says what the site is, with title and Play above the fold, and fits 320 pixels", async () => {
  const { page, open } = await startVisit(phone);
  await open("/");
  const about = page.getByText("Listen, earn points, and redeem them for rewards and artwork of your own.");
  await expect(about.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", /^\/signup/);
  const spread = page.getByRole("region", { name: /^Featured wrap 1/ });
  // The first window is a laptop at a zoom of 200 %.
  for (const size of [{ width: 720, height: 450 }, phone, desktop]) {
    await page.setViewportSize(size);
    const player = await page.getByRole("region", { name: "Player" }).boundingBox();
    // Other windows show the whole spread.
    const whole = size.height > 450 ? [spread] : [];
    const parts = [spread.getByRole("heading"), spread.getByRole("button", { name: /^Play/ }), ...whole];
    for (const part of parts) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), String(size.width)).toBeLessThanOrEqual(player?.y ?? 0);
    }
  }
  // Phones show the whole cover.
  await page.setViewportSize(phone);
  const cover = await spread.getByRole("img").boundingBox();
  expect(cover?.width).toBe(cover?.height);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
});
