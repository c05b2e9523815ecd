import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { listenToWrap, waitUntilPaused, waitUntilPlaying } from "../../harness/listening.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import {
  createDraft,
  createPublisher,
  deleteWrapsAtEnd,
  shortTrackPath,
  uploadAudio,
} from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();

const SECONDS_PER_LINE = 0.3;
/** Seconds at which a line is sung; the recording has 14. */
const timeOf = (number: number) => Number((0.5 + (number - 1) * SECONDS_PER_LINE).toFixed(2));
const lines = Array.from({ length: 40 }, (_, index) => {
  const seconds = timeOf(index + 1)
    .toFixed(2)
    .padStart(5, "0");
  return `[00:${seconds}]Line ${index + 1} of the ledger`;
});
/** LRC with a byte order mark and Windows line ends, and a line that has a translation. */
const translation = "Linha 30 do livro";
const lrc = `\uFEFF[la:pt]\r\n${lines.join("\r\n")}\r\n[00:${timeOf(30).toFixed(2).padStart(5, "0")}]${translation}\r\n`;

/** `sung`: the lines that are marked. */
type LineChange = { text: string; sung: (string | null)[]; position: number };

/** Plays slowly, so that the page shows a line before it has passed, and returns the next line that becomes the current one. */
function waitForLineChange(page: Page): Promise<LineChange> {
  return page.evaluate(
    () =>
      new Promise<LineChange>((resolve, reject) => {
        const audio = document.querySelector("audio");
        const list = document.querySelector(".lyr-lines");
        if (audio === null || list === null) return reject(new Error("there is nothing to follow"));
        audio.playbackRate = 0.1;
        const observer = new MutationObserver(() => {
          const line = list.querySelector("[aria-current]");
          if (line === null) return;
          observer.disconnect();
          audio.playbackRate = 1;
          const sung = [...list.querySelectorAll(".sung")].map(({ textContent }) => textContent);
          resolve({ text: line.textContent, sung, position: audio.currentTime });
        });
        observer.observe(list, { attributeFilter: ["aria-current"], subtree: true });
      }),
  );
}

/** Returns the number of the line at a position, 0 before the first; positions are rounded like those of the page. */
const lineAt = (position: number) =>
  lines.filter((_, at) => timeOf(at + 1) * 1_000 <= Math.round(position * 1_000)).length;

const pause = (page: Page) =>
  page.locator("audio").evaluate((audio: HTMLAudioElement) => {
    audio.pause();
  });

test("synced lyrics are entered in the studio and follow the player on a phone", async () => {
  const publisher = await createPublisher(program.url);
  deleteWrapsAtEnd(program, publisher);
  const song = await createDraft(program.url, publisher, { name: "Low Tide Ledger" });
  await uploadAudio(program.url, publisher, song, shortTrackPath);
  const { url } = program;
  const { page, open, expectAccessible } = await visitAs(publisher, { url, screen: phone });
  await open(`/my/wrap/${song.id}`);
  const form = page.getByRole("form", { name: "Lyrics" });
  const text = form.getByRole("textbox", { name: "Lyrics" });

  // A wrong time is named with its line while typing, and selects it.
  await text.fill("[00:01.00]Low tide\n[00:61.00]high ledger");
  await form.getByRole("button", { name: "Line 2: “[00:61.00]” isn’t a time such as [01:23.45]." }).click();
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(19);

  // Times are set while the recording plays, by keyboard.
  await text.fill("Low tide\n\nhigh ledger");
  await form.getByRole("button", { name: "Set times while listening" }).click();
  await form.getByRole("button", { name: "Play", exact: true }).click();
  await waitUntilPlaying(page);
  const mark = form.getByRole("button", { name: "Mark" });
  await mark.press("Enter");
  await form.getByText("Next line: high ledger").waitFor();
  await mark.press(" ");
  await form.getByText("Every line has a time.").waitFor();
  await pause(page);
  await expect(text).toHaveValue(/^\[00:\d\d\.\d\d\]Low tide\n\n\[00:\d\d\.\d\d\]high ledger\n$/);
  const before = await text.inputValue();
  await form.getByRole("button", { name: "0.1 s later: high ledger" }).click();
  await expect(text).not.toHaveValue(before);

  // A file is stored byte for byte.
  const file = { name: "ledger.lrc", mimeType: "text/plain", buffer: Buffer.from(lrc) };
  await form.locator("input[type=file]").setInputFiles(file);
  await form.getByText("41 lines follow the player.").waitFor();
  await form.getByRole("button", { name: "Save lyrics" }).click();
  await form.getByText("Saved.").waitFor();
  const path = `my/song/${song.id}`;
  const { lyrics } = await callApi<{ lyrics: { text: string } }>(
    url,
    "GET",
    path,
    undefined,
    publisher.token,
  );
  expect(lyrics.text).toBe(lrc);
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible();

  // The page of the wrap follows the player.
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  await listenToWrap(page, () => open(`/wrap/${song.id}`));
  const line = (number: number) =>
    page.getByRole("button", { name: `Line ${number} of the ledger`, exact: true });
  await line(40).waitFor({ state: "attached" });
  await expect(page.locator(".lyr-sync")).toHaveAttribute("lang", "pt");
  // A click on a line seeks to it and plays; so does Enter.
  const choose = async (number: number, act: () => Promise<void>) => {
    await pause(page);
    await waitUntilPaused(page);
    const [change] = await Promise.all([waitForLineChange(page), act()]);
    const chosen = `Line ${number} of the ledger`;
    expect(change).toMatchObject({ text: chosen, sung: number === 30 ? [chosen, translation] : [chosen] });
    expect(lineAt(change.position)).toBeGreaterThanOrEqual(number);
  };
  await choose(30, () => line(30).click());
  await choose(5, () => line(5).press("Enter"));
  // The next lines follow, and the page stays where it is.
  const scrolled = await page.evaluate(() => scrollY);
  const { text: followed, position } = await waitForLineChange(page);
  const number = Number(followed.split(" ")[1]);
  expect(number).toBeGreaterThan(5);
  expect(lineAt(position)).toBeGreaterThanOrEqual(number);
  expect(lineAt(position)).toBeLessThanOrEqual(number + 1);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await pause(page);
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible();
});
