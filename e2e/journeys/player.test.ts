import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { visit } from "../harness/visit.ts";

const isPlaying = (page: Page) =>
  page.waitForFunction(() => {
    const audio = document.querySelector("audio");
    return audio !== null && !audio.paused && audio.currentTime > 0.2;
  });

const isPaused = (page: Page) => page.waitForFunction(() => document.querySelector("audio")?.paused === true);

describe("the player", () => {
  test("plays a real mp3 and goes on over navigation", async () => {
    const { page, open } = await visit();
    await open("/");
    await page.getByRole("button", { name: /^Play/ }).first().click();
    await isPlaying(page);
    await page.getByRole("link", { name: "dapps" }).first().click();
    await page.waitForURL(/\/experiences/);
    await isPlaying(page);
    expect(await page.locator("audio").count()).toBe(1);
  });

  test("the same song again is a pause, another song starts", async () => {
    const { page, open } = await visit();
    await open("/wrap/salt-meridian");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /^Play/ }).first().click();
    await isPlaying(page);
    await main
      .getByRole("button", { name: /^Pause/ })
      .first()
      .click();
    await isPaused(page);
    await open("/wrap/glass-mango");
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    await isPlaying(page);
    expect(await page.getByRole("region", { name: "Player" }).textContent()).toContain("Glass Mango");
  });

  test("starts a wrap that its reader opened from within the site", async () => {
    const { page, open } = await visit();
    await open("/");
    await page
      .getByRole("region", { name: "Wraps for you" })
      .getByRole("link", { name: /Glass Mango/ })
      .first()
      .click();
    await page.waitForURL(/glass-mango/);
    await isPlaying(page);
  });

  test("answers to the keyboard: k pauses and plays, m mutes, l loops", async () => {
    const { page, open } = await visit();
    await open("/wrap/salt-meridian");
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    await isPlaying(page);
    await page.getByRole("heading", { level: 1 }).click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("k");
    await isPaused(page);
    await page.keyboard.press("k");
    await isPlaying(page);
    await page.keyboard.press("m");
    await page.waitForFunction(() => document.querySelector("audio")?.muted === true);
    await page.keyboard.press("l");
    await page.waitForFunction(() => document.querySelector("audio")?.loop === true);
  });

  test("changes its volume in steps of a tenth, and keeps it", async () => {
    const { page, open } = await visit();
    await open("/wrap/salt-meridian");
    const volume = page.getByRole("slider", { name: "Volume" });
    await volume.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => Math.abs((document.querySelector("audio")?.volume ?? 0) - 0.8) < 0.001);
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await page.waitForFunction(() => Math.abs((document.querySelector("audio")?.volume ?? 0) - 0.8) < 0.001);
  });

  test("has no way to skip or jump", async () => {
    const { page, open } = await visit();
    await open("/wrap/salt-meridian");
    expect(await page.getByRole("button", { name: /skip|next|forward|rewind/i }).count()).toBe(0);
  });

  test("tells the server of a play when it starts, and again once enough was heard", async () => {
    const { page, open } = await visit();
    const told: { sent: unknown; answer: { counted: boolean; qualifies_after: number } }[] = [];
    page.on("response", async (response) => {
      if (!/\/song\/\d+\/stream$|\/song\/[\w-]+\/stream$/.test(response.url())) return;
      const { body } = (await response.json()) as { body: { counted: boolean; qualifies_after: number } };
      told.push({ sent: response.request().postDataJSON(), answer: body });
    });
    await open("/wrap/saturday-was-a-rumour");
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1);
    expect(told[0]?.answer.counted).toBe(false);
    const wait = told[0]?.answer.qualifies_after ?? 0;
    expect(wait).toBeGreaterThan(20);
    expect(wait).toBeLessThanOrEqual(30);
    await expect.poll(() => told.length, { timeout: (wait + 10) * 1000 }).toBe(2);
    expect(told[1]?.answer.counted).toBe(true);
  });

  test("says what is wrong when the audio cannot be fetched, and tries again", async () => {
    const { page, open } = await visit(undefined, [/Failed to load resource|ERR_FAILED/]);
    await page.route("**/audio/**", (route) => route.abort());
    await open("/wrap/salt-meridian");
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    await page.getByText("The song could not be loaded. Check your connection.").first().waitFor();
    await page.unroute("**/audio/**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await isPlaying(page);
  });
});
