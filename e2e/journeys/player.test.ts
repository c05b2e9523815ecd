import { describe, test } from "vitest";
import { expect } from "../harness/expect.ts";
import { listenToWrap, waitUntilPaused, waitUntilPlaying } from "../harness/listening.ts";
import { backgroundTimeout, startVisit } from "../harness/visit.ts";

describe("the player", () => {
  test("plays a real MP3 and continues during navigation", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await page.getByRole("button", { name: /^Play/ }).first().click();
    await waitUntilPlaying(page);
    await page.getByRole("link", { name: "Dapps" }).first().click();
    await page.waitForURL(/\/experiences/);
    await waitUntilPlaying(page);
    await expect(page.locator("audio")).toHaveCount(1);
  });

  test("pauses on the same song and starts another one", async () => {
    const { page, open } = await startVisit();
    await listenToWrap(page, () => open("/wrap/salt-meridian"));
    const main = page.getByRole("main");
    await main
      .getByRole("button", { name: /^Pause/ })
      .first()
      .click();
    await waitUntilPaused(page);
    await listenToWrap(page, () => open("/wrap/glass-mango"));
    await page.getByRole("region", { name: "Player" }).getByText("Glass Mango").waitFor();
  });

  test("starts a wrap opened by a link within the site", async () => {
    const { page, open } = await startVisit();
    await open("/");
    // Chromium allows autoplay for a few seconds after a click on a site that has played before.
    const main = page.getByRole("main");
    await main
      .getByRole("button", { name: /^Play (?!Glass Mango)/ })
      .first()
      .click();
    await waitUntilPlaying(page);
    await main
      .getByRole("button", { name: /^Pause/ })
      .first()
      .click();
    await waitUntilPaused(page);
    await page
      .getByRole("region", { name: "Wraps for you" })
      .getByRole("link", { name: /Glass Mango/ })
      .first()
      .click();
    await page.waitForURL(/glass-mango/);
    await page.getByRole("region", { name: "Player" }).getByRole("link", { name: "Glass Mango" }).waitFor();
    await waitUntilPlaying(page);
  });

  test("goes on while another wrap is opened, which its page offers to play", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const main = page.getByRole("main");
    await main
      .getByRole("button", { name: /^Play (?!Glass Mango)/ })
      .first()
      .click();
    await waitUntilPlaying(page);
    const source = () => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.src);
    const before = await source();
    await page
      .getByRole("region", { name: "Wraps for you" })
      .getByRole("link", { name: /Glass Mango/ })
      .first()
      .click();
    await page.waitForURL(/glass-mango/);
    const play = main.getByRole("button", { name: "Play Glass Mango" }).first();
    await play.waitFor();
    expect(await source()).toBe(before);
    await waitUntilPlaying(page);
    await play.click();
    await page.getByRole("region", { name: "Player" }).getByRole("link", { name: "Glass Mango" }).waitFor();
    await waitUntilPlaying(page);
    expect(await source()).not.toBe(before);
  });

  test("responds to letters outside text fields, and to Space where the focus does not use it", async () => {
    const { page, open } = await startVisit();
    await listenToWrap(page, () => open("/wrap/salt-meridian"));
    const isMuted = () => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.muted);
    const tab = page.getByRole("tab", { name: /Learn/ });
    await tab.focus();
    await page.keyboard.press("m");
    await expect.poll(isMuted).toBe(true);
    await page.keyboard.press(" ");
    await waitUntilPlaying(page);
    await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Browse" }).focus();
    await page.keyboard.press(" ");
    await waitUntilPaused(page);
    await page.keyboard.press("k");
    await waitUntilPlaying(page);
    await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("");
    await page.keyboard.type("mk ");
    await expect(page.getByRole("searchbox")).toHaveValue("mk ");
    expect(await isMuted()).toBe(true);
    await waitUntilPlaying(page);
  });

  test("responds to the keyboard: k pauses and plays, m mutes, l loops", async () => {
    const { page, open } = await startVisit();
    await listenToWrap(page, () => open("/wrap/salt-meridian"));
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("k");
    await waitUntilPaused(page);
    await page.keyboard.press("k");
    await waitUntilPlaying(page);
    await page.keyboard.press("m");
    await page.waitForFunction(() => document.querySelector("audio")?.muted === true);
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "Loop", pressed: true }).waitFor();
  });

  test("changes the volume in steps of a tenth, and remembers it", async () => {
    const { page, open } = await startVisit();
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

  test("seeks in its waveform by mouse and by keyboard, and cannot skip", async () => {
    const { page, open } = await startVisit();
    await listenToWrap(page, () => open("/wrap/salt-meridian"));
    const position = () =>
      page.locator("audio").evaluate(({ currentTime, duration }: HTMLAudioElement) => currentTime / duration);
    const progress = page.getByRole("slider", { name: "Progress" });
    const box = await progress.boundingBox();
    if (box === null) throw new Error("The waveform is not shown.");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(position).toBeGreaterThan(0.45);
    expect(await position()).toBeLessThan(0.6);
    await page.keyboard.press("Home");
    await expect.poll(position).toBeLessThan(0.2);
    await expect(page.getByRole("button", { name: /skip|next|forward|rewind/i })).toHaveCount(0);
  });

  test("reports a play when it starts, and again once enough was heard", async () => {
    const { page, open } = await startVisit();
    const calls: { sent: unknown; answer: { counted: boolean; qualifies_after: number } }[] = [];
    page.on("response", async (response) => {
      if (!/\/song\/\d+\/stream$|\/song\/[\w-]+\/stream$/.test(response.url())) return;
      const { body } = (await response.json()) as { body: { counted: boolean; qualifies_after: number } };
      calls.push({ sent: response.request().postDataJSON(), answer: body });
    });
    await listenToWrap(page, () => open("/wrap/saturday-was-a-rumour"));
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(1);
    expect(calls[0]?.answer.counted).toBe(false);
    const wait = calls[0]?.answer.qualifies_after ?? 0;
    expect(wait).toBeGreaterThan(20);
    expect(wait).toBeLessThanOrEqual(30);
    // If the first call was slow, the server's clock is behind the player's: the player retries a little later.
    await expect.poll(() => calls.at(-1)?.answer.counted, backgroundTimeout).toBe(true);
    expect(calls.length).toBeLessThanOrEqual(4);
  });

  test("sets the media session to play, pause and seek, but not to skip", async () => {
    const { page, open, url } = await startVisit();
    await page.addInitScript(() => {
      const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
      const commands: Record<string, MediaSessionActionHandler | null> = {};
      navigator.mediaSession.setActionHandler = (action, handler) => {
        commands[action] = handler;
        set(action, handler);
      };
      Object.assign(window, { commands });
    });
    await listenToWrap(page, () => open("/wrap/salt-meridian"));
    const metadata = await page.evaluate(() => {
      const { title, artist, artwork = [] } = navigator.mediaSession.metadata ?? {};
      return { title, artist, artwork: artwork.map(({ src }) => src) };
    });
    expect(metadata).toMatchObject({ title: "Salt Meridian", artist: "Inês Corvacho" });
    expect(metadata.artwork.length).toBeGreaterThan(1);
    for (const src of metadata.artwork) {
      const picture = await fetch(new URL(src, url));
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
    const command = (action: string) =>
      page.evaluate((name) => {
        const { commands } = window as unknown as { commands: Record<string, (() => void) | null> };
        commands[name]?.();
        return commands[name] === null;
      }, action);
    await command("pause");
    await waitUntilPaused(page);
    await command("play");
    await waitUntilPlaying(page);
    for (const action of ["nexttrack", "previoustrack", "seekforward", "seekbackward"]) {
      expect(await command(action), action).toBe(true);
    }
  });

  test("starts again at the end when it loops, and reports that as a new play", async () => {
    const { page, open } = await startVisit();
    const reported: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/stream") && !("stream_id" in request.postDataJSON()))
        reported.push(request.url());
    });
    await listenToWrap(page, () => open("/wrap/glass-mango"));
    await expect.poll(() => reported.length).toBe(1);
    await page.getByRole("button", { name: "Loop" }).click();
    await page.evaluate(() => {
      const audio = document.querySelector("audio");
      if (audio !== null) audio.currentTime = audio.duration - 0.5;
    });
    await page.waitForFunction(() => {
      const audio = document.querySelector("audio");
      return audio !== null && !audio.paused && audio.currentTime > 0.2 && audio.currentTime < 10;
    });
    await expect.poll(() => reported.length).toBe(2);
    expect(reported[1]).toBe(reported[0]);
  });

  test("reports that the audio could not be loaded, and retries", async () => {
    const { page, open } = await startVisit(undefined, [/Failed to load resource|ERR_FAILED/]);
    await page.route("**/audio/**", (route) => route.abort());
    await open("/wrap/salt-meridian");
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    await page.getByText("We couldn’t load this song. Check your connection.").first().waitFor();
    await page.unroute("**/audio/**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await waitUntilPlaying(page);
  });
});
