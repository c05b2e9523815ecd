import type { Page } from "playwright-core";

/** Holds back a call of a page, by its method and path below `/api/v1/`. Answers what lets it go on, and later ones at once. */
export async function pauseCall(page: Page, method: string, path: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/v1/${path}`, async (route) => {
    if (route.request().method() === method) await released.promise;
    await route.continue();
  });
  return released.resolve;
}
