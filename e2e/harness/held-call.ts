import type { Page } from "playwright-core";

/** Holds back a call of a page, by its method and path below `/api/v1/`. Answers what lets it go on, and later ones at once. */
export async function holdCall(page: Page, method: string, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/v1/${path}`, async (route) => {
    if (route.request().method() === method) await held.promise;
    await route.continue();
  });
  return held.resolve;
}
