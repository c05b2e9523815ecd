import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { waitUntilPaused, waitUntilPlaying } from "../harness/listening.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

const main = (page: Page) => page.getByRole("main");
const player = (page: Page) => page.getByRole("region", { name: "Player" });
const queue = (page: Page) => page.getByRole("dialog", { name: "Queue" });
const queueToggle = (page: Page) => player(page).getByRole("button", { name: "Queue", exact: true });
const progress = (page: Page) => player(page).getByRole("slider", { name: "Progress" });
const queued = (page: Page) => queue(page).locator(".queue-who .b").allTextContents();
const waitForSong = (page: Page, name: string) =>
  player(page).getByRole("link", { name, exact: true }).first().waitFor();

/** Returns the names of the wraps on a page that have a play button, in order. */
async function readCovers(page: Page): Promise<string[]> {
  const labels = await main(page)
    .locator(".cover-play")
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
  return labels.map((label) => label.replace("Play ", ""));
}

/** Plays a list from a cover on and opens the queue. */
async function playCover(page: Page, name: string): Promise<void> {
  await main(page)
    .locator(".cover-play")
    .and(page.getByRole("button", { name: `Play ${name}`, exact: true }))
    .click();
  await waitUntilPlaying(page);
  await waitForSong(page, name);
  await queueToggle(page).click();
  await queue(page).getByRole("listitem").first().waitFor();
}

async function seekToEnd(page: Page): Promise<void> {
  await progress(page).focus();
  await page.keyboard.press("End");
}

describe("the queue", () => {
  test("continues a list, and is reordered by buttons and by dragging", async () => {
    const { page, open, expectAccessible } = await startVisit();
    const announced: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/stream") && !("stream_id" in request.postDataJSON()))
        announced.push(request.url());
    });
    await open("/wraps");
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = await readCovers(page);
    await playCover(page, second);
    await expect
      .poll(async () => (await queued(page)).slice(0, 5))
      .toEqual([first, second, third, fourth, fifth]);
    await expect(queue(page).locator("[aria-current]")).toContainText(second);
    await expectAccessible();

    await queue(page)
      .getByRole("button", { name: `Move ${third} down`, exact: true })
      .focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await queued(page)).slice(2, 5)).toEqual([fourth, third, fifth]);
    await expect(queue(page).getByRole("status")).toHaveText(new RegExp(`^${third} is now 4 of \\d+\\.$`));
    await expect(queue(page).getByRole("button", { name: `Move ${third} down`, exact: true })).toBeFocused();
    await queue(page)
      .getByRole("button", { name: `Remove ${fourth}`, exact: true })
      .focus();
    await page.keyboard.press("Space");
    await expect.poll(async () => (await queued(page)).slice(0, 4)).toEqual([first, second, third, fifth]);
    await expect(queue(page).getByRole("button", { name: `Play ${third}` })).toBeFocused();

    const grip = await queue(page).locator(".queue-grip").nth(3).boundingBox();
    if (grip === null) throw new Error("The row cannot be dragged.");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width / 2, grip.y - grip.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await queued(page)).slice(0, 4)).toEqual([first, second, fifth, third]);

    await seekToEnd(page);
    await waitForSong(page, fifth);
    await waitUntilPlaying(page);
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(fifth);
    await expect.poll(() => new Set(announced).size).toBe(2);

    await queue(page)
      .getByRole("button", { name: `Play ${first}` })
      .click();
    await waitForSong(page, first);
    await waitUntilPlaying(page);
  });

  test("survives a reload, is cleared, and then continues with a similar wrap", async () => {
    const { page, open } = await startVisit();
    await open("/wraps");
    const [first = "", second = ""] = await readCovers(page);
    await playCover(page, first);
    await progress(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => (document.querySelector("audio")?.currentTime ?? 0) > 9);
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await waitForSong(page, first);
    await player(page).getByRole("button", { name: "Play", exact: true }).click();
    await waitUntilPlaying(page);
    await page.waitForFunction(() => (document.querySelector("audio")?.currentTime ?? 0) > 9);
    await queueToggle(page).click();
    await expect.poll(async () => (await queued(page)).slice(0, 2)).toEqual([first, second]);
    await queue(page).getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(() => queued(page)).toEqual([first]);
    await queue(page).getByText("Similar wraps follow.").waitFor();
    await seekToEnd(page);
    await expect.poll(async () => (await queued(page)).length).toBeGreaterThan(1);
    const [, similar = ""] = await queued(page);
    await waitForSong(page, similar);
    await waitUntilPlaying(page);
  });

  test("passes over a wrap that cannot be played, with a notice", async () => {
    const { page, open } = await startVisit(desktop, [/404/]);
    await open("/album/accounts-payable");
    const names = await main(page).locator(".album-name .b").allTextContents();
    const [first = "", second = "", third = ""] = names;
    await main(page).getByRole("button", { name: "Play all of Accounts Payable" }).click();
    await waitUntilPlaying(page);
    await waitForSong(page, first);
    const gone: string[] = [];
    const playing = await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.src);
    await page.route("**/audio/**", (route) => {
      const url = route.request().url();
      if (url === playing || (gone.length > 0 && !gone.includes(url))) return route.continue();
      gone.push(url);
      return route.fulfill({ status: 404 });
    });
    await seekToEnd(page);
    await page.getByText(`${second} could not be played, so the next song plays.`).waitFor();
    await waitForSong(page, third);
    await waitUntilPlaying(page);
  });

  test("is reached by keyboard on a phone, with time and volume", async () => {
    const { page, open, expectAccessible } = await startVisit(phone);
    await open("/album/accounts-payable");
    await queueToggle(page).focus();
    await page.keyboard.press("Enter");
    await queue(page).getByText("The queue is empty").waitFor();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await expect(queueToggle(page)).toBeFocused();
    await main(page).getByRole("button", { name: "Play all of Accounts Payable" }).click();
    await waitUntilPlaying(page);
    await queueToggle(page).focus();
    await page.keyboard.press("Enter");
    await queue(page).getByRole("listitem").first().waitFor();
    await expect(queue(page).getByText(/^Time 0:\d\d \/ \d:\d\d$/)).toBeVisible();
    const volume = queue(page).getByRole("slider", { name: "Volume" });
    await volume.focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => Math.abs((document.querySelector("audio")?.volume ?? 0) - 0.9) < 0.001);
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await page.keyboard.press("k");
    await waitUntilPaused(page);
    await page.keyboard.press("Escape");
    await expect(queue(page)).toHaveCount(0);
  });
});
