import type { Locator } from "playwright-core";
import { test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { pauseTimers } from "../../harness/interception.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

test("a wrap opened by number from a shared link shows its details, lyrics and tabs, and is shared", async () => {
  const { page, open, url } = await startVisit();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await open("/wrap/247?inc=Ab3dEf6hIj9kLm2n");
  await page.getByRole("heading", { level: 1, name: "Salt Meridian" }).waitFor();
  for (const text of ["T-304.118.692-5", "PT-SM1-26-00417", "Cartas de Maré", "Rui Salvaterra", "62.50"]) {
    await page.getByText(text).first().waitFor();
  }
  await expect(page.getByRole("link", { name: "View transaction on blockchain explorer" })).toHaveAttribute(
    "href",
    /^https:\/\/lineascan\.build\/tx\/0x/,
  );
  const last = page.getByText("põe o sal na minha mão").first();
  await expect(last).toBeHidden();
  await page.getByRole("button", { name: "Show all lyrics" }).click();
  await last.waitFor();
  await page.getByRole("button", { name: "Show fewer lyrics" }).click();
  await last.waitFor({ state: "hidden" });

  // The URL keeps the selected tab.
  const panel = page.getByRole("tabpanel");
  await page.getByRole("tab", { name: /Rewards/ }).click();
  await page.waitForURL(/tab=3/);
  await page.getByText("Lathe-cut 7-inch, signed").first().waitFor();
  await expect(panel.getByRole("link", { name: "Log in to earn points" })).toHaveAttribute(
    "href",
    /^\/login/,
  );
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/tab=2/);
  await page.getByText("Streaming on an external music streaming service grants no points.").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/tab=1/);
  await expect(panel.getByRole("link", { name: /Tide Tables/ }).first()).toHaveAttribute(
    "href",
    "/experiences/tide-tables",
  );

  // Shares with the id of this visitor, not with that of the link.
  const visitor = await page.evaluate(() => localStorage.getItem("wrapsody-wrap-per"));
  expect(visitor).toMatch(/^[A-Za-z0-9]{16}$/);
  // The toast disappears after some seconds.
  await pauseTimers(page, 4_000);
  await page.getByRole("button", { name: "Share" }).first().click();
  await page.getByText("Link copied").first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${url}/wrap/salt-meridian?inc=${visitor}`);

  // Every URL without a sharer gets the one that brought the visitor.
  await page.getByRole("link", { name: "Dapps" }).first().click();
  await page.waitForURL(/\/experiences\?.*inc=Ab3dEf6hIj9kLm2n/);
});

test("a wrap opens at its tabs on a phone if the link names one", async () => {
  const { page, open } = await startVisit(phone);
  await open("/wrap/salt-meridian?tab=3");
  await expect(page.getByRole("tab", { selected: true, name: /Rewards/ })).toBeInViewport();
  await open("/wrap/salt-meridian");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole("link", { name: /^Earn points · \d+ rewards$/ }).press("Enter");
  await expect(page.getByRole("tab", { selected: true, name: /Rewards/ })).toBeInViewport();
});

const windows = [phone, { width: 720, height: 450 }, { width: 1024, height: 768 }, desktop];

const heads = [
  // A cover of its own ground, and a long name.
  ["/wrap/glass-mango", [/^(Play|Pause)/, "Share"]],
  ["/wrap/six-ways-to-leave-a-harbour", [/^(Play|Pause)/, "Share"]],
  // Without and with phases.
  ["/experiences/tide-tables", ["Participate", /^(Play|Pause)/, "Share"]],
  ["/experiences/moth-register", ["Notify me", /^(Play|Pause)/, "Share"]],
  ["/album/accounts-payable", [/^(Play|Pause)/, "Share"]],
  ["/artist/ines-corvacho", [/^(Play|Pause)/, /^Follow/, "Share"]],
] as const;

test("the heads of wraps, experiences, albums and artists show picture, title and actions above the fold, and their tabs lead to their panels", async () => {
  const { page, open, follow } = await startVisit(phone);
  const hero = page.locator(".hero");
  const boxOf = async (part: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return { x, y, width, height, right: x + width, bottom: y + height };
  };
  const player = page.getByRole("region", { name: "Player" });
  const foldOf = async (height: number) => ((await player.count()) > 0 ? (await boxOf(player)).y : height);
  for (const [at, [path, actions]] of heads.entries()) {
    await page.setViewportSize(phone);
    await (at === 0 ? open(path) : follow(path));
    for (const { width, height } of windows) {
      await page.setViewportSize({ width, height });
      const inWindow = `${path} in ${width} by ${height}`;
      const fold = await foldOf(height);
      const art = await boxOf(hero.getByRole("img").first());
      const title = await boxOf(hero.getByRole("heading", { level: 1 }));
      expect(art.width, inWindow).toBeCloseTo(art.height, 0);
      expect(art.height, inWindow).toBeLessThanOrEqual(Math.min(width, 0.55 * height) + 1);
      expect(art.bottom, inWindow).toBeLessThanOrEqual(fold);
      expect(title.bottom, inWindow).toBeLessThanOrEqual(fold);
      const isBeside = width >= 560;
      if (isBeside) expect(title.x, inWindow).toBeGreaterThanOrEqual(art.right);
      else expect(title.y, inWindow).toBeGreaterThanOrEqual(art.bottom);
      for (const name of actions) {
        const role = name === "Participate" || name === "Notify me" ? "link" : "button";
        const action = await boxOf(hero.getByRole(role, { name }).first());
        expect(action.y, `${name} in ${inWindow}`).toBeGreaterThanOrEqual(title.bottom);
        expect(action.bottom, `${name} in ${inWindow}`).toBeLessThanOrEqual(fold + 1);
      }
      // Nothing of the panel's colour shows below a picture beside the text and its hatching.
      const hatching = await hero
        .locator("figure")
        .evaluate((figure) => Number.parseFloat(getComputedStyle(figure, "::after").height) || 0);
      const below = hero.locator(".hero-facts");
      if (isBeside && (await below.count()) > 0)
        expect((await boxOf(below)).y - art.bottom - hatching, `strip in ${inWindow}`).toBeLessThanOrEqual(1);
      expect(await measureOverflow(page), inWindow).toBe(0);
    }
    const panel = page.getByRole("tabpanel");
    if ((await panel.count()) > 0) {
      expect((await foldOf(desktop.height)) - (await boxOf(panel)).y).toBeGreaterThanOrEqual(160);
      const tab = page.getByRole("tab").last();
      await tab.click();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      const row = page.getByRole("tablist");
      await expect
        .poll(async () => (await boxOf(row)).y)
        .toBeCloseTo((await boxOf(page.getByRole("banner"))).bottom, 0);
      expect((await boxOf(panel)).y).toBeCloseTo((await boxOf(row)).bottom, 0);
      expect(await tab.evaluate((element) => element.matches(":focus-visible"))).toBe(false);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await measureOverflow(page)).toBe(0);
  }
});

test("a cover grows into the head of its page, and nothing moves if the reader prefers reduced motion", async () => {
  const { page, open } = await startVisit({ ...desktop, reducedMotion: "no-preference" });
  // The featured wrap has a second cover among the newest.
  await open("/");
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...options) => {
      const { dataset } = document.documentElement;
      const names = [...document.images].map((image) => getComputedStyle(image).viewTransitionName);
      dataset.transitions = String(Number(dataset.transitions ?? 0) + 1);
      dataset.covers = String(names.filter((name) => name === "cover").length);
      return start(...options);
    };
  });
  const expectTransitions = async (count: number) => {
    await expect(page.locator("html")).toHaveAttribute("data-transitions", String(count));
    await expect(page.locator("html")).toHaveAttribute("data-covers", "1");
  };
  const openWrap = async (name: string) => {
    await page
      .getByRole("link", { name: new RegExp(name) })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };
  const longestMove = () =>
    page.evaluate(() => {
      const durations = [...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return `${transitionDuration}, ${animationDuration}`.split(", ").map(Number.parseFloat);
      });
      return Math.max(...durations);
    });
  expect(await longestMove()).toBeGreaterThan(0);
  await openWrap("Quiet Machinery");
  await expectTransitions(1);
  await openWrap("Concrete Lullaby");
  await expectTransitions(2);
  const moveMs = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--move")),
  );
  expect(moveMs).toBeLessThanOrEqual(180);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Wraps/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Latest wraps" }).waitFor();
  expect(await longestMove()).toBe(0);
  await openWrap("Salt Meridian");
  await expectTransitions(2);
});
