import { deflateSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { plainPng, png, pngChunk, pngHead } from "../../server/src/testing/media/pictures.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson } from "../harness/people.ts";
import { chooseEntry, picker } from "../harness/pickers.ts";
import { coverPath, createDraft, createPublisher, type Publisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const square = { name: "cover.png", mimeType: "image/png", buffer: plainPng(450) };
/** Wider than high, so that it has to be cropped. */
const wide = { name: "wide.png", mimeType: "image/png", buffer: greyPng(900, 600) };

function greyPng(width: number, height: number): Buffer {
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.alloc(1 + width * 3, 90)));
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  const head = pngHead({ width, height });
  return png(head, pngChunk("IDAT", deflateSync(rows)), pngChunk("IEND"));
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const rowOf = (page: Page, name: string) => main(page).getByRole("group", { name, exact: true });
const chooseFile = (page: Page, file: Parameters<Page["setInputFiles"]>[1]) =>
  page.locator("input[name=image]").setInputFiles(file);
const readFocusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.id);

/** Returns the names of the caller's songs from the API. */
async function fetchSongNames(token: string): Promise<string[]> {
  const { data } = await callApi<{ data: { name: string }[] }>(
    program.url,
    "GET",
    "my/songs",
    undefined,
    token,
  );
  return data.map(({ name }) => name);
}

/** Opens the form of a new song with the artist preselected. */
async function openForm(publisher: Publisher, allowed: readonly RegExp[] = []) {
  const visited = await visitAs(publisher, { url: program.url, allowed });
  const form = `/create/one?aid=${publisher.artist}&an=Xenia`;
  await visited.open(form);
  await visited.page.getByLabel("Title").waitFor();
  return { ...visited, form };
}

/** Fills in the title and the picture, the only required fields. */
async function fillRequiredFields(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await chooseFile(page, square);
  await waitForText(page, /cover\.png: 450/);
}

describe("a new publisher", () => {
  test("creates an artist, and recovers from every mistake", async () => {
    const person = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAs(person, { url: program.url });
    await open("/my/artists");
    await waitForText(page, "No artists yet.");
    await link(page, "Create your first artist").click();

    // Every empty field reports an error, and the first one has the focus.
    await button(page, "Create artist").click();
    await waitForText(page, "Please upload an image.");
    await expect(main(page).getByText("Required")).toHaveCount(2);
    await expect.poll(() => readFocusedName(page)).toBe("name");
    await expectAccessible();
    await chooseFile(page, {
      name: "cover.png",
      mimeType: "image/png",
      buffer: Buffer.from("not a picture"),
    });
    await waitForText(page, "File must be a PNG.");

    await page.getByLabel("Name").fill("Inês Corvacho");
    await page.getByLabel("Description").fill("Piano and tape, from a house by the river.");
    await chooseFile(page, wide);
    await waitForText(page, /wide\.png: cropped to 600 × 600 px/);
    await page.getByLabel("Left").fill("30");
    await expectAccessible();
    await button(page, "Create artist").click();
    await waitForText(page, "Inês Corvacho has been created. Add the first track next.");
    await expectAccessible();

    // The message appears once.
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.reload();
    await waitForText(page, "No tracks");
    await expect(main(page).getByText("has been created. Add")).toHaveCount(0);
  });

  test("creates a song, and recovers from every mistake", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url });
    await open("/my/artists");
    await link(page, "New track by Inês Corvacho").click();
    await page.getByLabel("Title").waitFor();
    await expectAccessible();
    await fillByKeyboard(page);
    await makeMistakes(page);
    // Scrolls to the top, because axe rejects a control half covered by the header as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible();

    // The draft survives leaving the page.
    await page.reload();
    await waitForText(page, /Draft restored/);
    await waitForText(page, /wide\.png: \d+ × \d+ px/);
    await expect(page.getByLabel("Title")).toHaveValue("Low Water");
    await expectAccessible();
    await fixMistakes(page);

    await button(page, "Add song").click();
    await waitForText(page, "Low Water has been added to Inês Corvacho.");
    await link(page, "Add audio: Low Water").waitFor();
    await expectAccessible();
    await expectSavedSong(publisher.token);

    // The next song starts with an empty form.
    await link(page, "New track by Inês Corvacho").click();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(main(page).getByText(/Draft restored/)).toHaveCount(0);
  });
});

/** Waits until a field has the focus, so that keys go to it. */
async function tabToField(page: Page, field: Locator): Promise<void> {
  await field.waitFor();
  await expect
    .poll(async () => (await readFocusedName(page)) === (await field.getAttribute("name")))
    .toBe(true);
}

/** Fills in everything but the picture by keyboard: Tab to move, Enter to add a row. */
async function fillByKeyboard(page: Page): Promise<void> {
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      if (text !== "") await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
  };
  await page.getByLabel("Title").focus();
  await type("Low Water", "", "the tide one", "t 034524680 1", "3m 45s");
  await expect(page.getByLabel("ISWC")).toHaveValue("T-034.524.680-1");
  await expect(page.getByLabel("Duration")).toHaveValue("00:03:45");
  await type("Recorded with the window open.");
  await chooseFile(page, wide);

  await rowOf(page, "Album 1").getByLabel("Album", { exact: true }).focus();
  await type("Half-Tide", "3");
  await page.keyboard.type("03202026");
  await rowOf(page, "Album 1").getByLabel("ISRC").focus();
  await type("gbaye6900123");
  await page.keyboard.type("en, pt");
  await waitForText(page, "English, Portuguese");

  await rowOf(page, "Credit 1").getByLabel("Name").focus();
  await type("Inês Corvacho");
  await page.keyboard.type("Comp");
  await rowOf(page, "Credit 1").getByLabel("Name").press("Enter");
  await tabToField(page, rowOf(page, "Credit 2").getByLabel("Name"));
  await type("Ida Stenmark");
  await page.keyboard.type("Sing");

  await rowOf(page, "Date 1").getByLabel("Event").focus();
  await page.keyboard.type("Rec");
  await rowOf(page, "Date 1").getByLabel("Date", { exact: true }).fill("2024-11-02");

  await rowOf(page, "Owner 1").getByLabel("Name").focus();
  await type("Inês Corvacho", "60", "50");
  await rowOf(page, "Owner 1").getByLabel("Royalty").press("Enter");
  await tabToField(page, rowOf(page, "Owner 2").getByLabel("Name"));
  await type("Ida Stenmark", "40", "33,34");
  await waitForText(page, "100.00 %");
  await waitForText(page, "16.66% unassigned.");

  await rowOf(page, "Link 1").getByLabel("Track URL").focus();
  await type("https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC");
  await expect(rowOf(page, "Link 1").getByLabel("Service")).toHaveValue("SPOTIFY");
  await rowOf(page, "Tag 1").getByLabel("Tag", { exact: true }).focus();
  await page.keyboard.type("Fado");

  // The second credit moves first; its button keeps the focus, and the move is announced.
  await button(page, "Move Credit 2 up").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Credit 2 moved to position 1 of 2.").waitFor({ state: "attached" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Move Credit 1 up");
  await expect(rowOf(page, "Credit 1").getByLabel("Name")).toHaveValue("Ida Stenmark");
}

/** Several rows are invalid: each reports its error, and a summary shows above the form. */
async function makeMistakes(page: Page): Promise<void> {
  await rowOf(page, "Album 1").getByLabel("Track no.").fill("three");
  await rowOf(page, "Album 1").getByLabel("ISRC").fill("GB-12");
  await rowOf(page, "Credit 2").getByLabel("Role").selectOption("");
  await rowOf(page, "Owner 2").getByLabel("Ownership").fill("45");
  await waitForText(page, /Royalty and ownership splits must not exceed 100%/);
  await page.getByLabel("ISWC").fill("T-034.524.680-9");
  await waitForText(page, "The ISWC check digit is wrong.");
  await button(page, "Add song").click();
  await waitForText(page, "4 fields need attention");
  await expect.poll(() => readFocusedName(page)).toMatch(/^albums\..*\.trackNumber$/);
  await rowOf(page, "Album 1").getByText("Enter a track number.").waitFor();
  await rowOf(page, "Album 1").getByText("ISRC must match CC-XXX-YY-NNNNN").waitFor();
  await rowOf(page, "Credit 2").getByText("Choose a role.").waitFor();
  await button(page, "Credit 2, Role: Choose a role.").click();
  await expect.poll(() => readFocusedName(page)).toMatch(/^credits\..*\.role$/);
}

async function fixMistakes(page: Page): Promise<void> {
  await rowOf(page, "Album 1").getByLabel("Track no.").fill("3");
  await rowOf(page, "Album 1").getByLabel("ISRC").fill("GB AYE 69 00123");
  await rowOf(page, "Credit 2").getByLabel("Role").selectOption("COMPOSER");
  await rowOf(page, "Owner 2").getByLabel("Ownership").fill("30");
  await page.getByLabel("ISWC").fill("T0345246801");
  await button(page, "Assign to Inês Corvacho").first().click();
  await waitForText(page, "100.00 %");
}

/** The server stored everything in the order of the form. */
async function expectSavedSong(token: string): Promise<void> {
  const { data } = await callApi<{ data: { id: number }[] }>(
    program.url,
    "GET",
    "my/songs",
    undefined,
    token,
  );
  const { detail } = await callApi<{ detail: Record<string, unknown> }>(
    program.url,
    "GET",
    `my/song/${data[0]?.id}`,
    undefined,
    token,
  );
  expect(JSON.stringify(detail)).toContain("T-034.524.680-1");
  expect(detail).toMatchObject({
    owners: [
      { name: "Inês Corvacho", ownership_rate: 70, royalty_rate: 50 },
      { name: "Ida Stenmark", ownership_rate: 30, royalty_rate: 33.34 },
    ],
  });
}

describe("the free plan", () => {
  test("allows one artist: a second is rejected with a link to upgrade, and the input is kept", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, allowed: [/403/] });
    await open("/my/artists/create/one");
    await page.getByLabel("Name").fill("Halden Maar");
    await page.getByLabel("Description").fill("Concrete and strings.");
    await chooseFile(page, square);
    await waitForText(page, /cover\.png: 450/);
    await button(page, "Create artist").click();
    await waitForText(page, "You’ve reached your plan’s artist limit.");
    await waitForText(page, "Free plan: 1 of 1 artists used");
    await expectAccessible();
    await expect(page.getByLabel("Name")).toHaveValue("Halden Maar");
    await expect(link(page, "Upgrade to Premium")).toHaveAttribute("href", "/my/subscription");
  });

  test("allows five songs a month: a sixth is rejected with a link to upgrade, and the form is kept", async () => {
    const publisher = await createPublisher(program.url);
    const names = ["Song 1", "Song 2", "Song 3", "Song 4", "Song 5"];
    await Promise.all(names.map((name) => createDraft(program.url, publisher, { name })));
    // Dates the songs a day ahead, so that they count even if a new month begins during the test.
    await sql`
      update song set added_at = now() + interval '1 day' where artist_id = ${publisher.artist}`.execute(
      program.db,
    );
    const { page, expectAccessible } = await openForm(publisher, [/403/]);
    await fillRequiredFields(page, "Song 6");
    await button(page, "Add song").click();
    await waitForText(page, "You’ve reached your plan’s song limit for this month.");
    await waitForText(page, /Free plan: 5 of 5 songs used/);
    await expectAccessible();
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue("Song 6");
    expect(await fetchSongNames(publisher.token)).toHaveLength(5);
  });
});

describe("submitting a song", () => {
  test("again after a lost response adds it once", { retry: 0 }, async () => {
    const publisher = await createPublisher(program.url);
    const { page } = await openForm(publisher, [/ERR_FAILED/]);
    await fillRequiredFields(page, "Low Water");
    await page.route("**/api/v1/artist/*/song", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Add song").click();
    await waitForText(page, /This couldn’t be sent\. Your input is still here/);
    expect(await fetchSongNames(publisher.token)).toEqual(["Low Water"]);
    await page.unroute("**/api/v1/artist/*/song");
    await page.reload();
    await waitForText(page, /cover\.png: 450/);
    await button(page, "Add song").click();
    await waitForText(page, "Low Water has been added to Inês Corvacho.");
    expect(await fetchSongNames(publisher.token)).toEqual(["Low Water"]);
  });

  test("that was changed after a lost response reports that the first one exists", async () => {
    const publisher = await createPublisher(program.url);
    const { page, expectAccessible } = await openForm(publisher, [/ERR_FAILED/, /409/]);
    await fillRequiredFields(page, "Low Water");
    await page.route("**/api/v1/artist/*/song", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Add song").click();
    await waitForText(page, /This couldn’t be sent/);
    await page.unroute("**/api/v1/artist/*/song");
    await page.getByLabel("Title").fill("High Water");
    await button(page, "Add song").click();
    await waitForText(page, /This song was already submitted/);
    await expectAccessible();
    expect(await fetchSongNames(publisher.token)).toEqual(["Low Water"]);
  });

  test("while offline reports an error and keeps the input", async () => {
    const publisher = await createPublisher(program.url);
    const { page } = await openForm(publisher, [/ERR_INTERNET_DISCONNECTED/]);
    await fillRequiredFields(page, "Low Water");
    await page.context().setOffline(true);
    await button(page, "Add song").click();
    await waitForText(page, /This couldn’t be sent\. Your input is still here/);
    await page.context().setOffline(false);
    await button(page, "Add song").click();
    await waitForText(page, "Low Water has been added to Inês Corvacho.");
  });

  test("does not wait for the image cropper, which can be loaded again after a failure", async () => {
    const publisher = await createPublisher(program.url);
    const { page, expectAccessible } = await openForm(publisher, [/ERR_FAILED/]);
    await page.route("**/assets/square-crop-*.js", (route) => route.abort());
    await page.getByLabel("Title").fill("Uncut");
    await chooseFile(page, wide);
    await waitForText(page, "This section couldn’t be loaded.");
    await waitForText(page, /wide\.png: cropped to 600 × 600 px/);
    await expect(page.getByLabel("Title")).toHaveValue("Uncut");
    await expectAccessible();
    await page.unroute("**/assets/square-crop-*.js");
    await button(page, "Try again").click();
    await main(page).getByRole("group", { name: "Crop to a square" }).waitFor();
  });

  test("requires an artist of the publisher", async () => {
    const publisher = await createPublisher(program.url);
    const other = await createPublisher(program.url);
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, allowed: [/404/] });
    await open("/create/one");
    await waitForText(page, "Missing artist ID");
    await expectAccessible();
    await open(`/create/one?aid=${other.artist}&an=Mine`);
    await waitForText(page, "You don’t have access to this artist.");
    await link(page, "Choose an artist").click();
    await link(page, "Inês Corvacho").click();
    await page.getByLabel("Title").waitFor();
  });
});

describe("the draft of a song", () => {
  test("reports that another tab has it too, and can be discarded", async () => {
    const publisher = await createPublisher(program.url);
    const { page, url, form, expectAccessible } = await openForm(publisher);
    await page.getByLabel("Title").fill("Low Water");
    await waitForText(page, /Saved in this browser at/);
    const other = await page.context().newPage();
    await other.goto(`${url}${form}`);
    await other.getByText(/Draft restored/).waitFor();
    await other.getByLabel("Title").fill("High Water");
    await waitForText(page, /This draft is open in another tab/);

    await other.getByRole("button", { name: "Discard draft" }).click();
    await other
      .getByRole("alertdialog")
      .getByText(/Everything in the form will be lost/)
      .waitFor();
    await other.getByRole("alertdialog").getByRole("button", { name: "Discard draft" }).click();
    await expect(other.getByLabel("Title")).toHaveValue("");
    await waitForText(page, /This draft was submitted or discarded in another tab\./);
    await expectAccessible();
    await expect(page.getByLabel("Title")).toHaveValue("Low Water");
  });

  test("is separate for each artist and for each account in the same browser", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open, form } = await openForm(publisher);
    await page.getByLabel("Title").fill("Low Water");
    await waitForText(page, /Saved in this browser at/);
    await page.evaluate(() => localStorage.setItem("wrapsody-userId", "other-user"));
    await open(form);
    await expect(page.getByLabel("Title")).toHaveValue("");
  });
});

describe("the studio", () => {
  test.each([
    ["on a phone", phone],
    ["in Spanish", { ...desktop, locale: "es-ES", colorScheme: "dark" } as const],
    ["on 320 pixels", { width: 320, height: 640 }],
  ])("never scrolls sideways with long names, %s", async (_, screen) => {
    const publisher = await createPublisher(program.url, { artist: "Tidewater Committee for Slow Harbours" });
    await createDraft(program.url, publisher, { name: "Six Ways to Leave a Harbour ".repeat(6).trim() });
    const paths = [
      ...["/my/artists", "/my/artists/create", "/my/artists/create/one", "/create"],
      ...[`/my/artist/${publisher.artist}`, `/create/one?aid=${publisher.artist}`],
    ];
    const { page, open } = await visitAs(publisher, { url: program.url, screen });
    for (const path of paths) {
      await open(path);
      await page.getByRole("navigation", { name: /^(Studio|Estudio)$/ }).waitFor();
      await expect(page.locator(".loading")).toHaveCount(0);
      expect(await measureOverflow(page), path).toBe(0);
    }
  });

  test("offers bulk import to invited publishers and announces it to others", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open } = await visitAs(publisher, { url: program.url });
    for (const path of ["/create", "/my/artists/create"]) {
      await open(path);
      await expect(button(page, "Coming soon!")).toBeDisabled();
      await page.route("**/api/v1/my/imports", (route) =>
        route.fulfill({ json: { success: true, body: { invited: true } } }),
      );
      await open(path);
      await link(page, "Import a file").waitFor();
      await page.unroute("**/api/v1/my/imports");
    }
  });

  test("shows a changed artist name and picture immediately", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, allowed: [/404/] });
    await open("/my/artists");
    await link(page, "Edit Inês Corvacho").click();
    await button(page, "Save changes").waitFor();
    await page.getByLabel("Name").fill("");
    await button(page, "Save changes").click();
    await waitForText(page, "Required");
    await expectAccessible();
    await page.getByLabel("Name").fill("Inês & Corvacho");
    await chooseFile(page, coverPath("kvallsbuss"));
    await waitForText(page, /kvallsbuss\.jpg/);
    await button(page, "Save changes").click();
    await waitForText(page, "Inês & Corvacho has been saved.");
    await main(page).getByRole("heading", { name: "Inês & Corvacho" }).waitFor();
    await open("/my/artist/999999");
    await waitForText(page, "You don’t have access to this artist.");
  });

  test("can be used by keyboard, with every focus stop visible", async () => {
    const publisher = await createPublisher(program.url);
    await createDraft(program.url, publisher);
    const { page, open } = await visitAs(publisher, { url: program.url });
    for (const path of ["/my/artists", "/create", `/create/one?aid=${publisher.artist}`]) {
      await open(path);
      await expect(page.locator(".loading")).toHaveCount(0);
      const stops = await tabThroughPage(page);
      expect(stops.length, path).toBeGreaterThan(20);
      expect(
        stops.filter(({ ring, seen }) => !ring || !seen),
        path,
      ).toEqual([]);
    }
  });
});

test("the input of forms survives a reload and a look at the plans, and is removed by logging out", async () => {
  const publisher = await createPublisher(program.url);
  await createDraft(program.url, publisher, { name: "Low Water" });
  const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url, allowed: [/403/] });
  const waitForStoredPictures = (count: number) => expect.poll(() => countStoredPictures(page)).toBe(count);
  const expectArtist = async () => {
    await waitForText(page, /cover\.png: 450 × 450 px/);
    await expect(main(page).getByLabel("Name")).toHaveValue("Second Voice");
    await expect(main(page).getByLabel("Description")).toHaveValue("Sings the harmonies.");
  };
  await open("/my/artists/create/one");
  await main(page).getByLabel("Name").fill("Second Voice");
  await main(page).getByLabel("Description").fill("Sings the harmonies.");
  await chooseFile(page, square);
  await waitForStoredPictures(1);
  await page.reload();
  await waitForText(page, /Draft restored/);
  await expectArtist();
  await expectAccessible();
  await button(page, "Create artist").click();
  await link(page, "Upgrade to Premium").click();
  await page.waitForURL(/\/my\/subscription$/);
  await page.goBack();
  await waitForText(page, /Draft restored/);
  await expectArtist();

  await open("/my/experiences/create");
  await chooseEntry(page, "Wrap", "Low Water");
  await main(page).getByLabel("Name").fill("Tide Tables");
  await main(page).getByLabel("Description").fill("Every tide of a year.");
  await main(page).getByLabel("Number of spots").fill("12");
  await main(page).getByRole("radio", { name: "Private" }).check();
  await page.locator("input[name=promo_image]").setInputFiles(square);
  await waitForStoredPictures(2);
  await link(page, "Subscription").click();
  await main(page).getByRole("heading", { name: "Upgrade to Premium" }).waitFor();
  await page.goBack();
  await waitForText(page, /Draft restored/);
  await expect(main(page).getByLabel("Name")).toHaveValue("Tide Tables");
  await page.reload();
  await waitForText(page, /Draft restored/);
  await waitForText(page, /cover\.png: 450 × 450 px/);
  await expect(picker(page, "Wrap")).toHaveValue("Low Water");
  await expect(main(page).getByLabel("Name")).toHaveValue("Tide Tables");
  await expect(main(page).getByLabel("Description")).toHaveValue("Every tide of a year.");
  await expect(main(page).getByLabel("Number of spots")).toHaveValue("12");
  await expect(main(page).getByRole("radio", { name: "Private" })).toBeChecked();
  await expectAccessible();
  await button(page, "Discard").click();
  await main(page).getByText("Discard what you typed?").waitFor();
  await expectAccessible();
  await button(page, "Discard").click();
  await expect(main(page).getByLabel("Name")).toHaveValue("");
  await expect(picker(page, "Wrap")).toHaveValue("");
  await waitForStoredPictures(1);

  await open("/you");
  await button(page, "Log out").click();
  await page.waitForURL(`${program.url}/`);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")))).toEqual(
    [],
  );
  await waitForStoredPictures(0);
});

/** Counts the pictures of drafts that the browser stores. */
const countStoredPictures = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "wrapsody-drafts")) return 0;
    const answerOf = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answerOf(indexedDB.open("wrapsody-drafts"));
    try {
      return await answerOf(database.transaction("pictures").objectStore("pictures").count());
    } finally {
      database.close();
    }
  });
