import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { listenToWrap, waitUntilPaused, waitUntilPlaying } from "../../harness/listening.ts";
import { main } from "../../harness/locators.ts";
import { startVisit } from "../../harness/visit.ts";

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const newest = (page: Page) => page.getByRole("region", { name: "Wraps for you" });
const wrapLink = (page: Page, name: RegExp) => newest(page).getByRole("link", { name }).first();
const firstButton = (page: Page, name: RegExp) => main(page).getByRole("button", { name }).first();

/** Reads the one audio element. `position` is a fraction of the duration. */
const readAudio = (page: Page) =>
  page.locator("audio").evaluate(({ src, muted, volume, currentTime, duration }: HTMLAudioElement) => ({
    src,
    muted,
    volume,
    position: currentTime / duration,
  }));

/** What a screen reader finds in the player while a song plays; the points that it earns come after the artist. */
const playerTree = new RegExp(
  [
    '- region "Player":',
    '  - button "Pause Salt Meridian"',
    '  - link "Salt Meridian":',
    "    - /url: /wrap/salt-meridian",
    '  - link "Inês Corvacho":',
    "    - /url: /artist/ines-corvacho(?:\\n {2,}.*)*?",
    '  - slider "Progress": "\\d+"',
    "  - paragraph: \\d:\\d\\d / 1:02",
    '  - button "Loop"',
    '  - button "Mute"',
    '  - slider "Volume": "1"',
    '  - button "Queue"$',
  ].join("\n"),
);

describe("the player", () => {
  test("plays a real MP3 during navigation, then the wrap that its page offers, and a wrap opened by a link", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await firstButton(page, /^Play (?!Glass Mango)/).click();
    await waitUntilPlaying(page);
    const { src } = await readAudio(page);
    await wrapLink(page, /Glass Mango/).click();
    await page.waitForURL(/glass-mango/);
    const play = firstButton(page, /^Play Glass Mango$/);
    await play.waitFor();
    expect((await readAudio(page)).src).toBe(src);
    await waitUntilPlaying(page);
    await expect(page.locator("audio")).toHaveCount(1);

    await play.click();
    await player(page).getByRole("link", { name: "Glass Mango" }).waitFor();
    await waitUntilPlaying(page);
    expect((await readAudio(page)).src).not.toBe(src);
    await firstButton(page, /^Pause Glass Mango$/).click();
    await waitUntilPaused(page);

    // Chromium allows autoplay for a few seconds after a click on a site that has played before.
    await page.goBack();
    await wrapLink(page, /Salt Meridian/).click();
    await page.waitForURL(/salt-meridian/);
    await player(page).getByRole("link", { name: "Salt Meridian" }).waitFor();
    await waitUntilPlaying(page);
  });

  test("responds to keys outside text fields and to its waveform, cannot skip, and remembers the volume", async () => {
    const { page, open } = await startVisit();
    await listenToWrap(page, () => open("/wrap/salt-meridian"));
    const position = async () => (await readAudio(page)).position;
    const volume = async () => (await readAudio(page)).volume;
    expect(await player(page).ariaSnapshot()).toMatch(playerTree);
    const sections = page.getByRole("navigation", { name: "Main" });
    await page.getByRole("tab", { name: /Learn/ }).focus();
    await page.keyboard.press("m");
    await expect.poll(async () => (await readAudio(page)).muted).toBe(true);
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "Loop", pressed: true }).waitFor();
    // A tab uses Space, a link does not.
    await page.keyboard.press(" ");
    await waitUntilPlaying(page);
    await sections.getByRole("link", { name: /^Wraps/ }).focus();
    await page.keyboard.press(" ");
    await waitUntilPaused(page);
    await page.keyboard.press("k");
    await waitUntilPlaying(page);

    const box = await page.getByRole("slider", { name: "Progress" }).boundingBox();
    if (box === null) throw new Error("The waveform is not shown.");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(position).toBeGreaterThan(0.45);
    expect(await position()).toBeLessThan(0.6);
    await page.keyboard.press("Home");
    await expect.poll(position).toBeLessThan(0.2);
    await expect(page.getByRole("button", { name: /skip|next|forward|rewind/i })).toHaveCount(0);

    await sections.getByRole("link", { name: /^Wraps/ }).click();
    await page.getByRole("searchbox").fill("");
    await page.keyboard.type("mk ");
    await expect(page.getByRole("searchbox")).toHaveValue("mk ");
    expect((await readAudio(page)).muted).toBe(true);
    await waitUntilPlaying(page);

    await page.getByRole("button", { name: "Mute", exact: true }).click();
    await page.getByRole("slider", { name: "Volume" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(volume).toBeCloseTo(0.8);
    await open("/wrap/salt-meridian");
    await expect.poll(volume).toBeCloseTo(0.8);
  });

  test("is played and paused by the media session, and loops, which is a new play", async () => {
    const { page, open, url } = await startVisit();
    const reported: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/stream") && !("stream_id" in request.postDataJSON()))
        reported.push(request.url());
    });
    await open("/");
    await page.evaluate(() => {
      const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
      const commands: Record<string, MediaSessionActionHandler | null> = {};
      navigator.mediaSession.setActionHandler = (action, handler) => {
        commands[action] = handler;
        set(action, handler);
      };
      Object.assign(window, { commands });
    });
    await firstButton(page, /^Play Glass Mango$/).click();
    await waitUntilPlaying(page);
    const metadata = await page.evaluate(() => {
      const { title, artist, artwork = [] } = navigator.mediaSession.metadata ?? {};
      return { title, artist, artwork: artwork.map(({ src }) => src) };
    });
    expect(metadata).toMatchObject({ title: "Glass Mango", artist: "Kofi Amprofi" });
    expect(metadata.artwork.length).toBeGreaterThan(1);
    const picture = await fetch(new URL(metadata.artwork[0] ?? "", url));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
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

    await expect.poll(() => reported.length).toBe(1);
    await page.getByRole("button", { name: "Loop" }).click();
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
      audio.currentTime = audio.duration - 0.5;
    });
    await page.waitForFunction(() => {
      const audio = document.querySelector("audio");
      return audio !== null && !audio.paused && audio.currentTime > 0.2 && audio.currentTime < 10;
    });
    await expect.poll(() => reported.length).toBe(2);
    expect(reported[1]).toBe(reported[0]);
  });

  test("rests with the song of a page, else the last one heard, else an offer on lists, and shows at a login only what sounds", async () => {
    const { page, open, url } = await startVisit(phone);
    await open("/artist/ines-corvacho");
    await expect(player(page)).toHaveCount(0);
    await open("/wraps");
    await player(page).getByText("A song at random").waitFor();
    await open("/experiences/tide-tables");
    await player(page).getByRole("link", { name: "Salt Meridian" }).waitFor();
    await waitUntilPaused(page);
    await firstButton(page, /^Play Salt Meridian$/).click();
    await waitUntilPlaying(page);
    const heard = () => page.evaluate(() => localStorage.getItem("wrapsody-heard"));
    await expect.poll(heard).toBe("salt-meridian");

    await page.getByRole("link", { name: /^Start/ }).click();
    await page.waitForURL(/\/login/);
    // It stays under the hand that pauses it.
    await player(page).getByRole("button", { name: "Pause Salt Meridian" }).click();
    await player(page).getByRole("button", { name: "Play Salt Meridian" }).waitFor();
    await open("/signup");
    await expect(player(page)).toHaveCount(0);

    const tab = await page.context().newPage();
    await tab.goto(`${url}/artist/ines-corvacho`);
    await player(tab).getByRole("link", { name: "Salt Meridian" }).waitFor();
    await player(tab).getByRole("button", { name: "Play Salt Meridian" }).waitFor();
    await tab.close();
  });

  test("reports that the audio could not be loaded, and retries", async () => {
    const { page, open } = await startVisit(undefined, [/Failed to load resource|ERR_FAILED/]);
    await page.route("**/audio/**", (route) => route.abort());
    await open("/wrap/salt-meridian");
    await firstButton(page, /^Play/).click();
    await page.getByText("We couldn’t load this song. Check your connection.").first().waitFor();
    await page.unroute("**/audio/**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await waitUntilPlaying(page);
  });
});
