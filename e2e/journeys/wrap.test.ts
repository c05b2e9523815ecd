import { expect } from "@playwright/test";
import { describe, test } from "vitest";
import { pauseTimers } from "../harness/interception.ts";
import { startVisit } from "../harness/visit.ts";

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
