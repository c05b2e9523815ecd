import type { Locator, Page } from "playwright-core";
import { describe, test } from "vitest";
import { plainPng } from "../../../server/src/testing/media/pictures.ts";
import { expect } from "../../harness/expect.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { button, link, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson } from "../../harness/people.ts";
import { chooseEntry, picker } from "../../harness/pickers.ts";
import { buildPng, createDraft, createPublisher, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";

const program = openSharedProgram();

const square = { name: "cover.png", mimeType: "image/png", buffer: plainPng(450) };
/** Wider than high, so that it has to be cropped. */
const wide = { name: "wide.png", mimeType: "image/png", buffer: buildPng(900, 600) };

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

describe("a new publisher", () => {
  test("creates an artist, recovers from every mistake, and changes it", async () => {
    const person = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAs(person, {
      url: program.url,
      allowed: [/ERR_FAILED/],
    });
    await open("/my/wraps");
    await link(page, "Create an artist").click();

    // Every empty field reports an error, and the first one has the focus.
    await button(page, "Create artist").click();
    await waitForText(page, "Please upload an image.");
    await expect(main(page).getByText("Required")).toHaveCount(2);
    await expect.poll(() => readFocusedName(page)).toBe("name");
    const text = Buffer.from("not a picture");
    await chooseFile(page, { name: "cover.png", mimeType: "image/png", buffer: text });
    await waitForText(page, "File must be a PNG.");

    // The form does not wait for the image cropper, which can be loaded again after a failure.
    await page.getByLabel("Name").fill("Inês Corvacho");
    await page.getByLabel("Description").fill("Piano and tape, from a house by the river.");
    await page.route("**/assets/square-crop-*.js", (route) => route.abort());
    await chooseFile(page, wide);
    await waitForText(page, "This section couldn’t be loaded.");
    await waitForText(page, /wide\.png: cropped to 600 × 600 px/);
    await page.unroute("**/assets/square-crop-*.js");
    await button(page, "Try again").click();
    await main(page).getByRole("group", { name: "Crop to a square" }).waitFor();
    await page.getByLabel("Left").fill("30");
    await expectAccessible();
    await button(page, "Create artist").click();
    await waitForText(page, "Inês Corvacho has been created. Add the first track next.");

    // The message appears once.
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.reload();
    await waitForText(page, "No tracks");
    await expect(main(page).getByText("has been created. Add")).toHaveCount(0);

    await link(page, "Edit Inês Corvacho").click();
    await page.getByLabel("Name").fill("Inês & Corvacho");
    await chooseFile(page, square);
    await waitForText(page, /cover\.png/);
    await button(page, "Save changes").click();
    await waitForText(page, "Inês & Corvacho has been saved.");
    await main(page).getByRole("heading", { name: "Inês & Corvacho" }).waitFor();
  });

  test("creates a song by keyboard, and recovers from every mistake", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open, follow, expectAccessible } = await visitAs(publisher, { url: program.url });
    await open("/create/one");
    await waitForText(page, "Missing artist ID");
    await link(page, "Inês Corvacho").waitFor();
    await follow("/create");
    // Bulk import is announced.
    await expect(button(page, "Coming soon!")).toBeDisabled();
    await link(page, "Inês Corvacho").click();
    await page.getByLabel("Title").waitFor();
    const stops = await tabThroughPage(page);
    expect(stops.length).toBeGreaterThan(20);
    expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
    await fillByKeyboard(page);
    await makeMistakes(page);
    await expectAccessible();

    // The draft survives leaving the page.
    await page.reload();
    await waitForText(page, /Draft restored/);
    await waitForText(page, /wide\.png: cropped to 600 × 600 px/);
    await expect(page.getByLabel("Title")).toHaveValue("Low Water");
    await fixMistakes(page);

    await button(page, "Add song").click();
    await waitForText(page, "Low Water has been added to Inês Corvacho.");
    await link(page, "Add audio: Low Water").waitFor();
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
  await waitForText(page, "100%");
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
  await waitForText(page, "100%");
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

test("a song that is sent again after a lost response is added once, unless it was changed", {
  retry: 0,
}, async () => {
  const publisher = await createPublisher(program.url);
  const { page } = await openForm(publisher, [/ERR_FAILED/, /409/]);
  /** Sends a song whose response is lost. */
  const loseResponse = async (title: string) => {
    await page.getByLabel("Title").fill(title);
    await chooseFile(page, square);
    await waitForText(page, /cover\.png: 450/);
    await page.route("**/api/v1/artist/*/song", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Add song").click();
    await waitForText(page, /This couldn’t be sent\. Your input is still here/);
    await page.unroute("**/api/v1/artist/*/song");
  };
  await loseResponse("Low Water");
  expect(await fetchSongNames(publisher.token)).toEqual(["Low Water"]);
  await page.reload();
  await waitForText(page, /cover\.png: 450/);
  await button(page, "Add song").click();
  await waitForText(page, "Low Water has been added to Inês Corvacho.");
  expect(await fetchSongNames(publisher.token)).toEqual(["Low Water"]);

  await link(page, "New track by Inês Corvacho").click();
  await loseResponse("High Water");
  await page.getByLabel("Title").fill("Slack Water");
  await button(page, "Add song").click();
  await waitForText(page, /This song was already submitted/);
  expect(await fetchSongNames(publisher.token)).toEqual(["High Water", "Low Water"]);
});

test("the draft of a song reports that another tab has it too, and can be discarded", async () => {
  const publisher = await createPublisher(program.url);
  const { page, url, form } = await openForm(publisher);
  await page.getByLabel("Title").fill("Low Water");
  await waitForText(page, /Saved in this browser at/);
  const other = await page.context().newPage();
  await other.goto(`${url}${form}`);
  await other.getByText(/Draft restored/).waitFor();
  await other.getByLabel("Title").fill("High Water");
  await waitForText(page, /This draft is open in another tab/);

  await other.getByRole("button", { name: "Discard draft" }).click();
  const dialog = other.getByRole("alertdialog");
  await dialog.getByText(/Everything in the form will be lost/).waitFor();
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect(other.getByLabel("Title")).toHaveValue("");
  await waitForText(page, /This draft was submitted or discarded in another tab\./);
  await expect(page.getByLabel("Title")).toHaveValue("Low Water");
});

test("the input of forms survives a reload and a look at the plans, and is removed by logging out", async () => {
  const publisher = await createPublisher(program.url);
  await createDraft(program.url, publisher, { name: "Low Water" });
  const { page, open } = await visitAs(publisher, { url: program.url, allowed: [/403/] });
  const waitForStoredPictures = (count: number) => expect.poll(() => countStoredPictures(page)).toBe(count);
  await open("/my/artists/create/one");
  await main(page).getByLabel("Name").fill("Second Voice");
  await main(page).getByLabel("Description").fill("Sings the harmonies.");
  await chooseFile(page, square);
  await waitForStoredPictures(1);
  await button(page, "Create artist").click();
  await waitForText(page, "You’ve reached your plan’s artist limit.");
  await waitForText(page, "Free plan: 1 of 1 artists used");
  await link(page, "Upgrade to Premium").click();
  await page.waitForURL(/\/my\/subscription$/);
  await page.goBack();
  await waitForText(page, /Draft restored/);
  await waitForText(page, /cover\.png: 450 × 450 px/);
  await expect(main(page).getByLabel("Name")).toHaveValue("Second Voice");
  await expect(main(page).getByLabel("Description")).toHaveValue("Sings the harmonies.");

  await open("/my/experiences/create");
  await chooseEntry(page, "Wrap", "Low Water");
  await main(page).getByLabel("Name").fill("Tide Tables");
  await main(page).getByLabel("Description").fill("Every tide of a year.");
  await main(page).getByLabel("Number of spots").fill("12");
  await main(page).getByRole("radio", { name: "Private" }).check();
  await page.locator("input[name=promo_image]").setInputFiles(square);
  await waitForStoredPictures(2);
  await page.reload();
  await waitForText(page, /Draft restored/);
  await waitForText(page, /cover\.png: 450 × 450 px/);
  await expect(picker(page, "Wrap")).toHaveValue("Low Water");
  await expect(main(page).getByLabel("Name")).toHaveValue("Tide Tables");
  await expect(main(page).getByLabel("Description")).toHaveValue("Every tide of a year.");
  await expect(main(page).getByLabel("Number of spots")).toHaveValue("12");
  await expect(main(page).getByRole("radio", { name: "Private" })).toBeChecked();
  await button(page, "Discard").click();
  await main(page).getByText("Discard what you typed?").waitFor();
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
