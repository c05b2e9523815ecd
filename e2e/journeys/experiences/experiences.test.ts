import type { Page } from "playwright-core";
import { test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const badge = (page: Page) => page.getByRole("link", { name: /wNFT Issued/ });

test("the list leads to an experience, to its artworks and their rarity; a private one says how to join it, one that has ended what is left", async () => {
  const { page, open, follow } = await startVisit();
  await open("/experiences");
  const rows = page.locator("a.pr");
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText("Tide Tables");
  for (const state of ["Active", "Completed", "Upcoming"]) {
    expect(await rows.filter({ hasText: state }).count(), state).toBeGreaterThan(0);
  }
  await rows.first().click();
  await page.waitForURL(/\/experiences\/tide-tables$/);
  // No public explorer has the local chain.
  await page.getByText("wNFT Issued").waitFor();
  await expect(badge(page)).toHaveCount(0);
  await expect(page.locator(".hero").getByText(/^\$6(\.00)?$/)).toHaveCount(1);
  await page.getByRole("tab", { name: /Participants/ }).click();
  await page.waitForURL(/tab=participants/);
  await expect(page.getByRole("tabpanel").locator("img")).toHaveCount(12);
  await page.getByRole("link", { name: /All 24/ }).click();
  await page.waitForURL(/\/experiences\/tide-tables\/nft/);
  await page.getByRole("main").locator("a[href*='/participant/']").first().click();
  await page.waitForURL(/\/participant\/\d+/);
  await page
    .locator(".hero-facts")
    .getByText(/^No\. \d+ of 24$/)
    .waitFor();
  await page.getByRole("button", { name: "Play Salt Meridian" }).first().waitFor();
  await expect(page.locator(".art-traits .part")).toHaveCount(8);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

  await follow("/experiences/slow-fast-slow-fast?tab=access");
  const reward = page
    .getByRole("tabpanel")
    .getByRole("link")
    .filter({ hasText: /reward/i })
    .first();
  await expect(reward).toHaveAttribute("href", /\/wrap\/saturday-was-a-rumour\?tab=3/);
  await follow("/experiences/machine-room-keys");
  await expect(badge(page)).toHaveAttribute("href", /^https:\/\/polygonscan\.com\//);
  const hero = page.locator(".hero");
  await expect(hero.getByText(/Completed|Expired/)).toHaveCount(1);
  for (const fact of ["Earned", /^Was \$/]) await expect(hero.getByText(fact)).toHaveCount(1);
  await expect(hero.locator(".hero-do > *").first()).toHaveText(/See its \d+ artworks/);
});

test("on a phone, an experience opens at a linked tab, and Participate stays above the player", async () => {
  const { page, open } = await startVisit(phone);
  await open("/experiences/tide-tables?tab=access");
  const tab = page.getByRole("tab", { selected: true });
  await expect(tab).toBeInViewport();
  // The row of tabs is wider than the phone.
  const isInSight = () =>
    tab.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= document.documentElement.clientWidth;
    });
  await expect.poll(isInSight).toBe(true);
  expect(await page.evaluate(() => window.scrollX)).toBe(0);

  await open("/experiences/tide-tables");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const participate = page.getByRole("link", { name: /^Participate/ });
  // All facts stand above it.
  const facts = await page.getByText("wNFT Issued").boundingBox();
  expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThan((await participate.boundingBox())?.y ?? 0);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(participate).toBeInViewport({ ratio: 1 });
  await expect(participate).toContainText("$6");
  // The end of the page is not behind it.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = await page.getByRole("contentinfo").boundingBox();
  const button = await participate.boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((button?.y ?? 0) + 1);
  // The tabs scroll under it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const tabs = await page.getByRole("tablist").boundingBox();
  await page.evaluate((top) => window.scrollTo(0, top), (tabs?.y ?? 0) - (button?.y ?? 0));
  await participate.click({ trial: true });
});
