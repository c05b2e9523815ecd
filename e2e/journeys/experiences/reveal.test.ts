import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, type Experience } from "../../harness/experiences.ts";
import { button, main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();

const status = (page: Page, text: string | RegExp) =>
  main(page).getByRole("status").filter({ hasText: text });
const newArtwork = (page: Page) => main(page).getByRole("article", { name: /^New artwork/ });

/** Reserves a spot without a wallet by the API and returns the path that confirms it. */
async function reserveSpot({ id }: Experience, token: string): Promise<string> {
  const { url } = program;
  const body = { keep: true };
  const { redirect } = await callApi<{ redirect: string }>(url, "POST", `payment/${id}`, body, token);
  const { pathname, search } = new URL(redirect);
  return `${pathname}${search}`;
}

/** Returns the width and height in the header of a downloaded PNG. */
async function readSize(download: Download): Promise<[number, number]> {
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Sums the layout shifts of the content that no input has caused, from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const shifts = window as typeof window & { shifted?: number };
    shifts.shifted = 0;
    const content = document.querySelector("main");
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { node: Node | null }[];
    };
    new PerformanceObserver((list) => {
      // The header shows the reader's points once they are read.
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput && sources.some(({ node }) => content?.contains(node)))
          shifts.shifted = (shifts.shifted ?? 0) + value;
    }).observe({ type: "layout-shift" });
  });
  return () => page.evaluate(() => (window as typeof window & { shifted?: number }).shifted ?? -1);
}

test("a new artwork is revealed layer by layer on a phone, can be downloaded, printed and shared, and is marked", async () => {
  // Covers of 1000 pixels, so that a print is larger than the canvas.
  const pictures = ["salt-meridian", "kiln"];
  const { experience: tide } = await createExperience(program, { name: "Tide Prints", pictures });
  const { page, open, follow, token, expectAccessible } = await visitAs(await createPerson(program.url), {
    url: program.url,
    screen: { ...phone, reducedMotion: "no-preference" },
    allowed: [/404/],
  });
  const confirmation = await reserveSpot(tide, token);
  await open(confirmation);
  await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
  const shifts = await watchShifts(page);
  // It is as wide as the page, and plays once it is seen.
  const art = await newArtwork(page)
    .getByRole("img", { name: /^Artwork/ })
    .boundingBox();
  expect(art?.width).toBeGreaterThan(phone.width - 60);
  await status(page, /^Reveal finished\. Layers: .+ \(Common\), .+, small \(Common\)\.$/).waitFor();
  await expect(newArtwork(page).getByText(/of 2$/)).toHaveCount(0);
  expect(await shifts()).toBe(0);

  // Each way to skip it.
  for (const skip of [
    () => page.keyboard.press("Escape"),
    () => button(page, "Skip reveal").click(),
    () => newArtwork(page).getByText("1 of 2").click(),
  ]) {
    await button(page, "Play reveal again").click();
    await newArtwork(page).getByText("1 of 2").waitFor();
    await skip();
    await button(page, "Play reveal again").waitFor();
    await expect(newArtwork(page).getByText(/of 2$/)).toHaveCount(0);
  }

  const [stored] = await Promise.all([page.waitForEvent("download"), button(page, "Download PNG").click()]);
  expect(stored.suggestedFilename()).toBe("Tide Prints No. 1.png");
  expect(await readSize(stored)).toEqual([900, 900]);
  await status(page, "Download started.").waitFor();
  await button(page, "For print").click();
  const print = button(page, /^PNG for print/);
  await expect(print).toHaveText("PNG for print, 1000 × 1000 px (8.5 cm at 300 dpi)");
  const [printed] = await Promise.all([page.waitForEvent("download"), print.click()]);
  expect(await readSize(printed)).toEqual([1000, 1000]);
  await expectAccessible();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

  // The page of the artwork does not autoplay the reveal again, and offers the same actions.
  await main(page).getByRole("link", { name: "View artwork" }).click();
  await page.waitForURL(/\/participant\/\d+$/);
  await button(page, "Play reveal again").waitFor();
  const card = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(card).toMatch(/\/cards\/artwork\/\d+-\d+\.png$/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Share").click();
  await button(page, "Link copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  // The pages of everyone mark it, without moving anything.
  for (const path of ["?tab=participants", "/nft"]) {
    await follow(`/experiences/${tide.pretty_id}${path}`);
    const moved = await watchShifts(page);
    const own = main(page).getByRole("navigation", { name: "Your artworks" });
    await expect(own.getByRole("link")).toHaveText(["#1"]);
    await expect(main(page).getByRole("link", { name: /^Artwork 1 of Tide Prints Yours/ })).toHaveCount(1);
    await expect(main(page).getByText("Yours", { exact: true })).toHaveCount(1);
    expect(await moved()).toBe(0);
  }
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

  // Under reduced motion it appears at once. It is downloaded by keyboard, too.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await follow(confirmation);
  await newArtwork(page)
    .getByRole("img", { name: /^Artwork/ })
    .waitFor();
  await expect(button(page, /reveal/)).toHaveCount(0);
  await expect(newArtwork(page).getByText("Preparing the reveal…")).toHaveCount(0);
  await button(page, "Download PNG").focus();
  const [again] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(await readSize(again)).toEqual([900, 900]);
});
