import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { makeMaster, prepareEncoder } from "../../server/src/testing/media/masters.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { createDraft, createPublisher, type Publisher, trackPath } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;
let publisher: Publisher;
let flac: Buffer;
let damaged: Buffer;
beforeAll(async () => {
  await prepareEncoder();
  program = await startIsolatedProgram();
  publisher = await createPublisher(program.url);
  flac = await makeMaster("flac", { seconds: 4 });
  damaged = flac.subarray(0, -9_000);
});
afterAll(() => program?.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });
const fileOf = (content: Buffer, name = "Salt Meridian (master).flac") => ({
  name,
  mimeType: "audio/flac",
  buffer: content,
});

async function openAssets(screen: Screen = desktop, options: { url?: string; allowed?: RegExp[] } = {}) {
  const { url = program.url, allowed = [] } = options;
  const song = await createDraft(url, publisher);
  const visit = await visitAs(publisher, { url, screen, allowed });
  await visit.open(`/my/wrap/${song.id}?tab=assets`);
  return visit;
}

async function waitForEncodedAudio(page: Page): Promise<void> {
  await main(page).getByText("Listeners hear an MP3 made from this file.").waitFor(backgroundTimeout);
  await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
}

async function downloadMaster(page: Page, press: () => Promise<void>): Promise<void> {
  const started = page.waitForEvent("download");
  await press();
  const download = await started;
  expect(download.suggestedFilename()).toBe("Salt Meridian (master).flac");
  expect((await readFile(await download.path())).equals(flac)).toBe(true);
}

describe("a master", () => {
  test("is dropped, encoded, downloaded, replaced after a failure and deleted, by mouse", async () => {
    const { page, expectAccessible } = await openAssets();
    await main(page)
      .getByText(/lossless master up to 500 MB/)
      .waitFor();
    await drop(page, damaged);
    await main(page).getByText("No MP3 could be made").waitFor(backgroundTimeout);
    await main(page).getByText("This file is incomplete. Export it again and upload it.").waitFor();
    await expectAccessible();
    await main(page).locator("input[name=audio]").setInputFiles(fileOf(flac));
    await waitForEncodedAudio(page);
    await main(page).getByText("FLAC · 44.1 kHz · Stereo · 0:04 · ").waitFor();
    await expectAccessible();
    await downloadMaster(page, () => button(page, "Download master").click());
    await button(page, "Delete master").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("The audio that listeners hear stays.").waitFor();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Delete master" }).click();
    await button(page, "Download master").waitFor({ state: "detached" });
    await main(page).getByText("Audio ready").waitFor();
  });

  test("is chosen, downloaded and deleted by keyboard, and stays beside a later MP3", async () => {
    const { page } = await openAssets();
    const input = main(page).locator("input[name=audio]");
    const chooserOpened = page.waitForEvent("filechooser");
    await input.focus();
    await page.keyboard.press("Enter");
    await (await chooserOpened).setFiles(fileOf(flac));
    await waitForEncodedAudio(page);
    await input.setInputFiles(trackPath("fernhouse"));
    await main(page)
      .getByText("Listeners hear the MP3 that you uploaded afterwards.")
      .waitFor(backgroundTimeout);
    await button(page, "Download master").focus();
    await downloadMaster(page, () => page.keyboard.press("Enter"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Delete master" }).focus();
    await page.keyboard.press("Enter");
    await button(page, "Download master").waitFor({ state: "detached" });
  });

  test("fits a phone", async () => {
    const { page, expectAccessible } = await openAssets(phone);
    await main(page).locator("input[name=audio]").setInputFiles(fileOf(flac));
    await waitForEncodedAudio(page);
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
  });

  test("that is something else is refused with the reason, and another file can be chosen", async () => {
    const { page, expectAccessible } = await openAssets(desktop, { allowed: [/400/] });
    const playlist = Buffer.from("#EXTM3U\nhttp://127.0.0.1:9/one.ts\n");
    await main(page).locator("input[name=audio]").setInputFiles(fileOf(playlist, "mix.wav"));
    await main(page).getByText("This isn’t a WAV, AIFF, FLAC, M4A, AAC or Ogg file.").waitFor();
    await expectAccessible();
    await button(page, "Choose a different file").click();
    await main(page).locator("input[name=audio]").setInputFiles(fileOf(flac));
    await waitForEncodedAudio(page);
  });
});

async function drop(page: Page, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "Salt Meridian (master).flac", { type: "audio/flac" }));
    return data;
  }, content.toString("base64"));
  await page.dispatchEvent(".audio-drop", "drop", { dataTransfer: transfer });
}

test("a site that encodes no masters says so and takes MP3s", async () => {
  const site = await startIsolatedProgram({ MASTER_MAX_MB: "0" });
  try {
    publisher = await createPublisher(site.url);
    const { page, expectAccessible } = await openAssets(desktop, { url: site.url });
    await main(page)
      .getByText(/This site accepts no lossless masters\./)
      .waitFor();
    await main(page).locator("input[name=audio]").setInputFiles(fileOf(flac));
    await main(page).getByText("This site accepts no masters. Upload an MP3 instead.").waitFor();
    await expectAccessible();
    await main(page).locator("input[name=audio]").setInputFiles(trackPath("fernhouse"));
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
  } finally {
    await site.close();
  }
});
