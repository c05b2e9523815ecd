import type { Page } from "playwright-core";
import { beforeEach, describe, inject, test } from "vitest";
import { demoUsers } from "../../demo/catalogue/users.ts";
import type { Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { listenToWrap, waitUntilPaused, waitUntilPlaying } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { waitPastMidnight } from "../harness/midnight.ts";
import { createPerson, demoFan, logIn, type Person } from "../harness/people.ts";
import { backgroundTimeout, startVisit, type Visit } from "../harness/visit.ts";

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };

/** Logs in and opens a personal page. */
async function visitOwnPage(person: Person, options: VisitOptions = {}): Promise<Visit> {
  const visited = await startVisit(options.screen, options.allowed);
  await visited.open("/login?sr=YOU");
  await logIn(visited.page, person);
  await visited.page.waitForURL(/\/you$/);
  await visited.page.getByText(person.email).waitFor();
  return visited;
}

const quickLinks = (page: Page) => page.getByRole("navigation", { name: "Quick links" }).getByRole("link");
const readQuickLinkNames = (page: Page) => quickLinks(page).locator(".head").allTextContents();

test.each([
  ["premium", ["/my/wraps", "/my/artists", "/my/experiences", "/my/claims", "/my/earnings"]],
  ["fan", ["/you", "/my/art", "/my/rewards"]],
])("pages of the demo's %s move nothing while they load", async (key, paths) => {
  const user = demoUsers.find((item) => item.key === key);
  if (user === undefined) throw new Error(`There is no demo account ${key}.`);
  const { page, open } = await visitAs(user, { url: inject("siteUrl") });
  for (const path of paths) {
    await open(path);
    await expect(page.locator(".loading"), path).toHaveCount(0);
    expect(await readLayoutShifts(page), path).toEqual([]);
  }
});

/** Returns the layout shifts of the page so far, each with the elements that moved. */
function readLayoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
        const shifts: string[] = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[])
            shifts.push(
              [value, ...sources.map(({ node }) => (node as Element).outerHTML ?? node?.textContent)].join(
                " ",
              ),
            );
        }).observe({ type: "layout-shift", buffered: true });
        // Entries so far arrive before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
}

describe("You", () => {
  test("links fans to their pages and artists to the studio", async () => {
    const { page, expectAccessible } = await visitOwnPage(await createPerson(inject("siteUrl")));
    await expect
      .poll(() => readQuickLinkNames(page))
      .toEqual([
        ...["My art", "Points and claims", "Listening history", "Wraps", "Experiences"],
        ...["Social connections", "Social graph", "Settings"],
      ]);
    await expectAccessible();
    await page.getByRole("button", { name: "Switch to artist view" }).click();
    await page.getByRole("button", { name: "Switch to fan view" }).waitFor();
    await expect
      .poll(() => readQuickLinkNames(page))
      .toEqual([
        ...["Artists and tracks", "My experiences", "Claims", "Earnings", "Statistics", "Subscription"],
        ...["Wraps", "Experiences", "Settings"],
      ]);
    await expectAccessible();
  });

  test("ignores messages of opened links", async () => {
    const { page, open } = await visitOwnPage(await createPerson(inject("siteUrl")));
    await open("/you?s=S001");
    await page.waitForURL(/\/you$/);
    await page.getByText("Current view").first().waitFor();
    await expect(page.getByRole("status").filter({ hasText: "Premium" })).toHaveCount(0);
    await open("/my/artists?success=Your+account+was+closed.");
    await page.waitForURL(/\/my\/artists$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect(page.getByText("Your account was closed.")).toHaveCount(0);
  });

  test("has no dead links", async () => {
    const { page, open } = await visitOwnPage(demoFan);
    for (const name of await readQuickLinkNames(page)) {
      await open("/you");
      await quickLinks(page).filter({ hasText: name }).click();
      await page.waitForURL((url) => url.pathname !== "/you");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByText("404", { exact: true }).count(), name).toBe(0);
    }
  });

  test("is reached from the library, like the art and the settings", async () => {
    const { page } = await visitOwnPage(demoFan);
    const library = page.getByRole("navigation", { name: "Library" });
    await library.getByRole("link", { name: "My art" }).click();
    await page.waitForURL(/\/my\/art$/);
    await library.getByRole("link", { name: "Settings" }).click();
    await page.waitForURL(/\/my\/settings$/);
    await library.getByRole("link", { name: "You", exact: true }).click();
    await page.waitForURL(/\/you$/);
  });

  test("has points and history in the library of fans, and publishing in that of artists", async () => {
    const { page } = await visitOwnPage(await createPerson(inject("siteUrl")));
    const library = page.getByRole("navigation", { name: "Library" });
    await expect(library.getByRole("link", { name: "My wraps" })).toHaveCount(0);
    await library.getByRole("link", { name: "Listening history" }).click();
    await page.waitForURL(/\/my\/history$/);
    await library.getByRole("link", { name: "Points and claims" }).click();
    await page.waitForURL(/\/my\/rewards$/);
    await library.getByRole("link", { name: "You", exact: true }).click();
    await page.getByRole("button", { name: "Switch to artist view" }).click();
    await library.getByRole("link", { name: "My wraps" }).click();
    await page.waitForURL(/\/my\/wraps$/);
    await expect(library.getByRole("link", { name: "Points and claims" })).toHaveCount(0);
  });
});

describe("a personal page", () => {
  test.each(["/you", "/my/art", "/my/history"])(
    "%s can be used by keyboard, with every focus stop visible",
    async (path) => {
      const { page, open } = await visitOwnPage(demoFan);
      await open(path);
      await page.getByRole("main").getByRole("link").nth(7).waitFor();
      const stops = await tabThroughPage(page);
      expect(stops.filter(({ area }) => area === "main").length).toBeGreaterThan(7);
      expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
    },
  );

  test.each(["/my/art", "/my/history"])("%s reports a failure to load and can retry", async (path) => {
    const { page, open } = await visitOwnPage(demoFan, { allowed: [/500/] });
    await page.route(`**/api/v1${path}**`, (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await open(path);
    await page.getByText(/we are having problems communicating/).waitFor();
    await page.unroute(`**/api/v1${path}**`);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("main").locator("img").first().waitFor();
  });

  test("announces what is not available yet", async () => {
    const { page, open } = await visitOwnPage(demoFan);
    for (const [path, title] of [
      ["/my/social", "Social connections"],
      ["/my/graph", "Social graph"],
    ] as const) {
      await open(path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await page.getByText("Coming soon").waitFor();
    }
    await page.getByRole("main").getByRole("link", { name: "You" }).click();
    await page.waitForURL(/\/you$/);
  });
});

describe("My art", () => {
  const artworks = (page: Page) => page.getByRole("main").getByRole("listitem");

  test("shows collected artworks with their experience, rarity and wrap", async () => {
    const { page, open } = await visitOwnPage(demoFan);
    await open("/my/art");
    await artworks(page).first().waitFor();
    await expect(artworks(page)).toHaveCount(7);
    await page.getByText("7 artworks").waitFor();
    const first = artworks(page).first();
    for (const text of ["Tide Tables", "No. 22", "Rare", "Salt Meridian, Inês Corvacho"])
      await first.getByText(text).waitFor();
    await first.getByRole("link", { name: /Salt Meridian/ }).click();
    await page.waitForURL(/\/wrap\/salt-meridian/);
    await page.goBack();
    await page.getByText("7 artworks").waitFor();
    await artworks(page).first().getByRole("link").first().click();
    await page.waitForURL(/\/experiences\/tide-tables\/participant\/\d+/);
    await page.getByRole("heading", { level: 1, name: "No. 22 of Tide Tables" }).waitFor();
  });

  test("has a last page, and a link back from beyond it", async () => {
    const { page, open } = await visitOwnPage(demoFan);
    await open("/my/art?page=2");
    await page.getByText("You’ve reached the end").waitFor();
    await page.getByRole("link", { name: "Previous" }).click();
    await artworks(page).first().waitFor();
  });

  test("links fans without artworks to the experiences", async () => {
    const { page, open } = await visitOwnPage(await createPerson(inject("siteUrl")));
    await open("/my/art");
    await page.getByText("No artwork yet").waitFor();
    await page.getByRole("link", { name: "Browse experiences" }).click();
    await page.waitForURL(/\/experiences$/);
  });
});

describe("the listening history", () => {
  // It covers today and yesterday.
  beforeEach(waitPastMidnight);

  test("lists plays by day and by page, and can play them", async () => {
    const { page, open } = await visitOwnPage(demoFan);
    await open("/my/history");
    const rows = page.getByRole("main").getByRole("listitem");
    await rows.first().waitFor();
    await expect(rows).toHaveCount(20);
    expect(await page.getByRole("main").getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);
    await rows.first().getByRole("button", { name: "Play Quiet Machinery" }).click();
    await waitUntilPlaying(page);
    // Before the play counts and is listed.
    await rows.first().getByRole("button", { name: "Pause Quiet Machinery" }).click();
    await waitUntilPaused(page);
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/page=2/);
    await rows.nth(4).waitFor({ state: "detached" });
    await expect(rows).toHaveCount(4);
    await rows.first().getByRole("link").click();
    await page.waitForURL(/\/wrap\//);
  });

  test("starts with the first counted play", async () => {
    const { page, open } = await visitOwnPage(await createPerson(inject("siteUrl")));
    await open("/my/history");
    await page.getByText("No listening history yet").waitFor();
    const counted = page.waitForResponse(async (response) => {
      if (!/\/song\/\d+\/stream$/.test(response.url())) return false;
      const { body } = (await response.json()) as { body: { counted: boolean } };
      return body.counted;
    }, backgroundTimeout);
    await listenToWrap(page, () => open("/wrap/saturday-was-a-rumour"));
    await counted;
    await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "You" }).click();
    await quickLinks(page).filter({ hasText: "Listening history" }).click();
    await page.getByRole("heading", { level: 2, name: "Today" }).waitFor();
    const row = page.getByRole("main").getByRole("listitem");
    await expect(row).toHaveCount(1);
    await row.getByText("Saturday Was a Rumour").waitFor();
  });
});
