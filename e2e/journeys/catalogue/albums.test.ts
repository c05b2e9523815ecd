import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { desktop } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { waitUntilPlaying } from "../../harness/listening.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import { chooseEntry, picker } from "../../harness/pickers.ts";
import { buildPng, createDraft, createPublisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name }).first();
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).waitFor();

type Tracks = { name: string; track_number: number; isrc: string | null }[];

const trackNames = (page: Page) => main(page).locator(".album-row-name > a").allTextContents();

describe("a publisher", () => {
  test("creates an album, recovers from every mistake, changes its tracks by keyboard, and deletes it", async () => {
    const publisher = await createPublisher(program.url);
    for (const name of ["Low Water", "High Water"]) await createDraft(program.url, publisher, { name });
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, allowed: [/400/] });
    await open("/my/albums");
    await link(page, "Create an album").click();
    await button(page, "Create album").click();
    await expect(picker(page, "Artist")).toHaveAttribute("aria-invalid", "true");
    await expect(picker(page, "Artist")).toBeFocused();
    await expect(field(page, "Name")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible();

    await chooseEntry(page, "Artist", "Inês Corvacho");
    await field(page, "Name").fill("Half-Tide");
    await field(page, "Type").selectOption("EP");
    await field(page, "Release date (optional)").fill("2026-05-01");
    await chooseEntry(page, "Add a wrap", "Low Water");
    await chooseEntry(page, "Add a wrap", "High Water");
    await button(page, "Move High Water up").click();
    await waitForText(page, "High Water moved to position 1 of 2.");
    await field(page, "ISRC of Low Water").fill("GB-1");
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "half-tide.png", mimeType: "image/png", buffer: buildPng(400, 400) });
    await waitForText(page, "half-tide.png");

    // A look elsewhere loses nothing.
    await link(page, "High Water").click();
    await page.waitForURL(/\/my\/wrap\//);
    await open("/my/albums/create");
    await waitForText(page, "Draft restored");
    await expect(field(page, "Name")).toHaveValue("Half-Tide");
    await expect(picker(page, "Artist")).toHaveValue("Inês Corvacho");
    await expect.poll(() => trackNames(page)).toEqual(["High Water", "Low Water"]);
    await waitForText(page, "half-tide.png");
    await button(page, "Create album").click();
    await waitForText(page, "ISRC must match");
    await expect(field(page, "ISRC of Low Water")).toBeFocused();
    await field(page, "ISRC of Low Water").fill("gbaye6900123");
    await button(page, "Create album").click();
    await waitForText(page, "“Half-Tide” has been created.");

    const row = main(page).getByRole("listitem").filter({ hasText: "Half-Tide" });
    await expect(row).toContainText("EP");
    await expect(row).toContainText("None public");
    await link(page, "Half-Tide").click();
    await page.waitForURL(/\/my\/album\/\d+$/);
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    const readTracks = async () =>
      (await callApi<{ tracks: Tracks }>(program.url, "GET", `my/album/${id}`, undefined, publisher.token))
        .tracks;
    expect(await readTracks()).toMatchObject([
      { name: "High Water", track_number: 1, isrc: null },
      { name: "Low Water", track_number: 2, isrc: "GB-AYE-69-00123" },
    ]);
    await waitForText(page, "This album gets a page once one of its wraps is public.");

    // The only album with an ISRC is not deleted until the publisher has cleared it.
    await waitForText(page, "1 wrap has its ISRC on this album only: Low Water (GB-AYE-69-00123)");
    await expect(button(page, "Delete album")).toHaveCount(0);
    await field(page, "ISRC of Low Water").fill("");
    await button(page, "Move Low Water up").press("Enter");
    await expect.poll(() => trackNames(page)).toEqual(["Low Water", "High Water"]);
    await button(page, "Remove High Water").press("Space");
    await expect(button(page, "Remove Low Water")).toBeFocused();
    await picker(page, "Add a wrap").focus();
    await page.keyboard.type("high wa");
    await page.getByRole("option", { name: "High Water" }).waitFor();
    await page.keyboard.press("Enter");
    await field(page, "No. of High Water").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await waitForText(page, "“Half-Tide” has been saved.");
    expect(await readTracks()).toMatchObject([
      { name: "Low Water", track_number: 1, isrc: null },
      { name: "High Water", track_number: 7, isrc: null },
    ]);

    await link(page, "Half-Tide").click();
    await page.waitForURL(/\/my\/album\/\d+$/);
    await button(page, "Delete album").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Its cover is deleted.").waitFor();
    await dialog.getByText("The track numbers of 2 tracks on this album are deleted.").waitFor();
    await dialog.getByRole("button", { name: "Delete album" }).click();
    await waitForText(page, "“Half-Tide” has been deleted.");
    await waitForText(page, "No albums yet");
  });
});

describe("the page of an album", () => {
  test("is reached from its artist and wraps, and plays a track and the next one", async () => {
    const { page, open } = await startVisit(desktop, [/404/]);
    await open("/artist/the-ledger-club");
    await link(page, "Accounts Payable 2025").click();
    await expect(page).toHaveURL(/\/album\/accounts-payable$/);
    await button(page, "Play Grille").first().click();
    await waitUntilPlaying(page);
    await expect(main(page).locator("[aria-current]")).toContainText("Grille");
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
      audio.currentTime = audio.duration - 0.5;
    });
    await page.getByRole("region", { name: "Player" }).getByRole("link", { name: "Long Division" }).waitFor();
    await waitUntilPlaying(page);
    await expect(main(page).locator("[aria-current]")).toContainText("Long Division");
    await link(page, "Long Division").click();
    await page.waitForURL(/\/wrap\//);
    await link(page, "Accounts Payable").click();
    await expect(page).toHaveURL(/\/album\/accounts-payable$/);
  });
});

describe("an artist", () => {
  test("gets links, which its page and its structured data show, and is deleted once it has no wraps", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher);
    const { page, open } = await visitAs(publisher, { url: program.url, allowed: [/400/] });
    await open("/my/artists");
    await link(page, "Edit Inês Corvacho").click();
    await waitForText(page, "This one has 1 wrap.");
    await expect(button(page, "Delete artist")).toHaveCount(0);
    await button(page, "Add a link").click();
    await expect(field(page, "Address of link 1")).toBeFocused();
    await page.keyboard.type("open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC");
    await main(page).getByText("Spotify", { exact: true }).waitFor();
    await button(page, "Add a link").click();
    await page.keyboard.type("https://ines.example");
    await button(page, "Save changes").click();
    await expect(field(page, "Name of link 2")).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, "Name of link 2")).toBeFocused();
    await field(page, "Name of link 2").fill("Website");
    await button(page, "Save changes").click();
    await waitForText(page, "Inês Corvacho has been saved.");
    await open(`/artist/${publisher.artist}`);
    const links = main(page).getByRole("list", { name: "Elsewhere" }).getByRole("link");
    await expect(links).toHaveText([/Spotify/, /Website/]);
    await expect(links.last()).toHaveAttribute("href", "https://ines.example/");
    const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(structured.join()).toContain('"sameAs":["https://open.spotify.com/artist/');

    await callApi(program.url, "DELETE", `song/${song.id}`, undefined, publisher.token);
    await open(`/my/artist/${publisher.artist}`);
    await button(page, "Delete artist").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("The artist’s page, image, texts, links and albums are deleted.").waitFor();
    await dialog.getByRole("button", { name: "Delete artist" }).click();
    await waitForText(page, "Inês Corvacho has been deleted.");
    await main(page).getByText("Inês Corvacho", { exact: true }).waitFor({ state: "detached" });
  });
});
