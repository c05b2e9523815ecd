import { expect, test } from "vitest";
import type { Screen } from "./chromium.ts";
import { measureOverflow } from "./overflow.ts";
import { startVisit } from "./visit.ts";

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

/** What holds of every public page, on one screen. A file for each screen, so that they are walked side by side. */
export function testPublicPages(screen: Screen): void {
  test.each(publicPages)(
    "%s is accessible by day and by night, has a quiet console and never scrolls sideways",
    async (path) => {
      const { page, open, expectAccessible } = await startVisit(screen);
      await open(path);
      await expectAccessible();
      expect(await measureOverflow(page)).toBe(0);
      await page.emulateMedia({ colorScheme: "dark" });
      // Colours are all that the night changes.
      await expectAccessible(["color-contrast"]);
    },
  );
}
