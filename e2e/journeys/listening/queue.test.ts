import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { waitUntilPaused, waitUntilPlaying } from "../../harness/listening.ts";
import { main } from "../../harness/locators.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const queue = (page: Page) => page.getByRole("dialog", { name: "Queue" });
const queueButton = (page: Page, name: string) => queue(page).getByRole("button", { name, exact: true });
const queueToggle = (page: Page) => player(page).getByRole("button", { name: "Queue", exact: true });
const progress = (page: Page) => player(page).getByRole("slider", { name: "Progress" });
const queued = (page: Page) => queue(page).locator(".queue-who .b").allTextContents();
const waitForSong = (page: Page, name: string) =>
  player(page).getByRole("link", { name, exact: true }).first().waitFor();

const readPosition = (page: Page) =>
  page.locator("audio").evaluate(({ currentTime }: HTMLAudioElement) => currentTime);

/** Plays or pauses by the player, so that a song lasts as long as the steps that need it. */
async function press(page: Page, name: "Play" | "Pause"): Promise<void> {
  await player(page)
    .getByRole("button", { name: new RegExp(`^${name} `) })
    .first()
    .click();
  await (name === "Play" ? waitUntilPlaying : waitUntilPaused)(page);
}

async function seekToEnd(page: Page): Promise<void> {
  await progress(page).focus();
  await page.keyboard.press("End");
}

describe("the queue", () => {
  test("continues a list, is reordered by buttons and by dragging, and continues with a similar wrap after a reload", async () => {
    const { page, open, expectAccessible } = await startVisit();
    const announced: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/stream") && !("stream_id" in request.postDataJSON()))
        announced.push(request.url());
    });
    await open("/wraps");
    await queueToggle(page).press("Enter");
    await queue(page).getByText("The queue is empty").waitFor();
    await page.keyboard.press("Escape");
    await expect(queueToggle(page)).toBeFocused();
    const covers = await main(page)
      .locator(".cover-play")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = covers.map((label) =>
      label.replace("Play ", ""),
    );
    await main(page)
      .locator(".cover-play")
      .and(page.getByRole("button", { name: `Play ${second}`, exact: true }))
      .click();
    await waitUntilPlaying(page);
    await queueToggle(page).click();
    await expect
      .poll(async () => (await queued(page)).slice(0, 5))
      .toEqual([first, second, third, fourth, fifth]);
    await press(page, "Pause");
    await expect(queue(page).locator("[aria-current]")).toContainText(second);
    await expectAccessible();

    await queueButton(page, `Move ${third} down`).press("Enter");
    await expect.poll(async () => (await queued(page)).slice(2, 5)).toEqual([fourth, third, fifth]);
    await expect(queue(page).getByRole("status")).toHaveText(new RegExp(`^${third} is now 4 of \\d+\\.$`));
    await expect(queueButton(page, `Move ${third} down`)).toBeFocused();
    await queueButton(page, `Remove ${fourth}`).press("Space");
    await expect.poll(async () => (await queued(page)).slice(0, 4)).toEqual([first, second, third, fifth]);
    await expect(queue(page).getByRole("button", { name: `Play ${third}` })).toBeFocused();

    const grip = await queue(page).locator(".queue-grip").nth(3).boundingBox();
    if (grip === null) throw new Error("The row cannot be dragged.");
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width / 2, grip.y - grip.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await queued(page)).slice(0, 4)).toEqual([first, second, fifth, third]);

    await press(page, "Play");
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

    await press(page, "Pause");
    await progress(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => readPosition(page)).toBeGreaterThan(9);
    const reached = await readPosition(page);
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await waitForSong(page, first);
    await press(page, "Play");
    await expect.poll(() => readPosition(page)).toBeGreaterThan(reached);
    // While the song plays, similar ones are loaded as soon as nothing follows it.
    await press(page, "Pause");
    await queueToggle(page).click();
    await expect.poll(async () => (await queued(page)).slice(0, 2)).toEqual([first, second]);
    await queueButton(page, "Clear").click();
    await expect.poll(() => queued(page)).toEqual([first]);
    await queue(page).getByText("Similar wraps follow.").waitFor();
    await press(page, "Play");
    await seekToEnd(page);
    await expect.poll(async () => (await queued(page)).length).toBeGreaterThan(1);
    const [, similar = ""] = await queued(page);
    await waitForSong(page, similar);
    await waitUntilPlaying(page);
  });

  test("is reached by keyboard on a phone, with time and volume, and passes over a wrap that cannot be played", async () => {
    const { page, open, expectAccessible } = await startVisit(phone, [/404/]);
    // The second recording is gone, also for the request that loads it ahead.
    const requested: string[] = [];
    await page.route("**/audio/**", (route) => {
      const url = route.request().url();
      if (!requested.includes(url)) requested.push(url);
      return requested.indexOf(url) === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    await open("/album/accounts-payable");
    const [, second = "", third = ""] = await main(page).locator(".album-name .b").allTextContents();
    await main(page).getByRole("button", { name: "Play all of Accounts Payable" }).click();
    await waitUntilPlaying(page);
    await queueToggle(page).press("Enter");
    await queue(page).getByRole("listitem").first().waitFor();
    await page.keyboard.press("k");
    await waitUntilPaused(page);
    await expect(queue(page).getByText(/^Time 0:\d\d \/ \d:\d\d$/)).toBeVisible();
    await queue(page).getByRole("slider", { name: "Volume" }).press("ArrowDown");
    await page.waitForFunction(() => Math.abs((document.querySelector("audio")?.volume ?? 0) - 0.9) < 0.001);
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(queue(page)).toHaveCount(0);

    await press(page, "Play");
    await seekToEnd(page);
    await page.getByText(`${second} could not be played, so the next song plays.`).waitFor();
    await waitForSong(page, third);
    await waitUntilPlaying(page);
  });
});
