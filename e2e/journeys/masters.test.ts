import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { makeMaster, prepareEncoder } from "../../server/src/testing/media/masters.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { buildPng, createDraft, createPublisher, type Publisher, trackPath } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;
let publisher: Publisher;
let folder: string;
let flac: Buffer;
let damaged: Buffer;
beforeAll(async () => {
  await prepareEncoder();
  folder = await mkdtemp(join(tmpdir(), "wrapsody-masters-"));
  program = await startIsolatedProgram();
  publisher = await createPublisher(program.url);
  flac = await makeMaster("flac", { seconds: 4 });
  damaged = flac.subarray(0, -9_000);
});
afterAll(async () => {
  await program?.close();
  await rm(folder, { recursive: true, force: true });
});

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

type Wrap = { id: number; name: string; audio_state: string };
const readWraps = async () => {
  const path = "my/songs?limit=50&sortKey=created_at&sortDir=ASC";
  return (await callApi<{ data: Wrap[] }>(program.url, "GET", path, undefined, publisher.token)).data;
};
const wav = (title: string, tone: number) =>
  makeMaster("wav", { seconds: 3, tone, output: ["-metadata", `title=${title}`] });

async function writeMaster(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe("several masters", () => {
  test("become drafts, continue after a lost upload and a reload, on a phone", async () => {
    publisher = await createPublisher(program.url);
    const visit = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/ERR_FAILED|400/] });
    const { page, open, expectAccessible } = visit;
    // Files on disk keep their time, by which they are recognised.
    const files = await Promise.all([
      writeMaster("01 slack.wav", await wav("Slack Water", 300)),
      writeMaster("02 ebb.wav", await wav("Ebb Tide", 500)),
      writeMaster("03 notes.flac", Buffer.from("no audio")),
    ]);
    const choose = async () => {
      await open("/create/recordings");
      await main(page).getByText("lossless masters up to 500 MB").waitFor();
      await main(page).locator("input[name=recordings]").setInputFiles(files);
      const cover = { name: "cover.png", mimeType: "image/png", buffer: buildPng(450, 450) };
      await main(page).locator("input[name=image]").setInputFiles(cover);
      await button(page, "Create 3 drafts").click();
    };
    // The server stores all, but each response is lost.
    await page.route("**/api/v1/song/*/master", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose();
    await expect(main(page).getByText("Connection lost")).toHaveCount(3);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.unroute("**/api/v1/song/*/master");
    await choose();
    await main(page).getByText("2 drafts created.").waitFor(backgroundTimeout);
    await main(page).getByText("This isn’t a WAV, AIFF, FLAC, M4A, AAC or Ogg file.").waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    expect((await readWraps()).map(({ name }) => name).sort()).toEqual(["Ebb Tide", "Slack Water", "notes"]);
    await expect
      .poll(async () => (await readWraps()).map(({ audio_state }) => audio_state).sort(), backgroundTimeout)
      .toEqual(["NONE", "READY", "READY"]);
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from song_master m join song s on s.id = m.song_id where s.name in ('Ebb Tide', 'Slack Water')
        and s.artist_id = ${publisher.artist}`.execute(program.db);
    expect(rows).toEqual([{ jobs: 2 }]);
  });

  test("are matched by their names, and an MP3 beside one is what listeners hear", async () => {
    publisher = await createPublisher(program.url);
    for (const name of ["Kiln", "Sodium"]) await createDraft(program.url, publisher, { name });
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url });
    await open("/my/wraps");
    await button(page, "Add files by name").click();
    const mp3 = { name: "Kiln.mp3", mimeType: "audio/mpeg", buffer: await readFile(trackPath("kiln")) };
    const masters = [
      fileOf(flac, "01 - Kiln.flac"),
      fileOf(damaged, "Sodium.flac"),
      fileOf(flac, "Nowhere.aiff"),
    ];
    await main(page)
      .getByLabel("Choose files")
      .setInputFiles([mp3, ...masters]);
    await main(page).getByText("No wrap has this title.").waitFor();
    await expectAccessible();
    await button(page, "Upload 3 files").focus();
    await page.keyboard.press("Enter");
    await main(page).getByText("3 files uploaded.").waitFor(backgroundTimeout);
    await expect
      .poll(
        async () => (await readWraps()).map(({ name, audio_state }) => [name, audio_state]),
        backgroundTimeout,
      )
      .toEqual([
        ["Kiln", "READY"],
        ["Sodium", "NONE"],
      ]);
    const [kiln] = await readWraps();
    const { master } = await callApi<{ master: { state: string } }>(
      program.url,
      "GET",
      `my/song/${kiln?.id}`,
      undefined,
      publisher.token,
    );
    expect(master.state).toBe("KEPT");
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

describe("a site that encodes no masters", () => {
  test("says so and takes MP3s", async () => {
    const url = inject("configuredUrl");
    publisher = await createPublisher(url);
    const { page, open, expectAccessible } = await openAssets(desktop, { url });
    await main(page)
      .getByText(/This site accepts no lossless masters\./)
      .waitFor();
    await main(page).locator("input[name=audio]").setInputFiles(fileOf(flac));
    await main(page).getByText("This site accepts no masters. Upload an MP3 instead.").waitFor();
    await expectAccessible();
    await main(page).locator("input[name=audio]").setInputFiles(trackPath("fernhouse"));
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
    await open("/create/recordings");
    await main(page).getByText("MP3 up to 20 MB each. This site accepts no lossless masters.").waitFor();
    await main(page).locator("input[name=recordings]").setInputFiles(fileOf(flac));
    await main(page).getByText("This site accepts no masters. Upload an MP3 instead.").waitFor();
  });
});
