import { expect, test } from "vitest";
import type { Screen } from "./chromium.ts";
import { measureOverflow, startVisit } from "./visit.ts";

const publicPages = [
  "/",
  "/wraps",
  "/wraps?q=nothing+sounds+like+this+xyzzy",
  "/wrap/salt-meridian",
  "/wrap/salt-meridian?tab=1",
  "/wrap/salt-meridian?tab=2",
  "/wrap/salt-meridian?tab=3",
  "/artist/ines-corvacho",
  "/experiences",
  "/experiences/tide-tables",
  "/experiences/tide-tables?tab=participants",
  "/experiences/tide-tables?tab=artwork",
  "/experiences/slow-fast-slow-fast?tab=access",
  "/experiences/tide-tables/nft",
  "/embed/wrap/salt-meridian",
  "/terms",
  "/privacy",
];

/**
 * Registers the tests that every public page passes on a screen. Each screen has its own file, so that they run in
 * parallel.
 */
export function testPublicPages(screen: Screen): void {
  test.each(publicPages)(
    "%s is accessible in light and dark mode, logs nothing to the console and never scrolls sideways",
    async (path) => {
      const { page, open, expectAccessible } = await startVisit(screen);
      await open(path);
      await expectAccessible();
      expect(await measureOverflow(page)).toBe(0);
      await page.emulateMedia({ colorScheme: "dark" });
      // Dark mode changes only colours.
      await expectAccessible(["color-contrast"]);
    },
  );
}
