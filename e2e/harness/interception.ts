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

/**
 * Pauses the page's timers of exactly this many milliseconds, such as the one that hides a toast, however long a slow
 * machine takes. Returns a function that releases them; later timers run as usual.
 */
export async function pauseTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.evaluate((pausedMs) => {
    const { setTimeout: start, clearTimeout: cancel } = window;
    const paused = new Map<number, () => void>();
    const maxDelayMs = 2 ** 31 - 1;
    const setPausable = (call: () => void, delayMs?: number, ...args: unknown[]) => {
      if (delayMs !== pausedMs) return start(call, delayMs, ...args);
      const id = start(() => undefined, maxDelayMs);
      paused.set(id, call);
      return id;
    };
    const clearPausable = (id: number | undefined) => {
      if (id !== undefined) paused.delete(id);
      cancel(id);
    };
    Object.assign(window, { setTimeout: setPausable, clearTimeout: clearPausable });
    const release = () => {
      Object.assign(window, { setTimeout: start });
      for (const call of paused.values()) start(call);
      paused.clear();
    };
    window.addEventListener("letgo", release, { once: true });
  }, milliseconds);
  return () => page.evaluate(() => void window.dispatchEvent(new Event("letgo")));
}
