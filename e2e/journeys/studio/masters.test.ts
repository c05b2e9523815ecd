import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { makeMaster, prepareEncoder } from "../../../server/src/testing/media/masters.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import { buildPng, createDraft, createPublisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../../harness/visit.ts";

const mp3Path = fileURLToPath(
  new URL("../../../server/src/testing/media/mp3s/mono-12000.mp3", import.meta.url),
);

const program = openSharedProgram();
let folder: string;
let flac: Buffer;

beforeAll(async () => {
  await prepareEncoder();
  folder = await mkdtemp(join(tmpdir(), "wrapsody-masters-"));
  flac = await makeMaster("flac");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).waitFor();
const audioInput = (page: Page) => main(page).locator("input[name=audio]");
const fileOf = (content: Buffer, name = "Salt Meridian (master).flac") => ({
  name,
  mimeType: "audio/flac",
  buffer: content,
});

/** Opens the files of a new draft as its publisher. */
async function openAssets(url: string, options: { screen?: Screen; allowed?: RegExp[] } = {}) {
  const publisher = await createPublisher(url);
  const song = await createDraft(url, publisher);
  const visit = await visitAs(publisher, { url, ...options });
  await visit.open(`/my/wrap/${song.id}?tab=assets`);
  return visit;
}

describe("a master", () => {
  test("is replaced after a refusal and a failure, encoded, downloaded and deleted, on a phone", async () => {
    const { page, expectAccessible } = await openAssets(program.url, { screen: phone, allowed: [/400/] });
    await waitForText(page, /lossless master up to 500 MB/);
    const playlist = Buffer.from("#EXTM3U\nhttp://127.0.0.1:9/one.ts\n");
    await audioInput(page).setInputFiles(fileOf(playlist, "mix.wav"));
    await waitForText(page, "This isn’t a WAV, AIFF, FLAC, M4A, AAC or Ogg file.");
    await button(page, "Choose a different file").click();
    await audioInput(page).setInputFiles(fileOf(flac.subarray(0, -9_000)));
    await main(page).getByText("No MP3 could be made").waitFor(backgroundTimeout);
    await waitForText(page, "This file is incomplete. Export it again and upload it.");
    await audioInput(page).setInputFiles(fileOf(flac));
    await main(page).getByText("Listeners hear an MP3 made from this file.").waitFor(backgroundTimeout);
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
    await waitForText(page, "FLAC · 44.1 kHz · Stereo · 0:02 · ");
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();

    const started = page.waitForEvent("download");
    await button(page, "Download master").press("Enter");
    const download = await started;
    expect(download.suggestedFilename()).toBe("Salt Meridian (master).flac");
    expect((await readFile(await download.path())).equals(flac)).toBe(true);
    await button(page, "Delete master").press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("The audio that listeners hear stays.").waitFor();
    await dialog.getByRole("button", { name: "Delete master" }).press("Enter");
    await button(page, "Download master").waitFor({ state: "detached" });
    await waitForText(page, "Audio ready");
  });
});

describe("several files", () => {
  test("become drafts, continue after a lost upload and a reload, on a phone", async () => {
    const publisher = await createPublisher(program.url);
    const visit = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/ERR_FAILED|400/] });
    const { page, open } = visit;
    // Files on disk keep their time, by which they are recognised.
    const [master, notes] = [join(folder, "01 slack.wav"), join(folder, "02 notes.flac")];
    await writeFile(
      master,
      await makeMaster("wav", { tone: 300, output: ["-metadata", "title=Slack Water"] }),
    );
    await writeFile(notes, "no audio");
    const choose = async () => {
      await open("/create/recordings");
      await waitForText(page, "or a lossless master up to 500 MB");
      await main(page).locator("input[name=recordings]").setInputFiles([master, notes]);
      const cover = { name: "cover.png", mimeType: "image/png", buffer: buildPng(400, 400) };
      await main(page).locator("input[name=image]").setInputFiles(cover);
      await button(page, "Create 2 drafts").click();
    };
    // The server stores the master, but each response is lost.
    await page.route("**/api/v1/song/*/master", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose();
    await expect(main(page).getByText("Connection lost")).toHaveCount(2);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.unroute("**/api/v1/song/*/master");
    await choose();
    await main(page).getByText("1 draft created.").waitFor(backgroundTimeout);
    await waitForText(page, "This isn’t a WAV, AIFF, FLAC, M4A, AAC or Ogg file.");
    expect(await measureOverflow(page)).toBe(0);
    const readWraps = async () => {
      const { rows } = await sql<{ name: string; masters: number; is_encoded: boolean }>`
        select s.name, count(m.song_id)::int as masters, s.audio_key is not null as is_encoded
        from song s left join song_master m on m.song_id = s.id where s.artist_id = ${publisher.artist}
        group by s.id order by masters`.execute(program.db);
      return rows;
    };
    await expect.poll(readWraps, backgroundTimeout).toEqual([
      { name: "notes", masters: 0, is_encoded: false },
      { name: "Slack Water", masters: 1, is_encoded: true },
    ]);
  });

  test("are matched by their names, and an MP3 beside a master is what listeners hear", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher, { name: "Kiln" });
    const { page, open } = await visitAs(publisher, { url: program.url });
    await open("/my/wraps");
    await main(page).getByText("More", { exact: true }).click();
    await button(page, "Add files by name").click();
    const mp3 = { name: "Kiln.mp3", mimeType: "audio/mpeg", buffer: await readFile(mp3Path) };
    await main(page)
      .getByLabel("Choose files")
      .setInputFiles([mp3, fileOf(flac, "01 - Kiln.flac"), fileOf(flac, "Nowhere.aiff")]);
    await waitForText(page, "No wrap has this title.");
    await button(page, "Upload 2 files").press("Enter");
    await main(page).getByText("2 files uploaded.").waitFor(backgroundTimeout);
    type Files = { master: { state: string } | null; audio: { state: string; bytes: number | null } };
    const readFiles = async () => {
      const path = `my/song/${song.id}`;
      const { master, audio } = await callApi<Files>(program.url, "GET", path, undefined, publisher.token);
      return [master?.state, audio.state, audio.bytes];
    };
    await expect.poll(readFiles, backgroundTimeout).toEqual(["KEPT", "READY", mp3.buffer.length]);
  });
});

describe("a site that encodes no masters", () => {
  test("says so for one file and for several", async () => {
    const { page, open } = await openAssets(inject("configuredUrl"));
    await waitForText(page, /This site accepts no lossless masters\./);
    await audioInput(page).setInputFiles(fileOf(flac));
    await waitForText(page, "This site accepts no masters. Upload an MP3 instead.");
    await open("/create/recordings");
    await waitForText(page, "MP3 up to 20 MB. This site accepts no lossless masters.");
    await main(page).locator("input[name=recordings]").setInputFiles(fileOf(flac));
    await waitForText(page, "This site accepts no masters. Upload an MP3 instead.");
  });
});
