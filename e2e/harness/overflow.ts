import type { Page } from "playwright-core";

/** By how many pixels the page is wider than the screen, in its own letters: those that stand in for them may be wider. */
export async function measureOverflow(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
