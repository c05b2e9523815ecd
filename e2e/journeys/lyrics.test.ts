import { expect } from "@playwright/test";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { listenToWrap, waitUntilPaused, waitUntilPlaying } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { createDraft, createPublisher, shortTrackPath, uploadAudio } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

/** Seconds at which a line is sung; the recording has 14. */
const timeOf = (number: number) => 0.5 + (number - 1) * 0.3;
const lines = Array.from({ length: 40 }, (_, index) => {
  const seconds = timeOf(index + 1)
    .toFixed(2)
    .padStart(5, "0");
  return `[00:${seconds}]Line ${index + 1} of the ledger`;
});
/** LRC with a byte order mark and Windows line ends. */
const lrc = `\uFEFF[la:pt]\r\n${lines.join("\r\n")}\r\n`;

const wrongLines = ["[00:01.00]Low tide", "[00:61.00]high ledger"].join("\n");

type LineChange = { text: string; position: number };

/** Plays at half speed, so that a busy machine has twice the time, and returns the next changes of the current line. */
function recordLineChanges(page: Page, count: number): Promise<LineChange[]> {
  return page.evaluate(
    (changes) =>
      new Promise<LineChange[]>((resolve, reject) => {
        const audio = document.querySelector("audio");
        const list = document.querySelector(".lyr-lines");
        if (audio === null || list === null) return reject(new Error("there is nothing to follow"));
        audio.playbackRate = 0.5;
        const recorded: LineChange[] = [];
        const observer = new MutationObserver(() => {
          const line = list.querySelector("[aria-current]");
          if (line === null) return;
          recorded.push({ text: line.textContent, position: audio.currentTime });
          if (recorded.length < changes) return;
          observer.disconnect();
          audio.playbackRate = 1;
          resolve(recorded);
        });
        observer.observe(list, { attributeFilter: ["aria-current"], subtree: true });
      }),
    count,
  );
}

/** Seconds between the time of a line and the position of the player at its change. */
const delayOf = ({ text, position }: LineChange) => position - timeOf(Number(text.split(" ")[1]));

const pause = (page: Page) =>
  page.locator("audio").evaluate((audio: HTMLAudioElement) => {
    audio.pause();
  });

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test.each([
  ["a desktop", desktop],
  ["a phone", phone],
])("synced lyrics are entered in the studio and follow the player on %s", async (_, screen) => {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Low Tide Ledger" });
  await uploadAudio(program.url, publisher, song, shortTrackPath);
  const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, screen });
  await open(`/my/wrap/${song.id}`);
  const form = page.getByRole("form", { name: "Lyrics" });
  const text = form.getByRole("textbox", { name: "Lyrics" });

  // A wrong time is named with its line while typing, and selects it.
  await text.fill(wrongLines);
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
  const later = form.getByRole("button", { name: "0.1 s later: high ledger" });
  const before = await text.inputValue();
  await later.click();
  await expect(text).not.toHaveValue(before);

  // A file is stored byte for byte.
  const file = { name: "ledger.lrc", mimeType: "text/plain", buffer: Buffer.from(lrc) };
  await form.locator("input[type=file]").setInputFiles(file);
  await form.getByText("40 lines follow the player.").waitFor();
  await page.reload();
  await form.getByText(/Draft restored/).waitFor();
  await form.getByText("40 lines follow the player.").waitFor();
  await form.getByRole("button", { name: "Save lyrics" }).click();
  await form.getByText("Saved.").waitFor();
  const { lyrics } = await callApi<{ lyrics: { text: string } }>(
    program.url,
    "GET",
    `my/song/${song.id}`,
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
  const scrolled = await page.evaluate(() => scrollY);
  const delays = (await recordLineChanges(page, 7)).map(delayOf);
  expect(Math.min(...delays)).toBeGreaterThan(-0.002);
  expect(median(delays)).toBeLessThan(0.1);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  // A click on a line seeks to it and plays; so does Enter.
  const choose = async (number: number, act: () => Promise<void>) => {
    await pause(page);
    await waitUntilPaused(page);
    const [[change]] = await Promise.all([recordLineChanges(page, 1), act()]);
    expect(change?.text).toBe(`Line ${number} of the ledger`);
    expect(change?.position).toBeGreaterThan(timeOf(number) - 0.002);
  };
  await choose(30, () => line(30).click());
  await choose(5, () => line(5).press("Enter"));
  await pause(page);
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible();
});
