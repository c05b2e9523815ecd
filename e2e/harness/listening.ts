import type { Page } from "playwright-core";

export const waitUntilPlaying = (page: Page) =>
  page.waitForFunction(() => {
    const audio = document.querySelector("audio");
    return audio !== null && !audio.paused && audio.currentTime > 0.2;
  });

export const waitUntilPaused = (page: Page) =>
  page.waitForFunction(() => document.querySelector("audio")?.paused === true);

/** Opens a wrap, unless it is open already, and listens to it. Presses Play if the browser blocks autoplay. */
export async function listenToWrap(
  page: Page,
  open: () => Promise<void> = async () => undefined,
): Promise<void> {
  await open();
  await page.locator("audio").waitFor({ state: "attached" });
  // The player has already tried to autoplay, so `paused` is final here.
  if (await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.paused)) {
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
  }
  await waitUntilPlaying(page);
}
