import type { Page } from "playwright-core";

/** The least width and height of a touch target, in CSS pixels. */
const MIN_TARGET_PX = 44;

/** The line below the names in the player's bar on phones, which has no room for more. Arrow keys move it, too. */
const EXEMPT_TARGET = ".player .seek";

/** Below it, one word gets its font. The sum of a good page may be a hundred times as much. */
const WORD_SHIFT = 0.001;

/** Names the mark of the moment at which a screen that was reached without opening a document had been shown once. */
export const FIRST_FRAME_MARK = "first frame";

/**
 * Returns the controls and links that a finger can hit only within less than 44 × 44 pixels. A label and a pseudo-element
 * enlarge the area of their control; what covers it makes it smaller. Links within a text are exempt (WCAG 2.5.8). The
 * selector `except` finds parts that are not checked.
 */
export function findSmallTargets(page: Page, except = ":not(*)"): Promise<string[]> {
  return page.evaluate(
    ([minimum, exempt, excluded]) => {
      const roles = ["button", "checkbox", "menuitem", "option", "radio", "slider", "switch", "tab"];
      const controls = ["a[href]", "button", "input", "select", "summary", "textarea"];
      const selector = [...controls, ...roles.map((role) => `[role=${role}]`)].join(", ");
      // An area that begins within a pixel has one hit less.
      const isLarge = (size: number) => size >= minimum - 1;
      const { scrollX, scrollY } = window;

      /** Returns whether a link stands among other words, whose lines limit its height. */
      const isWithinText = (element: Element) => {
        let block = element;
        while (getComputedStyle(block).display.startsWith("inline") && block.parentElement !== null)
          block = block.parentElement;
        if (block === element || getComputedStyle(element).display !== "inline") return false;
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const isSeen = node.parentElement?.checkVisibility() === true;
          if (
            isSeen &&
            node.parentElement?.closest(selector) === null &&
            /\p{L}{2}/u.test(node.textContent ?? "")
          )
            return true;
        }
        return false;
      };

      const isHit = (element: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        const target = hit?.closest(selector);
        if (target === element || (target != null && element.contains(target) && target.tagName !== "BUTTON"))
          return true;
        if (target != null && !target.contains(element)) return false;
        return [...((element as HTMLInputElement).labels ?? [])].some((label) => label.contains(hit ?? null));
      };

      /** Returns the length of the hit area on a line through its middle. */
      const measureHits = (element: Element, x: number, y: number, dx: number, dy: number) => {
        let length = isHit(element, x, y) ? 1 : 0;
        for (const direction of [1, -1])
          for (
            let at = 1;
            length > 0 && at <= minimum && isHit(element, x + direction * at * dx, y + direction * at * dy);
            at += 1
          )
            length += 1;
        return length;
      };

      /** Returns the width and the height of the hit area around a point. */
      const measureArea = (element: Element, x: number, y: number): readonly [number, number] => {
        const reach = minimum / 2 - 1;
        const isWide = isHit(element, x - reach, y) && isHit(element, x + reach, y);
        if (isWide && isHit(element, x, y - reach) && isHit(element, x, y + reach)) return [minimum, minimum];
        return [measureHits(element, x, y, 1, 0), measureHits(element, x, y, 0, 1)];
      };

      /** Returns the largest hit area around one of the points of an element, and undefined if it has no place. */
      const findArea = (element: HTMLElement): readonly [number, number] | undefined => {
        const boxes = [element, ...((element as HTMLInputElement).labels ?? [])]
          .flatMap((each) => [...each.getClientRects()])
          .filter(({ right, bottom, width, height }) => width > 1 && height > 1 && right > 0 && bottom > 0);
        // Something else of a card may lie on its middle.
        const places = boxes.flatMap(({ left, top, width, height }) =>
          [0.5, 0.25, 0.75].flatMap((across) =>
            [0.5, 0.25, 0.75].map((down) => [left + across * width, top + down * height] as const),
          ),
        );
        let best: readonly [number, number] = [0, 0];
        for (const [x, y] of places) {
          if (!isHit(element, x, y)) continue;
          const area = measureArea(element, x, y);
          if (area.every(isLarge)) return area;
          if (Math.min(...area) > Math.min(...best)) best = area;
        }
        return places.length === 0 ? undefined : best;
      };

      const findProblem = (element: HTMLElement): string[] => {
        if (isWithinText(element)) return [];
        // Scrolling to each of them would lay out the page as often.
        if (findArea(element)?.every(isLarge) === true) return [];
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const area = findArea(element);
        // A link that waits outside for the focus has no place.
        if (area === undefined || area.every(isLarge)) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
        const path = [element.parentElement?.parentElement, element.parentElement, element]
          .map((each) => (each == null ? "" : [each.localName, ...each.classList].join(".")))
          .join(" > ");
        return [`${area.join(" × ")}: ${path} “${name.trim().slice(0, 40)}”`];
      };

      const problems = [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => !element.matches(`:disabled, ${exempt}`) && element.closest(excluded) === null)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter(
          (element) =>
            element.closest("[inert]") === null && getComputedStyle(element).pointerEvents !== "none",
        )
        .flatMap(findProblem);
      window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
      return [...new Set(problems)];
    },
    [MIN_TARGET_PX, EXEMPT_TARGET, except] as const,
  );
}

/**
 * Returns the visible layout shifts of at least `minimum` since the page was opened, or since its first frame was marked, each with the
 * elements that moved.
 */
export function readLayoutShifts(page: Page, minimum = WORD_SHIFT): Promise<string[]> {
  return page.evaluate(
    ([least, mark]) =>
      new Promise((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
        const shifts: Shift[] = [];
        new PerformanceObserver((list) => {
          shifts.push(...(list.getEntries() as Shift[]));
        }).observe({ type: "layout-shift", buffered: true });
        const describeShift = ({ value, sources }: Shift) => {
          const texts = sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML : node?.textContent,
          );
          return [value, ...texts].join(" ");
        };
        // Entries so far arrive before the second frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const since = performance.getEntriesByName(mark).at(-1)?.startTime ?? 0;
            const seen = shifts.filter(({ value, startTime }) => value >= least && startTime >= since);
            resolve(seen.map(describeShift));
          }),
        );
      }),
    [minimum, FIRST_FRAME_MARK] as const,
  );
}
