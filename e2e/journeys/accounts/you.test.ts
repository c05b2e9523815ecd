import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { demoUsers } from "../../../demo/catalogue/users.ts";
import { expect } from "../../harness/expect.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { readLayoutShifts } from "../../harness/layout.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { createPerson, demoFan } from "../../harness/people.ts";

const url = inject("siteUrl");
const rows = (page: Page) => main(page).getByRole("listitem");
const quickLinks = (page: Page) => page.getByRole("navigation", { name: "Quick links" }).getByRole("link");
const libraryLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Library" }).getByRole("link", { name, exact: true });

/** Returns the name and the path of each quick link. */
const readQuickLinks = (page: Page) =>
  quickLinks(page).evaluateAll((links) =>
    links.map((link) => `${link.textContent?.trim()} ${link.getAttribute("href")}`),
  );

test("the pages of a fan and of the studio move nothing while they load, and the heading keeps the focus", async () => {
  const publisher = demoUsers.find(({ key }) => key === "premium");
  if (publisher === undefined) throw new Error("The demo has no publisher.");
  const openAll = async (person: typeof demoFan, paths: readonly string[]) => {
    const { page, open } = await visitAs(person, { url, allowed: [/404/] });
    for (const path of paths) {
      await open(path);
      await expect(page.locator(".loading"), path).toHaveCount(0);
      expect(await readLayoutShifts(page), path).toEqual([]);
    }
    return page;
  };
  const fan = await openAll(demoFan, ["/my/art", "/my/rewards", "/you"]);
  await expect(main(fan).getByRole("link", { name: "7 artworks" })).toHaveAttribute("href", "/my/art");
  await expect(main(fan).getByRole("link", { name: /^\d+ points on 22 wraps$/ })).toBeInViewport();
  const wrap = rows(fan).filter({ has: fan.getByRole("heading", { name: "Salt Meridian" }) });
  await wrap.getByText("Wrapped MP3 of Salt Meridian", { exact: true }).waitFor();
  await expect(wrap.getByRole("button", { name: "Redeem Wrapped MP3" })).toBeInViewport();
  await wrap.getByText(/^\d+ more to reach Low Water$/).waitFor();
  const page = await openAll(publisher, ["/you", "/my/experiences", "/my/earnings", "/my/wraps"]);
  await main(page).locator("a[href^='/my/wrap/']").first().press("Enter");
  await page.waitForURL(/\/my\/wrap\/\d+$/);
  await page.getByRole("tab").first().waitFor();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("You and the library lead to the pages of a fan, in the artist view to the studio, and opened links cannot show messages", async () => {
  const { page, open, expectAccessible } = await visitAs(await createPerson(url), { url });
  await open("/you?s=S001");
  await page.waitForURL(/\/you$/);
  await page.getByText("Current view").first().waitFor();
  await expect(page.getByRole("status").filter({ hasText: "Premium" })).toHaveCount(0);
  // Pages that the accessibility sweep opens.
  await expect
    .poll(() => readQuickLinks(page))
    .toEqual(["My art /my/art", "Settings /my/settings", "Social graph: Coming soon /my/graph"]);
  await quickLinks(page).filter({ hasText: "Social graph" }).click();
  await page.waitForURL(/\/my\/graph$/);
  await page.getByText("Coming soon").first().waitFor();
  await main(page).getByRole("link", { name: "You" }).click();
  await page.waitForURL(/\/you$/);

  await expect(libraryLink(page, "My wraps")).toHaveCount(0);
  await libraryLink(page, "Points and claims").click();
  await page.waitForURL(/\/my\/rewards$/);
  await libraryLink(page, "Listening history").click();
  await page.getByText("No listening history yet").waitFor();
  await libraryLink(page, "My art").click();
  await page.getByText("No artwork yet").waitFor();
  await expect(page.getByRole("link", { name: "Browse experiences" })).toHaveAttribute(
    "href",
    "/experiences",
  );
  await libraryLink(page, "Settings").click();
  await page.waitForURL(/\/my\/settings$/);
  await libraryLink(page, "You").click();

  await page.getByRole("button", { name: "Switch to artist view" }).click();
  await page.getByRole("button", { name: "Switch to fan view" }).waitFor();
  await expect
    .poll(() => readQuickLinks(page))
    .toEqual([
      "Artists and tracks /my/artists",
      "My experiences /my/experiences",
      "Subscription /my/subscription",
      "Settings /my/settings",
    ]);
  await expectAccessible();
  await libraryLink(page, "My wraps").click();
  await page.waitForURL(/\/my\/wraps$/);
  await expect(libraryLink(page, "Points and claims")).toHaveCount(0);

  await open("/my/artists?success=Your+account+was+closed.");
  await page.waitForURL(/\/my\/artists$/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.getByText("Your account was closed.")).toHaveCount(0);
});

// Plays nothing, so that the demo's fan keeps the listens of the catalogue.
test("a fan sees collected artworks and listens page by page, retries what failed to load, and uses a keyboard", async () => {
  const { page, open, follow } = await visitAs(demoFan, { url, allowed: [/400/] });
  const failure = { success: false, code: "X001", message: "", errors: [] };
  await page.route("**/api/v1/my/art**", (route) => route.fulfill({ status: 400, json: failure }));
  await open("/my/art?page=2");
  await page.getByText("an unknown error occurred.").first().waitFor();
  await page.unroute("**/api/v1/my/art**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("You’ve reached the end").waitFor();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(rows(page)).toHaveCount(7);
  await page.getByText("7 artworks").waitFor();
  const artwork = rows(page).first();
  for (const text of ["Tide Tables", "#22", "Rarity", "Salt Meridian, Inês Corvacho"])
    await artwork.getByText(text).waitFor();
  await expect(artwork.getByRole("link", { name: /Salt Meridian/ })).toHaveAttribute(
    "href",
    "/wrap/salt-meridian",
  );
  await artwork.getByRole("link").first().click();
  await page.waitForURL(/\/experiences\/tide-tables\/participant\/\d+/);
  await page.getByRole("heading", { level: 1, name: "No. 22 of Tide Tables" }).waitFor();

  await follow("/my/history");
  await expect(rows(page)).toHaveCount(20);
  expect(await main(page).getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);
  await rows(page).first().getByRole("button", { name: "Play Quiet Machinery" }).waitFor();
  const stops = await tabThroughPage(page);
  expect(stops.filter(({ area }) => area === "main").length).toBeGreaterThan(7);
  expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first().getByRole("link")).toHaveAttribute("href", /^\/wrap\//);
});
