import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { waitUntilPlaying } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { chooseEntry, picker } from "../harness/pickers.ts";
import { coverPath, createDraft, createPublisher, type Publisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(() => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });

type Tracks = { name: string; track_number: number; isrc: string | null }[];

/** Creates a publisher with two drafts and opens a path as that person. */
async function openStudio(path: string, screen: Screen = desktop, allowed: RegExp[] = []) {
  const publisher = await createPublisher(program.url);
  for (const name of ["Low Water", "High Water"]) await createDraft(program.url, publisher, { name });
  const visit = await visitAs(publisher, { url: program.url, screen, allowed });
  await visit.open(path);
  return { ...visit, publisher };
}

/** Creates an album of both drafts by the API. Returns its id. */
async function createAlbum({ artist, token }: Publisher, name: string): Promise<number> {
  const { data } = await callApi<{ data: { id: number; name: string }[] }>(
    program.url,
    "GET",
    "my/songs?sortKey=name&sortDir=DESC",
    undefined,
    token,
  );
  const tracks = data.map(({ id }, at) => ({ song_id: id, track_number: at + 1 }));
  const form = new FormData();
  form.append("data", JSON.stringify({ name, tracks }));
  const response = await fetch(`${program.url}/api/v1/artist/${artist}/album`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { body } = (await response.json()) as { body: { album: { id: number } } };
  return body.album.id;
}

const readTracks = async ({ token }: Publisher, album: number): Promise<Tracks> =>
  (await callApi<{ tracks: Tracks }>(program.url, "GET", `my/album/${album}`, undefined, token)).tracks;

const trackNames = (page: Page) => main(page).locator(".album-row-name > a").allTextContents();

describe("a publisher", () => {
  test("creates an album, recovers from every mistake, and deletes it", async () => {
    const { page, open, publisher, expectAccessible } = await openStudio("/my/albums", desktop, [/400/]);
    await main(page).getByRole("link", { name: "Create an album" }).click();
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
    await main(page).getByText("High Water moved to position 1 of 2.").waitFor();
    await field(page, "ISRC of Low Water").fill("GB-1");
    await page.locator('input[type="file"]').setInputFiles(coverPath("salt-meridian"));
    await main(page).getByText("salt-meridian.jpg").waitFor();

    // A look elsewhere loses nothing.
    await main(page).getByRole("link", { name: "High Water" }).click();
    await page.waitForURL(/\/my\/wrap\//);
    await open("/my/albums/create");
    await main(page).getByText("Draft restored").waitFor();
    await expect(field(page, "Name")).toHaveValue("Half-Tide");
    await expect(picker(page, "Artist")).toHaveValue("Inês Corvacho");
    await expect.poll(() => trackNames(page)).toEqual(["High Water", "Low Water"]);
    await main(page).getByText("salt-meridian.jpg").waitFor();
    await button(page, "Create album").click();
    await main(page).getByText("ISRC must match").waitFor();
    await expect(field(page, "ISRC of Low Water")).toBeFocused();
    await field(page, "ISRC of Low Water").fill("gbaye6900123");
    await button(page, "Create album").click();
    await main(page).getByText("“Half-Tide” has been created.").waitFor();

    const row = main(page).getByRole("listitem").filter({ hasText: "Half-Tide" });
    await expect(row).toContainText("EP");
    await expect(row).toContainText("None public");
    await row.getByRole("link", { name: "Half-Tide" }).click();
    await page.waitForURL(/\/my\/album\/\d+$/);
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    expect(await readTracks(publisher, id)).toMatchObject([
      { name: "High Water", track_number: 1, isrc: null },
      { name: "Low Water", track_number: 2, isrc: "GB-AYE-69-00123" },
    ]);
    await main(page).getByText("This album gets a page once one of its wraps is public.").waitFor();

    // The only album with an ISRC is not deleted until the publisher has cleared it.
    await main(page)
      .getByText("1 wrap has its ISRC on this album only: Low Water (GB-AYE-69-00123)")
      .waitFor();
    await expect(button(page, "Delete album")).toHaveCount(0);
    await expectAccessible();
    await field(page, "ISRC of Low Water").fill("");
    await button(page, "Save album").click();
    await main(page).getByText("“Half-Tide” has been saved.").waitFor();
    await main(page).getByRole("link", { name: "Half-Tide" }).click();
    await page.waitForURL(/\/my\/album\/\d+$/);

    await button(page, "Delete album").click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("Its cover is deleted.").waitFor();
    await dialog.getByText("The track numbers of 2 tracks on this album are deleted.").waitFor();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Delete album" }).click();
    await main(page).getByText("“Half-Tide” has been deleted.").waitFor();
    await main(page).getByText("No albums yet").waitFor();
  });

  test("changes the tracks of an album by keyboard alone", async () => {
    const publisher = await createPublisher(program.url);
    for (const name of ["Low Water", "High Water"]) await createDraft(program.url, publisher, { name });
    const id = await createAlbum(publisher, "Half-Tide");
    const { page, open } = await visitAs(publisher, { url: program.url });
    await open(`/my/album/${id}`);
    await button(page, "Move Low Water down").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => trackNames(page)).toEqual(["High Water", "Low Water"]);
    await button(page, "Remove High Water").focus();
    await page.keyboard.press("Space");
    await expect(button(page, "Remove Low Water")).toBeFocused();
    await picker(page, "Add a wrap").focus();
    await page.keyboard.type("high wa");
    await page.getByRole("option", { name: "High Water" }).waitFor();
    await page.keyboard.press("Enter");
    await field(page, "No. of High Water").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await main(page).getByText("“Half-Tide” has been saved.").waitFor();
    expect(await readTracks(publisher, id)).toMatchObject([
      { name: "Low Water", track_number: 2 },
      { name: "High Water", track_number: 7 },
    ]);
  });

  test("finds and edits an album on a phone, without scrolling sideways", async () => {
    const publisher = await createPublisher(program.url);
    for (const name of ["Low Water", "High Water"]) await createDraft(program.url, publisher, { name });
    const [id] = [await createAlbum(publisher, "Half-Tide"), await createAlbum(publisher, "Spring Tide")];
    const { page, open } = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/400/] });
    await open("/my/wraps");
    await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Albums" }).click();
    await page.waitForURL(/\/my\/albums/);
    await field(page, "Name").fill("half");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=half/);
    await expect(main(page).locator(".own-album-name")).toHaveCount(1);
    expect(await measureOverflow(page)).toBe(0);
    await main(page).getByRole("link", { name: "Half-Tide" }).click();
    // The list has a field of the same name.
    await button(page, "Save album").waitFor();
    await field(page, "Name").fill("Spring Tide");
    await button(page, "Save album").click();
    await main(page).getByText("This artist already has an album with this name and release date.").waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await field(page, "Release date (optional)").fill("2026-05-01");
    await button(page, "Save album").click();
    await main(page).getByText("“Spring Tide” has been saved.").waitFor();
    expect(await readTracks(publisher, id)).toHaveLength(2);
  });
});

describe("the page of an album", () => {
  test("plays a track, and the next one follows", async () => {
    const { page, open } = await startVisit();
    await open("/album/accounts-payable");
    await button(page, "Play Grille").first().click();
    await waitUntilPlaying(page);
    await expect(main(page).locator("[aria-current]")).toContainText("Grille");
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
      audio.currentTime = audio.duration - 0.5;
    });
    await page.getByRole("region", { name: "Player" }).getByRole("link", { name: "Long Division" }).waitFor();
    await waitUntilPlaying(page);
    await expect(main(page).locator("[aria-current]")).toContainText("Long Division");
  });

  test("is reached from its wraps and artist, and leads to both", async () => {
    const { page, open } = await startVisit(phone);
    await open("/artist/the-ledger-club");
    await main(page).getByRole("link", { name: "Accounts Payable 2025" }).click();
    await expect(page).toHaveURL(/\/album\/accounts-payable$/);
    expect(await measureOverflow(page)).toBe(0);
    await main(page).getByRole("link", { name: "Long Division", exact: true }).click();
    await page.waitForURL(/\/wrap\//);
    await main(page).getByRole("link", { name: "Accounts Payable" }).click();
    await expect(page).toHaveURL(/\/album\/accounts-payable$/);
    await main(page).getByRole("link", { name: "The Ledger Club", exact: true }).first().click();
    await expect(page).toHaveURL(/\/artist\/the-ledger-club$/);
  });

  test("is missing if there is no such album, also in other sites", async () => {
    const { page, open } = await startVisit(desktop, [/404/]);
    await open("/album/no-such-album");
    await main(page).getByRole("heading", { name: "We couldn’t find this album." }).waitFor();
    await open("/embed/album/no-such-album");
    await page.getByText("We couldn’t find this album.").waitFor();
  });
});

describe("an artist", () => {
  test("gets links, which its page and its structured data show", async () => {
    const { page, open, publisher, expectAccessible } = await openStudio("/my/artists", desktop, [/400/]);
    await main(page).getByRole("link", { name: "Edit Inês Corvacho" }).click();
    await button(page, "Add a link").click();
    await expect(field(page, "Address of link 1")).toBeFocused();
    await page.keyboard.type("open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC");
    await main(page).getByText("Spotify", { exact: true }).waitFor();
    await button(page, "Add a link").click();
    await page.keyboard.type("https://ines.example");
    await button(page, "Save changes").click();
    await expect(field(page, "Name of link 2")).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, "Name of link 2")).toBeFocused();
    await expectAccessible();
    await field(page, "Name of link 2").fill("Website");
    await button(page, "Save changes").click();
    await main(page).getByText("Inês Corvacho has been saved.").waitFor();
    await open(`/artist/${publisher.artist}`);
    const links = main(page).getByRole("list", { name: "Elsewhere" }).getByRole("link");
    await expect(links).toHaveText([/Spotify/, /Website/]);
    await expect(links.last()).toHaveAttribute("href", "https://ines.example/");
    const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(structured.join()).toContain('"sameAs":["https://open.spotify.com/artist/');
  });

  test("is deleted once it has no wraps, and until then says why not", async () => {
    const { page, open, publisher } = await openStudio("/my/artists");
    await open(`/my/artist/${publisher.artist}`);
    await main(page).getByText("This one has 2 wraps.").waitFor();
    await expect(button(page, "Delete artist")).toHaveCount(0);
    const { data } = await callApi<{ data: { id: number }[] }>(
      program.url,
      "GET",
      "my/songs",
      undefined,
      publisher.token,
    );
    for (const { id } of data) await callApi(program.url, "DELETE", `song/${id}`, undefined, publisher.token);
    await open(`/my/artist/${publisher.artist}`);
    await button(page, "Delete artist").click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("The artist’s page, image, texts, links and albums are deleted.").waitFor();
    await dialog.getByRole("button", { name: "Delete artist" }).click();
    await main(page).getByText("Inês Corvacho has been deleted.").waitFor();
    await main(page).getByText("Inês Corvacho", { exact: true }).waitFor({ state: "detached" });
  });
});
