import type { Locator } from "playwright-core";
import { describe, test } from "vitest";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { pauseTimers } from "../harness/interception.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

describe("the wrap page", () => {
  test("shows all details of a song", async () => {
    const { page, open } = await startVisit();
    await open("/wrap/salt-meridian");
    await page.getByRole("heading", { level: 1, name: "Salt Meridian" }).waitFor();
    for (const text of ["T-304.118.692-5", "PT-SM1-26-00417", "Cartas de Maré", "Rui Salvaterra", "62.50"]) {
      await page.getByText(text).first().waitFor();
    }
    await expect(page.getByRole("link", { name: "View transaction on blockchain explorer" })).toHaveAttribute(
      "href",
      /^https:\/\/lineascan\.build\/tx\/0x/,
    );
  });

  test("is found by number and by pretty id", async () => {
    const { page, open } = await startVisit();
    await open("/wrap/247");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Salt Meridian");
  });

  test("keeps the selected tab in the URL, by mouse and by keyboard", async () => {
    const { page, open } = await startVisit();
    await open("/wrap/salt-meridian");
    await page.getByRole("tab", { name: /Rewards/ }).click();
    await page.waitForURL(/tab=3/);
    await page.getByText("Lathe-cut 7-inch, signed").first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/tab=2/);
    await page.getByText("Streaming on an external music streaming service grants no points.").waitFor();
    await page.reload();
    await page.getByRole("tab", { name: /Listen/, selected: true }).waitFor();
  });

  test("opens at its tabs on a phone if the link names one", async () => {
    const { page, open } = await startVisit(phone);
    for (const path of ["/wrap/salt-meridian?tab=3", "/experiences/tide-tables?tab=access"]) {
      await open(path);
      await expect(page.getByRole("tab", { selected: true }), path).toBeInViewport();
    }
    await open("/wrap/salt-meridian");
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("expands and collapses the lyrics", async () => {
    const { page, open } = await startVisit();
    await open("/wrap/salt-meridian");
    const last = page.getByText("põe o sal na minha mão").first();
    await expect(last).toBeHidden();
    await page.getByRole("button", { name: "Show all lyrics" }).click();
    await last.waitFor();
    await page.getByRole("button", { name: "Show fewer lyrics" }).click();
    await last.waitFor({ state: "hidden" });
  });

  test("shows the experiences of the song, or that there are none", async () => {
    const { page, open } = await startVisit();
    await open("/wrap/salt-meridian?tab=1");
    const card = page
      .getByRole("tabpanel")
      .getByRole("link", { name: /Tide Tables/ })
      .first();
    await expect(card).toHaveAttribute("href", "/experiences/tide-tables");
    await open("/wrap/endpapers?tab=1");
    await page.getByText("No dapps for this track").waitFor();
  });

  test("invites anonymous visitors to log in for points", async () => {
    const { page, open } = await startVisit();
    await open("/wrap/salt-meridian?tab=3");
    const invitation = page.getByRole("tabpanel").getByRole("link", { name: "Log in to earn points" });
    await expect(invitation).toHaveAttribute("href", /^\/login/);
  });

  test.each(["/wrap/no-such-song", "/wrap/999999", "/wrap/0"])("shows an error loading %s", async (path) => {
    const { page, url } = await startVisit(undefined, [/404/]);
    const response = await page.goto(`${url}${path}`);
    expect(response?.status()).toBe(404);
    await page.getByText("error loading track").first().waitFor();
  });

  test("shares a link with the sharer's id", async () => {
    const { page, open, url } = await startVisit();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await open("/wrap/salt-meridian");
    const visitor = await page.evaluate(() => localStorage.getItem("wrapsody-wrap-per"));
    expect(visitor).toMatch(/^[A-Za-z0-9]{16}$/);
    // The toast disappears after some seconds.
    await pauseTimers(page, 4_000);
    await page.getByRole("button", { name: "Share" }).first().click();
    await page.getByText("Link copied").first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${url}/wrap/salt-meridian?inc=${visitor}`);
  });
});

describe.each([phone, { width: 720, height: 450 }, { width: 1024, height: 768 }, desktop])(
  "the head of a page, in a window of $width by $height",
  (screen) => {
    test.each([
      ["a wrap", "/wrap/salt-meridian", [/^(Play|Pause)/, "Share"]],
      ["a wrap with a cover of its own ground", "/wrap/glass-mango", [/^(Play|Pause)/, "Share"]],
      ["a wrap with a long name", "/wrap/six-ways-to-leave-a-harbour", [/^(Play|Pause)/, "Share"]],
      ["an experience", "/experiences/tide-tables", ["Participate"]],
      ["an album", "/album/accounts-payable", [/^(Play|Pause)/, "Share"]],
      ["an artist", "/artist/ines-corvacho", []],
    ])("of %s shows picture, title and actions above the fold", async (_, path, actions) => {
      const { page, open } = await startVisit(screen);
      await open(path);
      const hero = page.locator(".hero");
      const boxOf = async (part: Locator) => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
        return { x, y, width, height, right: x + width, bottom: y + height };
      };
      const fold = (await boxOf(page.getByRole("region", { name: "Player" }))).y;
      const art = await boxOf(hero.getByRole("img").first());
      const title = await boxOf(hero.getByRole("heading", { level: 1 }));
      expect(art.width).toBeCloseTo(art.height, 0);
      expect(art.height).toBeLessThanOrEqual(Math.min(screen.width, 0.55 * screen.height) + 1);
      expect(art.bottom).toBeLessThanOrEqual(fold);
      expect(title.bottom).toBeLessThanOrEqual(fold);
      const isBeside = screen.width >= 560;
      if (isBeside) expect(title.x).toBeGreaterThanOrEqual(art.right);
      else expect(title.y).toBeGreaterThanOrEqual(art.bottom);
      for (const name of actions) {
        const action = await boxOf(
          hero.getByRole(name === "Participate" ? "link" : "button", { name }).first(),
        );
        expect(action.y, String(name)).toBeGreaterThanOrEqual(title.bottom);
        expect(action.bottom, String(name)).toBeLessThanOrEqual(fold + 1);
      }
      // Nothing of the panel's colour shows below a picture beside the text.
      const below = hero.locator(".hero-facts");
      if (isBeside && (await below.count()) > 0)
        expect((await boxOf(below)).y - art.bottom, "strip below the picture").toBeLessThanOrEqual(1);
      expect(await measureOverflow(page)).toBe(0);
    });
  },
);

test.each([
  ["no-preference", 1],
  ["reduce", 0],
] as const)(
  "with the motion preference %s, a cover grows into the head of its page %i times",
  async (reducedMotion, times) => {
    const { page, open } = await startVisit({ ...desktop, reducedMotion });
    await open("/wraps");
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (...options) => {
        document.documentElement.dataset.transitions = "1";
        return start(...options);
      };
    });
    await page
      .getByRole("link", { name: /Glass Mango/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Glass Mango" }).waitFor();
    await expect(page.locator("html[data-transitions]")).toHaveCount(times);
    const duration = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--move"),
    );
    expect(Number.parseFloat(duration)).toBeLessThanOrEqual(times * 180);
  },
);

test("on a phone, Participate stays above the player wherever one reads", async () => {
  const { page, open } = await startVisit(phone);
  await open("/experiences/tide-tables");
  const participate = page.getByRole("link", { name: /^Participate/ });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(participate).toBeInViewport({ ratio: 1 });
  await expect(participate).toContainText("$6");
  // The end of the page is not behind it.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = await page.getByRole("contentinfo").boundingBox();
  const button = await participate.boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((button?.y ?? 0) + 1);
  // The tabs scroll under it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const tabs = await page.getByRole("tablist").boundingBox();
  await page.evaluate((top) => window.scrollTo(0, top), (tabs?.y ?? 0) - (button?.y ?? 0));
  await participate.click({ trial: true });
});

test("the price of an experience is stated once, and the notice of its end is not on the picture", async () => {
  const { page, open } = await startVisit();
  await open("/experiences/tide-tables");
  await expect(page.locator(".hero").getByText(/^\$6(\.00)?$/)).toHaveCount(1);
  await open("/experiences/machine-room-keys");
  const notice = await page.locator(".hero figcaption").boundingBox();
  const picture = await page.locator(".hero figure img").boundingBox();
  expect(notice?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
});

test("the sharer's id is stored and restored to every URL without it", async () => {
  const { page, open } = await startVisit();
  await open("/wrap/salt-meridian?inc=Ab3dEf6hIj9kLm2n");
  await page.getByRole("link", { name: "Dapps" }).first().click();
  await page.waitForURL(/\/experiences\?.*inc=Ab3dEf6hIj9kLm2n/);
  await open("/wraps");
  await page.waitForURL(/inc=Ab3dEf6hIj9kLm2n/);
});

test("the artist page has songs, drops and albums", async () => {
  const { page, open } = await startVisit();
  await open("/artist/ines-corvacho");
  expect(await page.title()).toMatch(/^Viewing Artist \/ Inês Corvacho/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inês Corvacho");
  for (const heading of ["Songs", "Drops", "Albums"]) {
    await expect(page.getByRole("heading", { name: heading })).toHaveCount(1);
  }
  await page
    .getByRole("link", { name: /Moth Hours/ })
    .first()
    .waitFor();
  await page.getByText("Cartas de Maré").first().waitFor();
});

test("an unknown artist is not found", async () => {
  const { page, url } = await startVisit(undefined, [/404/]);
  expect((await page.goto(`${url}/artist/nobody-at-all`))?.status()).toBe(404);
  await page.getByText("We couldn’t find this artist.").waitFor();
});
