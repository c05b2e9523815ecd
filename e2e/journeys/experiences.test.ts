import { describe, test } from "vitest";
import { expect } from "../harness/expect.ts";
import { startVisit } from "../harness/visit.ts";

describe("experiences", () => {
  test("are listed newest first with their state", async () => {
    const { page, open } = await startVisit();
    await open("/experiences");
    const rows = page.locator("a.pr");
    await expect(rows).toHaveCount(9);
    await expect(rows.first()).toContainText("Tide Tables");
    for (const state of ["Active", "Completed", "Upcoming"]) {
      expect(await rows.filter({ hasText: state }).count(), state).toBeGreaterThan(0);
    }
  });

  test("open at the tab named in the URL", async () => {
    const { page, open } = await startVisit();
    await open("/experiences/tide-tables?tab=participants");
    await page.getByRole("tab", { name: /Participants/, selected: true }).waitFor();
    await expect(page.getByRole("tabpanel").locator("img")).toHaveCount(12);
    await page.getByRole("link", { name: /All 24/ }).click();
    await page.waitForURL(/\/experiences\/tide-tables\/nft/);
  });

  test("link to a participant's artwork with its components and rarity", async () => {
    const { page, open } = await startVisit();
    await open("/experiences/tide-tables/nft");
    await page.getByRole("main").locator("a[href*='/participant/']").first().click();
    await page.waitForURL(/\/participant\/\d+/);
    await page
      .getByText(/Very rare|Rare|Uncommon|Common/)
      .first()
      .waitFor();
  });

  test("link their badge to the block explorer, unless they are on the local chain", async () => {
    const { page, open } = await startVisit();
    await open("/experiences/isolines");
    await expect(page.getByRole("link", { name: /wNFT Issued/ })).toHaveAttribute(
      "href",
      /^https:\/\/lineascan\.build\//,
    );
    await open("/experiences/tide-tables");
    await page.getByText("wNFT Issued").waitFor();
    await expect(page.getByRole("link", { name: /wNFT Issued/ })).toHaveCount(0);
  });

  test("explain how to join a private experience", async () => {
    const { page, open } = await startVisit();
    await open("/experiences/slow-fast-slow-fast?tab=access");
    const reward = page
      .getByRole("tabpanel")
      .getByRole("link")
      .filter({ hasText: /reward/i })
      .first();
    await expect(reward).toHaveAttribute("href", /\/wrap\/saturday-was-a-rumour\?tab=3/);
  });

  test("ask to try again soon while an artwork is not ready", async () => {
    const { page, url } = await startVisit(undefined, [/404/]);
    await page.goto(`${url}/experiences/tide-tables/participant/99999999`);
    await page
      .getByText(/try again shortly/i)
      .first()
      .waitFor();
  });

  test("return an error for an unknown experience", async () => {
    const { page, url } = await startVisit(undefined, [/404/]);
    expect((await page.goto(`${url}/experiences/no-such-dapp`))?.status()).toBe(404);
  });
});
