import type { Page } from "playwright-core";

/**
 * Pauses calls of a page, by method and path below `/api/v1/`. Returns a function that releases them; later calls are
 * not paused.
 */
export async function pauseCall(page: Page, method: string, path: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/v1/${path}`, async (route) => {
    if (route.request().method() === method) await released.promise;
    await route.continue();
  });
  return released.resolve;
}
