import type { Page } from "playwright-core";

/**
 * Returns by how many pixels the page is wider than the viewport. Waits for the web fonts, because fallback fonts may
 * be wider.
 */
export async function measureOverflow(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
