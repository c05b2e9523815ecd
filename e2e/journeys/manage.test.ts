import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { pauseCall } from "../harness/interception.ts";
import { waitUntilPaused, waitUntilPlaying } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import {
  coverPath,
  createDraft,
  createPublisher,
  type Draft,
  deleteWrapsAtEnd,
  type Publisher,
  shortTrackPath,
  trackPath,
  uploadTrack,
} from "../harness/publisher.ts";
import { startProxy } from "../harness/tcp-proxy.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import type { Visit } from "../harness/visit.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[]; url?: string };

/** Visits the site as a publisher. */
const visitAsPublisher = (publisher: Publisher, options: VisitOptions = {}): Promise<Visit> =>
  visitAs(publisher, { url: program.url, ...options });

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
/** The panel of the selected tab. */
const panel = (page: Page) => main(page).getByRole("tabpanel");
const tab = (page: Page, name: RegExp) => main(page).getByRole("tab", { name });
const dialog = (page: Page) => page.getByRole("alertdialog");
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
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

/** Limits the upload speed in bytes per second; -1 removes the limit. */
async function limitUpload(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", conditions);
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
    const publisher = await createPublisher(program.url);
    deleteWrapsAtEnd(program, publisher);
    const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { allowed: [/404/] });
    const plays: string[] = [];
    page.on("request", (request) => {
      if (/\/stream$/.test(request.url())) plays.push(request.url());
    });

    // The list shows the next step and links to it.
    await open("/my/wraps");
    await main(page).getByRole("link", { name: "Add audio: Salt Meridian" }).click();
    await page.waitForURL(/tab=assets/);

    // Artwork, submitted while it is still being read
    await delayPictures(page, 1_000);
    await main(page).locator("input[name=artwork]").setInputFiles(coverPath("salt-meridian"));
    await button(page, "Replace artwork").click();
    await waitForText(page, "Artwork saved.");
    await expectAccessible();

    // A real MP3
    await main(page).locator("input[name=audio]").setInputFiles(trackPath("salt-meridian"));
    await waitForText(page, /Analysing audio|Audio ready/);
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
    await main(page)
      .getByText(/^−\d+(\.\d)? LUFS$/)
      .waitFor();
    await waitForText(page, /kbit\/s/);
    await expectAccessible();

    // This preview does not count as a play.
    await button(page, "Play Salt Meridian").click();
    await waitUntilPlaying(page);
    await expect(page.getByRole("region", { name: "Player" })).toContainText("Salt Meridian");
    await page.waitForTimeout(1_500);
    await button(page, "Pause Salt Meridian").click();
    await waitUntilPaused(page);
    expect(plays).toEqual([]);

    // Preview as fans see it
    await main(page).getByRole("link", { name: "Preview" }).click();
    await page.waitForURL(/\/preview$/);
    await waitForText(page, "Preview: not visible to fans yet.");
    await button(page, "Play Salt Meridian").first().click();
    await waitUntilPlaying(page);
    for (const name of [/^Experience/, /^Listen/, /^Rewards/, /^Learn/]) await tab(page, name).click();
    await expectAccessible();
    await expect(button(page, "You can share this once it’s public")).toBeDisabled();
    expect(plays).toEqual([]);
    expect(await fetchPublicName(song)).toBeUndefined();
    await button(page, "Submit for listing").click();
    await waitForText(page, "It’s now public.");
    expect(await fetchPublicName(song)).toBe("Salt Meridian");

    // The public page
    await main(page).getByRole("link", { name: "Public page" }).click();
    await page.waitForURL(/\/wrap\/[\w-]+$/);
    await main(page).getByRole("heading", { level: 1, name: "Salt Meridian" }).waitFor();
  });

  test("is hidden, republished and deleted", async () => {
    const publisher = await createPublisher(program.url);
    deleteWrapsAtEnd(program, publisher);
    const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
    await uploadTrack(program.url, publisher, song, "umbrella-season");
    await callApi(program.url, "POST", `song/${song.id}/listing`, {}, publisher.token);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { allowed: [/404/] });
    await open(`/my/wrap/${song.id}`);
    await button(page, "Hide wrap").click();
    await waitForText(page, "Hidden. Only you can see it.");
    expect(await fetchPublicName(song)).toBeUndefined();
    await expectAccessible();
    await button(page, "Unhide").click();
    await waitForText(page, "It’s now public.");

    await button(page, "Delete wrap").click();
    await dialog(page)
      .getByText("Please confirm deletion of this wrap. Deleting this is irreversible.")
      .waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await button(page, "Delete wrap").click();
    await dialog(page).getByRole("button", { name: "Delete wrap" }).click();
    await page.waitForURL(/\/my\/artists/);
    await waitForText(page, "“Salt Meridian” was deleted.");
    expect(await fetchPublicName(song)).toBeUndefined();
    await open(`/my/wrap/${song.id}`);
    await main(page).getByRole("heading", { name: "Wrap not found" }).waitFor();
  });

  test("gets reward levels, of which one is deleted", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { allowed: [/404/] });
    await open(`/my/wrap/${song.id}`);
    await tab(page, /^Rewards/).click();
    await waitForText(page, "No reward levels yet.");
    for (const [name, points] of [
      ["Thank-you card", "40"],
      ["Rough mixes", "120"],
    ] as const) {
      await panel(page).getByLabel("Name").fill(name);
      await panel(page).getByLabel("Points required").fill(points);
      await panel(page).getByLabel("Description").last().fill("Written by hand, sent by post.");
      await panel(page).getByLabel("Type").selectOption("MERCH");
      await panel(page).getByLabel("Instructions").fill("Tell us where to send it.");
      await panel(page).getByLabel("Unlimited").check();
      await button(page, "Add a level").click();
      await waitForText(page, `${name} added`);
    }
    await button(page, "Delete Thank-you card").click();
    await dialog(page).getByText("They keep their points").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await waitForText(page, "Thank-you card deleted");
    await expect(main(page).locator(".levels-own > li")).toHaveCount(1);
    await expectAccessible();
  });

  test("is renamed while public, and keeps text typed while it is saved", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
    await setStatus(song, "ACTIVE");
    const { page, open } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}`);
    await main(page).getByLabel("Title").fill("Salt Meridian (evening)");
    await main(page).getByLabel("ISWC").fill("t 034 524 680 1");
    await button(page, "Update").click();
    await waitForText(page, "Saved.");
    await expect(main(page).getByLabel("ISWC")).toHaveValue("T-034.524.680-1");
    await main(page).getByRole("heading", { level: 1, name: "Salt Meridian (evening)" }).waitFor();
    // Text typed during saving stays and is not reported as saved.
    const resume = await pauseCall(page, "PATCH", `song/${song.id}`);
    await main(page).getByLabel("Title").fill("Salt Meridian (night)");
    await button(page, "Update").click();
    await main(page).getByLabel("Title").fill("Salt Meridian (evening)");
    resume();
    await main(page).getByRole("heading", { level: 1, name: "Salt Meridian (night)" }).waitFor();
    await expect(main(page).getByLabel("Title")).toHaveValue("Salt Meridian (evening)");
    await expect(main(page).getByText("Saved.", { exact: true })).toHaveCount(0);
    await button(page, "Update").click();
    await main(page).getByText("Saved.", { exact: true }).waitFor();
    await main(page).getByRole("heading", { level: 1, name: "Salt Meridian (evening)" }).waitFor();
    await main(page).getByRole("link", { name: "Public page" }).click();
    await main(page).getByRole("heading", { level: 1, name: "Salt Meridian (evening)" }).waitFor();
    expect(await fetchPublicName(song)).toBe("Salt Meridian (evening)");
  });

  test("of another publisher, or one that does not exist, is not found", async () => {
    const [publisher, other] = [await createPublisher(program.url), await createPublisher(program.url)];
    const song = await createDraft(program.url, other);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { allowed: [/404/] });
    for (const address of [
      `/my/wrap/${song.id}`,
      `/my/wrap/${song.pretty_id}/preview`,
      "/my/wrap/never-was",
    ]) {
      await open(address);
      await main(page).getByRole("heading", { name: "Wrap not found" }).waitFor();
    }
    await expectAccessible();
  });

  test("cannot be deleted while it has an active experience", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    await sql`
      insert into campaign (pretty_id, song_id, name, is_active)
      values (${`tides-${song.id}`}, ${song.id}, 'Tides', true)`.execute(program.db);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { allowed: [/409/] });
    await open(`/my/wrap/${song.id}`);
    await button(page, "Delete wrap").click();
    await dialog(page).getByRole("button", { name: "Delete wrap" }).click();
    await dialog(page)
      .getByText(
        "Could not delete wrap. Please try again shortly or contact us if the issue continues. This wrap can’t be deleted while one of its experiences is active.",
      )
      .waitFor();
    await expectAccessible();
  });
});

describe("the status of a wrap", () => {
  test("shows the reason for requested changes, and the wrap can be submitted again", async () => {
    const publisher = await createPublisher(program.url);
    deleteWrapsAtEnd(program, publisher);
    const song = await createDraft(program.url, publisher, { name: "Pier, take three" });
    await uploadTrack(program.url, publisher, song, "kiln");
    await setStatus(song, "REJECTED", "The cover is that of another record.");
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, "The cover is that of another record.");
    await expectAccessible();
    await button(page, "Resubmit").click();
    await waitForText(page, "It’s now public.");
    await main(page).getByText("The cover is that of another record.").waitFor({ state: "detached" });
  });

  test("shows how long it has been in review, and the submission can be withdrawn", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    await uploadTrack(program.url, publisher, song, "harmattan");
    await setStatus(song, "IN_REVIEW");
    const { page, open } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, /^In review since \d+ \w+ \d{4}, \d\d:\d\d$/);
    await button(page, "Withdraw").click();
    await waitForText(page, "Withdrawn. It’s a draft again.");
    await button(page, "Submit for listing").waitFor();
  });
});

describe("the wNFT of a wrap", () => {
  test("shows that there is none, that it is pending, or where it was minted", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, "No wNFT has been issued for this wrap.");
    const hash = `0x${"ab".repeat(32)}`;
    await sql`
      update song set nft_hash = ${hash}, nft_network = 'LINEA' where id = ${song.id}`.execute(program.db);
    await open(`/my/wrap/${song.id}`);
    await button(page, "Minting in progress...").waitFor();
    await expect(button(page, "Minting in progress...")).toBeDisabled();
    await expectAccessible();
    await sql`update song set nft_id = '7', nft_confirmed = true where id = ${song.id}`.execute(program.db);
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, "Linea");
    expect(
      await main(page)
        .getByRole("link", { name: /blockchain explorer/ })
        .getAttribute("href"),
    ).toContain(hash);
    await expect(button(page, "Minting in progress...")).toHaveCount(0);
  });
});

describe("the audio of a wrap", () => {
  test("must be an MP3 of at most 20 MB, checked before the upload", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.url());
    });
    await open(`/my/wrap/${song.id}?tab=assets`);
    const input = main(page).locator("input[name=audio]");
    const wrong = "Audio files must be in the mp3 format and under 20Mb.";
    await input.setInputFiles({ name: "take.wma", mimeType: "audio/x-ms-wma", buffer: Buffer.alloc(2_000) });
    await waitForText(page, wrong);
    const folder = await mkdtemp(join(tmpdir(), "wrapsody-track-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const long = join(folder, "long.mp3");
    await writeFile(long, "");
    await truncate(long, 20_000_001);
    await button(page, "Choose audio").waitFor();
    await input.setInputFiles(long);
    await waitForText(page, wrong);
    await main(page)
      .locator("input[name=artwork]")
      .setInputFiles({ name: "cover.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
    await waitForText(page, "Image files must be PNG or JPEG and under 2Mb.");
    expect(sent).toEqual([]);
    await expectAccessible();
  });

  test("is rejected if it is not an MP3 despite its name", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open } = await visitAsPublisher(publisher, { allowed: [/400|415/] });
    await open(`/my/wrap/${song.id}?tab=assets`);
    const wav = Buffer.concat([Buffer.from("RIFF\x24\x08\x00\x00WAVEfmt ", "latin1"), Buffer.alloc(2_048)]);
    await main(page)
      .locator("input[name=audio]")
      .setInputFiles({ name: "take.mp3", mimeType: "audio/mpeg", buffer: wav });
    await waitForText(page, /This is a WAV file\./);
    await button(page, "Choose a different file").click();
    await button(page, "Choose audio").waitFor();
  });

  test("resumes after a lost connection without choosing the file again", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const proxy = await startProxy(program.url);
    onTestFinished(() => proxy.close());
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, {
      allowed: [/ERR_|Failed to load resource/],
      url: proxy.url,
    });
    await open(`/my/wrap/${song.id}?tab=assets`);
    await page.waitForLoadState("networkidle");
    // Slow enough to be observed during the upload.
    await limitUpload(page, 40_000);
    await main(page).locator("input[name=audio]").setInputFiles(trackPath("fernhouse"));
    const progress = main(page).getByRole("progressbar", { name: "Uploading…" });
    await progress.waitFor();
    await expect.poll(async () => Number(await progress.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    // Switching to another section does not stop the upload.
    await tab(page, /^Basics/).click();
    await tab(page, /^Assets/).click();
    await progress.waitFor();
    proxy.disconnect();
    await waitForText(page, /Connection lost/);
    await waitForText(page, "fernhouse.mp3");
    await expectAccessible();
    proxy.reconnect();
    await limitUpload(page, -1);
    await button(page, "Retry upload").click();
    await main(page).getByText("Audio ready").waitFor(backgroundTimeout);
  });

  test("can be cancelled during the upload", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}?tab=assets`);
    await limitUpload(page, 5_000);
    await main(page).locator("input[name=audio]").setInputFiles(trackPath("grille"));
    await button(page, "Cancel").click();
    await button(page, "Choose audio").waitFor();
    const { audio } = await callApi<{ audio: { state: string } }>(
      ...([program.url, "GET", `my/song/${song.id}`, undefined, publisher.token] as const),
    );
    expect(audio.state).toBe("NONE");
  });

  test("that matches another account's recording goes to review", async () => {
    const [first, second] = [await createPublisher(program.url), await createPublisher(program.url)];
    for (const publisher of [first, second]) deleteWrapsAtEnd(program, publisher);
    const original = await createDraft(program.url, first, { name: "Moth Hours" });
    await uploadTrack(program.url, first, original, "moth-hours");
    const copy = await createDraft(program.url, second, { name: "Hours of Moths" });
    await uploadTrack(program.url, second, copy, "glass-mango");
    await callApi(program.url, "POST", `song/${copy.id}/listing`, {}, second.token);
    await uploadTrack(program.url, second, copy, "moth-hours");
    const { page, open, expectAccessible } = await visitAsPublisher(second);
    await open(`/my/wrap/${copy.id}?tab=assets`);
    await waitForText(page, "This recording matches one published by someone else.");
    await expectAccessible();
    await waitForText(page, "Until then, listeners hear the previous version.");
    await expect(button(page, "Play Hours of Moths")).toHaveCount(2);
  });

  test("that cannot be decoded is reported with a solution", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    await uploadTrack(program.url, publisher, song, "sodium");
    await sql`
      with file as (select audio_key as key from song where id = ${song.id}),
      failed as (update audio_file set state = 'FAILED', problem = 'The music in this file could not be decoded.'
        where key = (select key from file))
      update song set incoming_audio_key = audio_key, audio_key = null where id = ${song.id}`.execute(
      program.db,
    );
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}?tab=assets`);
    await waitForText(page, "The audio couldn’t be decoded.");
    await waitForText(page, "Export the track again as an MP3 and upload it.");
    await expectAccessible();
  });
});

describe("the form of a reward level", () => {
  test("names missing fields and explains what needs an experience", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}?tab=rewards`);
    await waitForText(page, /This wrap has no experiences/);
    const create = main(page).getByRole("link", { name: "create an experience" });
    await expect(create).toHaveAttribute("href", `/my/experiences/create?song=${song.id}`);
    await button(page, "Add a level").click();
    await expect(main(page).getByText("Please complete all fields.")).toHaveCount(3);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await panel(page).getByLabel("Name").fill("Tides");
    await panel(page).getByLabel("Points required").fill("10");
    await panel(page).getByLabel("Description").last().fill("A way in.");
    await button(page, "Add a level").click();
    await waitForText(page, "Please select a dapp for this reward level.");
    await expectAccessible();
    await panel(page).getByLabel("Type").selectOption("WRAPPED_MP3");
    await waitForText(page, /nobody can own one of its tokens/);
    // Limited rewards ask for instructions and a quantity.
    await panel(page).getByLabel("Type").selectOption("TICKET");
    await button(page, "Add a level").click();
    await waitForText(page, "Add instructions for the fan.");
    await waitForText(page, "Enter a quantity or choose “Unlimited”.");
    await expectAccessible();
    // Input survives switching to another section.
    await tab(page, /^Ownership/).click();
    await tab(page, /^Rewards/).click();
    await expect(panel(page).getByLabel("Name")).toHaveValue("Tides");
  });

  test("can be filled in and submitted by keyboard", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}`);
    await tab(page, /^Basics/).focus();
    for (const name of ["assets", "rewards"]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForURL((url) => url.searchParams.get("tab") === name);
    }
    await panel(page).getByLabel("Points required").waitFor();
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute("name") ?? (at?.tagName === "BUTTON" ? at.textContent : "");
      });
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 12; presses += 1) {
        if ((await focused()) === name) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`The keyboard did not come to ${name}.`);
    };
    await tabTo("name");
    await page.keyboard.type("Backstage call");
    await tabTo("reward_points_earned");
    await page.keyboard.type("300");
    await tabTo("description");
    await page.keyboard.type("Ten minutes after the concert.");
    await tabTo("reward_type");
    // Types one letter, because the browser treats later letters after a pause as a new search.
    await page.keyboard.press("v");
    await tabTo("Add a level");
    await page.keyboard.press("Enter");
    await waitForText(page, "Backstage call added");
    await expect(main(page).locator(".levels-own > li").first()).toContainText("Virtual meet and greet");
  });
});

describe("the pages of a wrap", () => {
  test.each<[string, Screen]>([
    ["a phone", phone],
    ["a desktop", desktop],
    ["the narrowest screen", { width: 320, height: 640, locale: "es-ES" }],
  ])("never scroll sideways with long names on %s", async (_, screen) => {
    const publisher = await createPublisher(program.url, {
      artist: "The Extraordinarily Longwinded Harbourmasters",
    });
    const song = await createDraft(program.url, publisher, {
      name: "Donaudampfschifffahrtsgesellschaftskapitän, or how I learned to wait for the tide",
      owners: [{ name: "The Extraordinarily Longwinded Harbourmasters", ownership: 62.5 }],
    });
    const { page, open } = await visitAsPublisher(publisher, { screen });
    const addresses = ["basics", "assets", "rewards", "ownership"].map(
      (name) => `/my/wrap/${song.id}?tab=${name}`,
    );
    for (const address of [...addresses, `/my/wrap/${song.id}/preview`, "/my/wraps"]) {
      await open(address);
      await main(page).getByRole("heading", { level: 1 }).waitFor();
      await main(page).getByText("Donaudampfschifffahrtsgesellschaftskapitän").first().waitFor();
      expect(await measureOverflow(page), address).toBe(0);
    }
  });

  test("report that the wrap could not be loaded, and can retry", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open } = await visitAsPublisher(publisher, { allowed: [/500/] });
    const calls = "**/api/v1/my/song/*";
    await page.route(calls, (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await open(`/my/wrap/${song.id}`);
    await main(page)
      .getByText(/we are having problems communicating/)
      .waitFor();
    await page.unroute(calls);
    await button(page, "Try again").click();
    await main(page).getByRole("heading", { level: 1, name: "Low Water" }).waitFor();
  });
});

describe("the list of wraps", () => {
  test("guides a new publisher to the first artist and the first wrap", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open } = await visitAsPublisher(publisher);
    await open("/my/wraps");
    await waitForText(page, "No wraps yet");
    expect(
      await main(page).getByRole("link", { name: "Add your first wrap" }).getAttribute("href"),
    ).toContain(`aid=${publisher.artist}`);
    await sql`delete from artist where id = ${publisher.artist}`.execute(program.db);
    await open("/my/wraps");
    await main(page).getByRole("link", { name: "Create an artist" }).click();
    await page.waitForURL(/\/my\/artists\/create\/one$/);
  });

  test("can be searched, filtered and sorted, all kept in the URL", async () => {
    const publisher = await createPublisher(program.url);
    for (const name of ["Kiln", "Grille", "Sodium"]) await createDraft(program.url, publisher, { name });
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    const titles = () => main(page).locator(".own-title a").allTextContents();
    await open("/my/wraps");
    await expect.poll(titles).toEqual(["Sodium", "Grille", "Kiln"]);
    await main(page).getByLabel("Sort by").selectOption({ label: "Title" });
    await page.waitForURL(/sort=name/);
    await expect.poll(titles).toEqual(["Grille", "Kiln", "Sodium"]);
    await main(page).getByLabel("Title").fill("iln");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=iln/);
    await expect.poll(titles).toEqual(["Kiln"]);
    await main(page).getByLabel("Status").selectOption({ label: "Hidden" });
    await waitForText(page, "No matching wraps");
    await expectAccessible();
    await page.goBack();
    await expect.poll(titles).toEqual(["Kiln"]);
    await page.goBack();
    await expect.poll(titles).toEqual(["Grille", "Kiln", "Sodium"]);
    await expect(main(page).getByLabel("Title")).toHaveValue("");
  });

  test("takes recordings by their names, and changes several wraps together", async () => {
    const publisher = await createPublisher(program.url);
    for (const name of ["Kiln", "Sodium"]) await createDraft(program.url, publisher, { name });
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open("/my/wraps");
    await button(page, "Add files by name").click();
    const buffer = await readFile(shortTrackPath);
    const files = ["01 - Kiln.mp3", "Nowhere.mp3"].map((name) => ({ name, mimeType: "audio/mpeg", buffer }));
    await main(page).getByLabel("Choose files").setInputFiles(files);
    await waitForText(page, "No wrap has this title.");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible();
    await button(page, "Upload 1 file").click();
    await waitForText(page, "1 file uploaded.");
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
    await waitForText(page, "Tag added to 2 wraps.");
    await main(page).getByRole("checkbox", { name: "Select all on this page" }).check();
    await button(page, "Delete").click();
    await dialog(page).getByText("Sodium · Kiln").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await waitForText(page, "No wraps yet");
  });
});
