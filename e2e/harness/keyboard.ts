import type { Locator, Page } from "playwright-core";

export type FocusStop = { name: string; area: string; ring: boolean; seen: boolean };

/** Reads which element has the focus, whether a focus ring shows it and whether nothing covers it. */
export const readFocus = (page: Page) =>
  page.evaluate((): FocusStop | undefined => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return undefined;
    const area = focused.closest(".skip, header, .side, main, footer, .player");
    const ringed = [focused, focused.parentElement, focused.parentElement?.parentElement].some((element) => {
      if (element === null || element === undefined) return false;
      const { outlineStyle, outlineWidth, borderStyle, borderWidth } = getComputedStyle(element);
      return (
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        (borderStyle !== "none" && Number.parseFloat(borderWidth) >= 3)
      );
    });
    const { left, top, width, height } = focused.getBoundingClientRect();
    // A panel may be taller than the viewport: then its middle is checked.
    const middle = height > window.innerHeight ? window.innerHeight / 2 : top + Math.min(height / 2, 24);
    const above = document.elementFromPoint(left + width / 2, middle);
    return {
      name: focused.getAttribute("aria-label") ?? focused.textContent ?? "",
      area: area?.className.split(" ")[0] || area?.tagName.toLowerCase() || "",
      ring: ringed,
      seen: above !== null && (focused.contains(above) || above.contains(focused)),
    };
  });

/**
 * Waits for an element and presses Tab until it has the focus. Looks for it again only if the page has replaced it, because that
 * computes the names of all elements of its role, which costs more than the key.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  let element = await target.elementHandle();
  for (let presses = 0; presses < 150; presses += 1) {
    const state = await element?.evaluate((each) => {
      if (!each.isConnected) return "replaced";
      return each === document.activeElement ? "focused" : "elsewhere";
    });
    if (state === "focused") return;
    if (state === "elsewhere") await page.keyboard.press("Tab");
    else element = await target.elementHandle();
  }
  throw new Error("The keyboard does not lead there.");
}

/** Presses Tab until an element has the focus, and then a key. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Presses Tab until a field has the focus, and types into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/**
 * Presses Tab from the top of the page until the focus leaves it. Waits for the network first, because late content
 * would move the focused element.
 */
export async function tabThroughPage(page: Page): Promise<FocusStop[]> {
  await page.waitForLoadState("networkidle");
  const stops: FocusStop[] = [];
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await readFocus(page);
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  throw new Error("The focus never left the page.");
}
