import type { Page } from "playwright-core";

/**
 * Holds back what the page does by itself after just so many milliseconds, such as taking back what it said, however long it
 * is looked at meanwhile. Answers what lets it go on; from then on such timers run as usual.
 */
export async function pauseTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.evaluate((wait) => {
    const { setTimeout: begin, clearTimeout: end } = window;
    const held = new Map<number, () => void>();
    const longest = 2 ** 31 - 1;
    const holding = (call: () => void, after?: number, ...given: unknown[]) => {
      if (after !== wait) return begin(call, after, ...given);
      const id = begin(() => undefined, longest);
      held.set(id, call);
      return id;
    };
    const ending = (id: number | undefined) => {
      if (id !== undefined) held.delete(id);
      end(id);
    };
    Object.assign(window, { setTimeout: holding, clearTimeout: ending });
    const letGo = () => {
      Object.assign(window, { setTimeout: begin });
      for (const call of held.values()) begin(call);
      held.clear();
    };
    window.addEventListener("letgo", letGo, { once: true });
  }, milliseconds);
  return () => page.evaluate(() => void window.dispatchEvent(new Event("letgo")));
}
