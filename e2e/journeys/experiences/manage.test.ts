import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { OwnAudio, OwnSongAnswer } from "@wrapsody/shared/studio/studio.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, onTestFinished, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { id3Tag } from "../../../server/src/testing/media/id3-frames.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { transferFiles } from "../../harness/file-transfer.ts";
import { waitUntilPaused, waitUntilPlaying } from "../../harness/listening.ts";
import { button, dialog, main, tab, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import {
  buildUniqueTrack,
  coverPath,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  shortTrackPath,
  uniqueTrackMusicPath,
  uploadAudio,
} from "../../harness/publisher.ts";
import { startProxy } from "../../harness/tcp-proxy.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import type { Visit } from "../../harness/visit.ts";
import { backgroundTimeout, measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();
/** Has Premium, because each attempt of a test adds a wrap. */
let publisher: Publisher;

beforeAll(async () => {
  publisher = await createPublisher(program.url);
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_MONTHLY', now() + interval '1 month', now() + interval '1 month'
    from account where email = ${publisher.email}`.execute(program.db);
});

type VisitOptions = { person?: Publisher; screen?: Screen; allowed?: readonly RegExp[]; url?: string };

/** Visits the site as a publisher. */
const visitAsPublisher = ({ person = publisher, ...options }: VisitOptions = {}): Promise<Visit> =>
  visitAs(person, { url: program.url, ...options });

const addWrap = (name: string) => createDraft(program.url, publisher, { name });

/** The panel of the selected tab. */
const panel = (page: Page) => main(page).getByRole("tabpanel");

/** Delays decoding of chosen pictures until the page is loaded again. */
async function delayPictures(page: Page, delayMs: number): Promise<void> {
  await page.evaluate((milliseconds) => {
    const { decode } = HTMLImageElement.prototype;
    HTMLImageElement.prototype.decode = async function (this: HTMLImageElement) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return decode.call(this);
    };
  }, delayMs);
}

/** Limits the speed of uploads, in bytes per second, and returns a function that removes the limit. */
async function limitUpload(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  // Only the session that has set a limit can remove it.
  const session = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await session.send("Network.enable");
  await limit(bytesPerSecond);
  return async () => void (await limit(-1));
}

const trackFile = async (name: string) => ({
  name,
  mimeType: "audio/mpeg",
  buffer: await buildUniqueTrack(),
});

/** Builds an MP3 of eight seconds whose tag makes it half a megabyte large, so that it takes time to upload, but not to analyse. */
async function buildLargeRecording(name: string) {
  const tag = id3Tag(Buffer.alloc(500_000));
  return { name, mimeType: "audio/mpeg", buffer: Buffer.concat([tag, await readFile(uniqueTrackMusicPath)]) };
}

const fetchPublicName = async (song: Draft): Promise<string | undefined> => {
  const response = await fetch(`${program.url}/api/v1/song/${song.id}`);
  const { body } = (await response.json()) as { body?: { song: { name: string } } };
  return response.ok ? body?.song.name : undefined;
};

async function setStatus(song: Draft, status: string, rejection: string | null = null): Promise<void> {
  await sql`
    update song set status = ${status}, rejection = ${rejection}, submitted_at = now() where id = ${song.id}`.execute(
    program.db,
  );
}

describe("a wrap", () => {
  test("is drafted, previewed and published", async () => {
    const song = await addWrap("Salt Meridian");
    const { page, open } = await visitAsPublisher({ allowed: [/404/] });
    const plays: string[] = [];
    page.on("request", (request) => {
      if (/\/stream$/.test(request.url())) plays.push(request.url());
    });

    // The list shows the next step and links to it.
    await open("/my/wraps");
    await main(page).getByRole("link", { name: "Add audio: Salt Meridian" }).first().click();
    await page.waitForURL(/tab=assets/);

    // Artwork, submitted while it is still being read
    await delayPictures(page, 1_000);
    await main(page).locator("input[name=artwork]").setInputFiles(coverPath("salt-meridian"));
    await button(page, "Replace artwork").click();
    await waitForText(page, "Artwork saved.");

    // A real MP3
    await main(page)
      .locator("input[name=audio]")
      .setInputFiles(await trackFile("salt-meridian.mp3"));
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
    await waitForText(page, /^−\d+(\.\d)? LUFS$/);
    await waitForText(page, /kbit\/s/);

    // Neither this preview nor the next counts as a play.
    await button(page, "Play Salt Meridian").click();
    await waitUntilPlaying(page);
    await expect(page.getByRole("region", { name: "Player" })).toContainText("Salt Meridian");
    await button(page, "Pause Salt Meridian").click();
    await waitUntilPaused(page);
    await tab(page, /^Basics/).click();
    await waitForText(page, "Measured from the audio.");
    const owners = main(page).getByRole("link", { name: "State owners" });
    await expect(owners).toHaveAttribute("href", /tab=ownership$/);
    await expect(page.getByLabel("Duration")).toHaveAttribute("readonly");

    // Preview as fans see it
    await main(page).getByRole("link", { name: "Preview" }).click();
    await page.waitForURL(/\/preview$/);
    await waitForText(page, "Preview: not visible to fans yet.");
    await button(page, "Play Salt Meridian").first().click();
    await waitUntilPlaying(page);
    await expect(button(page, "You can share this once it’s public")).toBeDisabled();
    expect(plays).toEqual([]);
    expect(await fetchPublicName(song)).toBeUndefined();
    await button(page, "Submit for listing").click();
    await waitForText(page, "It’s now public.");
    expect(await fetchPublicName(song)).toBe("Salt Meridian");
    await main(page).getByRole("link", { name: "Public page" }).click();
    await page.waitForURL(/\/wrap\/[\w-]+$/);
    await main(page).getByRole("heading", { level: 1, name: "Salt Meridian" }).waitFor();
  });

  test("is rejected, listed, hidden, reviewed and deleted, but not while an experience is active", async () => {
    const song = await addWrap("Pier, take three");
    // Too short to be compared with the recordings of others.
    const path = fileURLToPath(
      new URL("../../../server/src/testing/media/mp3s/mono-8000.mp3", import.meta.url),
    );
    await uploadAudio(program.url, publisher, song, path);
    const reason = "The cover is that of another record.";
    await setStatus(song, "REJECTED", reason);
    const { page, open } = await visitAsPublisher({ screen: phone, allowed: [/404/, /409/] });
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, reason);
    await button(page, "Resubmit").click();
    await waitForText(page, "It’s now public.");
    await main(page).getByText(reason).waitFor({ state: "detached" });
    await button(page, "Hide wrap").click();
    await waitForText(page, "Hidden. Only you can see it.");
    expect(await fetchPublicName(song)).toBeUndefined();
    await button(page, "Unhide").click();
    await waitForText(page, "It’s now public.");
    expect(await fetchPublicName(song)).toBe("Pier, take three");

    await setStatus(song, "IN_REVIEW");
    await page.reload();
    await waitForText(page, /^Submitted \d+ \w+ \d{4}, \d\d:\d\d$/);
    await button(page, "Withdraw").click();
    await waitForText(page, "Withdrawn. It’s a draft again.");
    await button(page, "Submit for listing").waitFor();

    await sql`
      insert into campaign (pretty_id, song_id, name, is_active)
      values (${`tides-${song.id}`}, ${song.id}, 'Tides', true)`.execute(program.db);
    await button(page, "Delete wrap").click();
    await dialog(page)
      .getByText("Please confirm deletion of this wrap. Deleting this is irreversible.")
      .waitFor();
    await dialog(page).getByRole("button", { name: "Delete wrap" }).click();
    await dialog(page)
      .getByText(
        "Could not delete wrap. Please try again shortly or contact us if the issue continues. This wrap can’t be deleted while one of its experiences is active.",
      )
      .waitFor();
    await sql`update campaign set is_active = false where song_id = ${song.id}`.execute(program.db);
    await dialog(page).getByRole("button", { name: "Delete wrap" }).click();
    await page.waitForURL(/\/my\/artists/);
    await waitForText(page, "“Pier, take three” was deleted.");
    expect(await fetchPublicName(song)).toBeUndefined();
    await open(`/my/wrap/${song.id}`);
    await main(page).getByRole("heading", { name: "Wrap not found" }).waitFor();
  });

  test("gets reward levels by keyboard, after every missing field is named, and loses one", async () => {
    const song = await addWrap("Salt Meridian");
    const { page, open } = await visitAsPublisher();
    await open(`/my/wrap/${song.id}`);
    await tab(page, /^Basics/).focus();
    for (const name of ["assets", "rewards"]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForURL((url) => url.searchParams.get("tab") === name);
    }
    await waitForText(page, "No reward levels yet.");
    await waitForText(page, /This wrap has no experiences/);
    const create = main(page).getByRole("link", { name: "create an experience" });
    await expect(create).toHaveAttribute("href", `/my/experiences/create?song=${song.id}`);
    await button(page, "Add a level").click();
    await expect(main(page).getByText("Please complete all fields.")).toHaveCount(3);
    const readFocused = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute("name") ?? (focused?.tagName === "BUTTON" ? focused.textContent : "");
      });
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 12; presses += 1) {
        if ((await readFocused()) === name) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`The keyboard did not come to ${name}.`);
    };
    await expect.poll(readFocused).toBe("name");
    await page.keyboard.type("Backstage call");
    await tabTo("reward_points_earned");
    await page.keyboard.type("300");
    await tabTo("description");
    await page.keyboard.type("Ten minutes after the concert.");
    await tabTo("Add a level");
    await page.keyboard.press("Enter");
    await waitForText(page, "Please select a dapp for this reward level.");
    await panel(page).getByLabel("Type").selectOption("WRAPPED_MP3");
    await waitForText(page, /nobody can own one of its tokens/);
    // Limited rewards ask for instructions and a quantity.
    await panel(page).getByLabel("Type").selectOption("TICKET");
    await button(page, "Add a level").click();
    await waitForText(page, "Add instructions for the fan.");
    await waitForText(page, "Enter a quantity or choose “Unlimited”.");
    // Input survives switching to another section.
    await tab(page, /^Ownership/).click();
    await tab(page, /^Rewards/).click();
    await expect(panel(page).getByLabel("Name")).toHaveValue("Backstage call");
    await panel(page).getByLabel("Type").focus();
    // Types one letter, because the browser treats later letters after a pause as a new search.
    await page.keyboard.press("v");
    await tabTo("Add a level");
    await page.keyboard.press("Enter");
    await waitForText(page, "Backstage call added");
    const levels = main(page).locator(".levels-own > li");
    await expect(levels).toContainText(["Virtual meet and greet"]);
    await button(page, "Delete Backstage call").click();
    await dialog(page).getByText("They keep their points").waitFor();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await waitForText(page, "Backstage call deleted");
    await expect(levels).toHaveCount(0);
  });

  test("never scrolls sideways with long names in Spanish on the narrowest screen, in the whole studio", async () => {
    const longArtist = "The Extraordinarily Longwinded Harbourmasters";
    const person = await createPublisher(program.url, { artist: longArtist });
    const song = await createDraft(program.url, person, {
      name: "Donaudampfschifffahrtsgesellschaftskapitän, or how I learned to wait for the tide",
      owners: [{ name: longArtist, ownership: 62.5 }],
    });
    const screen = { width: 320, height: 640, locale: "es-ES" };
    const { page, open, follow } = await visitAsPublisher({ person, screen });
    const expectNoOverflow = async (place: string) => {
      await expect(page.locator(".loading")).toHaveCount(0);
      expect(await measureOverflow(page), place).toBe(0);
    };
    await open("/my/wraps");
    for (const path of [
      "/my/wraps",
      `/my/artist/${person.artist}`,
      `/my/wrap/${song.pretty_id}/preview`,
      `/my/wrap/${song.id}`,
    ]) {
      await follow(path);
      await main(page).getByRole("heading", { level: 1 }).waitFor();
      await expectNoOverflow(path);
    }
    for (const index of [1, 2, 3]) {
      await main(page).getByRole("tab").nth(index).click();
      await expectNoOverflow(`tab ${index}`);
    }
  });
});

describe("the audio of a wrap", () => {
  test("must be an MP3, can be cancelled, and resumes after a lost connection without choosing it again", async () => {
    const song = await addWrap("Fernhouse");
    const proxy = await startProxy(program.url);
    onTestFinished(() => proxy.close());
    const { page, open } = await visitAsPublisher({
      allowed: [/ERR_|Failed to load resource/],
      url: proxy.url,
    });
    await open(`/my/wrap/${song.id}?tab=assets`);
    await page.waitForLoadState("networkidle");
    const input = main(page).locator("input[name=audio]");
    await input.setInputFiles({ name: "take.wma", mimeType: "audio/x-ms-wma", buffer: Buffer.alloc(2_000) });
    await waitForText(page, "Audio files must be in the mp3 format and under 20Mb.");
    await main(page)
      .locator("input[name=artwork]")
      .setInputFiles({ name: "cover.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
    await waitForText(page, "Image files must be PNG or JPEG and under 2Mb.");

    // Slow enough to be observed during the upload.
    const removeLimit = await limitUpload(page, 40_000);
    const recording = await buildLargeRecording("fernhouse.mp3");
    await input.setInputFiles(recording);
    await button(page, "Cancel").click();
    await button(page, "Choose audio").waitFor();
    const { audio } = await callApi<OwnSongAnswer>(
      program.url,
      "GET",
      `my/song/${song.id}`,
      undefined,
      publisher.token,
    );
    expect(audio.state).toBe("NONE");

    await input.setInputFiles(recording);
    const progress = main(page).getByRole("progressbar", { name: "Uploading…" });
    await expect.poll(async () => Number(await progress.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    // Switching to another section does not stop the upload.
    await tab(page, /^Basics/).click();
    await tab(page, /^Assets/).click();
    await progress.waitFor();
    proxy.disconnect();
    await waitForText(page, /Connection lost/);
    await waitForText(page, "fernhouse.mp3");
    proxy.reconnect();
    await removeLimit();
    await button(page, "Retry upload").click();
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
  });

  test("is explained while it is contested, and if it cannot be decoded", async () => {
    const song = await addWrap("Hours of Moths");
    const { page, open } = await visitAsPublisher();
    let changes: Partial<OwnAudio> = { state: "HELD", uri: "/audio/second.mp3" };
    await page.route(`**/api/v1/my/song/${song.id}`, async (route) => {
      const response = await route.fetch();
      const { body } = (await response.json()) as { body: OwnSongAnswer };
      const heard = { ...body.song, audio_uri: "/audio/first.mp3" };
      const audio = { ...body.audio, ...changes };
      await route.fulfill({ response, json: { success: true, body: { ...body, song: heard, audio } } });
    });
    await open(`/my/wrap/${song.id}?tab=assets`);
    await waitForText(page, "This recording matches one published by someone else.");
    await waitForText(page, "Until then, listeners hear the previous version.");
    await expect(button(page, "Play Hours of Moths")).toHaveCount(2);
    changes = { state: "FAILED", problem: "The music in this file could not be decoded." };
    await page.reload();
    await waitForText(page, "The audio couldn’t be decoded.");
    await waitForText(page, "Export the track again as an MP3 and upload it.");
  });
});

test("the list of wraps is sorted and searched by the URL, takes files by their names, and changes several wraps", async () => {
  const person = await createPublisher(program.url);
  for (const name of ["Kiln", "Grille", "Sodium"]) await createDraft(program.url, person, { name });
  const { page, open, follow, expectAccessible } = await visitAsPublisher({ person });
  const readTitles = () => main(page).locator(".own-title a").allTextContents();
  await open("/my/wraps");
  await expect.poll(readTitles).toEqual(["Sodium", "Grille", "Kiln"]);
  await main(page).getByLabel("Sort by").selectOption({ label: "Title" });
  await page.waitForURL(/sort=name/);
  await expect.poll(readTitles).toEqual(["Grille", "Kiln", "Sodium"]);
  await main(page).getByLabel("Title").fill("iln");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=iln/);
  await expect.poll(readTitles).toEqual(["Kiln"]);
  await main(page).getByLabel("Status").selectOption({ label: "Hidden" });
  await waitForText(page, "No matching wraps");
  await page.goBack();
  await expect.poll(readTitles).toEqual(["Kiln"]);
  await page.goBack();
  await expect.poll(readTitles).toEqual(["Grille", "Kiln", "Sodium"]);
  await expect(main(page).getByLabel("Title")).toHaveValue("");

  await page.setViewportSize(phone);
  await follow("/my/wraps?sort=name");
  // The rows come first: filters and rare actions are behind buttons.
  await expect(main(page).locator(".own-wrap .own-state").nth(1)).toBeInViewport();
  await button(page, "Filters").click();
  await main(page).getByLabel("Status").waitFor();
  await button(page, "Filters").click();
  await main(page).getByText("More", { exact: true }).click();
  await button(page, "Add files by name").click();
  const buffer = await readFile(shortTrackPath);
  await transferFiles(main(page).getByLabel("Choose files"), "drop", [
    { name: "01 - Kiln.mp3", content: buffer },
    { name: "Nowhere.mp3", content: buffer },
  ]);
  await waitForText(page, "No wrap has this title.");
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible();
  await button(page, "Upload 1 file").click();
  await waitForText(page, "1 file uploaded.");
  await expect(main(page).getByRole("checkbox")).toHaveCount(0);
  // The controls of the list are in one row, so that the boxes are asked for in the menu.
  await main(page).getByText("More", { exact: true }).click();
  await button(page, "Select").click();
  await expect(main(page).getByRole("checkbox", { name: "Select all on this page" })).toBeFocused();
  await main(page).getByRole("checkbox", { name: "Select Sodium" }).focus();
  await page.keyboard.press("Space");
  await waitForText(page, "1 wrap selected");
  await button(page, "Submit").click();
  await main(page).getByRole("alert").getByText("Sodium").waitFor();
  await main(page)
    .getByRole("checkbox", { name: /wrap selected/ })
    .check();
  await main(page).getByLabel("Tag").fill("ferry");
  await page.keyboard.press("Enter");
  await waitForText(page, "Tag added to 3 wraps.");
  await main(page).getByRole("checkbox", { name: "Select all on this page" }).check();
  await button(page, "Delete").click();
  await dialog(page).getByText("Grille · Kiln · Sodium").waitFor();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await waitForText(page, "No wraps yet");
  const first = main(page).getByRole("link", { name: "Add a song" });
  expect(await first.getAttribute("href")).toContain(`aid=${person.artist}`);
});
