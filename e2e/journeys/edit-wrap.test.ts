import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import {
  coverPath,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  uploadTrack,
} from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const rowOf = (page: Page, name: string) => main(page).getByRole("group", { name, exact: true });
const update = (page: Page) => main(page).getByRole("button", { name: "Update", exact: true });
const waitUntilSaved = (page: Page) => main(page).getByText("Saved.", { exact: true }).waitFor();
const readFocusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

/** Opens the manage page of a new wrap. */
async function openEditor(fields: Record<string, unknown> = {}, screen?: Screen, allowed: RegExp[] = []) {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Low Water", ...fields });
  const visited = await visitAs(publisher, {
    url: program.url,
    allowed,
    ...(screen === undefined ? {} : { screen }),
  });
  await visited.open(`/my/wrap/${song.id}`);
  await visited.page.getByLabel("Title").waitFor();
  return { ...visited, publisher, song };
}

type Stored = {
  song: Record<string, unknown>;
  detail: Record<"albums" | "credits" | "dates" | "dsps" | "tags" | "owners", Record<string, unknown>[]>;
};

const readStored = (publisher: Publisher, song: Draft): Promise<Stored> =>
  callApi<Stored>(program.url, "GET", `my/song/${song.id}`, undefined, publisher.token);

const patch = (publisher: Publisher, song: Draft, body: object) =>
  callApi(program.url, "PATCH", `song/${song.id}`, body, publisher.token);

/** Pastes a text as from a spreadsheet into the focused field. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

describe("a wrap that exists", () => {
  test("is changed in the form that creates wraps: fields, lists and rows pasted from a spreadsheet", async () => {
    const { page, publisher, song, expectAccessible } = await openEditor(
      {
        owners: [{ name: "Inês Corvacho", ownership: 100, royalty: 100 }],
        credits: [{ role: "COMPOSER", name: "Inês Corvacho" }],
        tags: [{ tag: "Fado", metadata: { genre: "true" } }],
      },
      undefined,
      [/400/],
    );
    await expect(page.getByLabel("Credited artist")).toHaveValue("Inês Corvacho");
    await page.getByLabel("Credited artist").fill("Inês Corvacho & Halden");
    await page.getByLabel("Nickname").fill("the tide one");
    await page.getByLabel("Duration").fill("3m 45s");
    await rowOf(page, "Album 1").getByLabel("Album", { exact: true }).fill("Half-Tide");
    await rowOf(page, "Album 1").getByLabel("Track no.").fill("3");
    await rowOf(page, "Album 1").getByLabel("ISRC").fill("gbaye6900123");
    await button(page, "Add credit").click();
    await rowOf(page, "Credit 2").getByLabel("Name").focus();
    await paste(page, "Ida Stenmark\tSinger\nBo Berg\tMixer");
    await expect(rowOf(page, "Credit 3").getByLabel("Role")).toHaveValue("MIXER");
    await expect(rowOf(page, "Credit 3").getByLabel("Role").locator("optgroup")).toHaveCount(5);
    await rowOf(page, "Date 1").getByLabel("Event").selectOption("RECORDED");
    await rowOf(page, "Date 1").getByLabel("Date", { exact: true }).fill("2024-11-02");
    await rowOf(page, "Link 1").getByLabel("Track URL").fill("https://example.org/low-water");
    await rowOf(page, "Link 1").getByLabel("Service").selectOption("SPOTIFY");
    await rowOf(page, "Tag 1").getByLabel("Type").selectOption("false");
    await expectAccessible();

    // The server refuses the link on its field, and nothing is lost.
    await update(page).click();
    await rowOf(page, "Link 1").getByText("neither a track id nor a track address on Spotify").waitFor();
    await expect.poll(() => readFocusedName(page)).toMatch(/^dsps\..*\.songId$/);
    expect((await readStored(publisher, song)).detail.albums).toEqual([]);
    await rowOf(page, "Link 1")
      .getByLabel("Track URL")
      .fill("https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC");
    await update(page).click();
    await waitUntilSaved(page);

    const { song: saved, detail } = await readStored(publisher, song);
    expect(saved).toMatchObject({
      name: "Low Water",
      artist: "Inês Corvacho & Halden",
      nickname: "the tide one",
      duration: 225,
    });
    expect(detail.albums).toMatchObject([{ name: "Half-Tide", track_number: 3, isrc: "GB-AYE-69-00123" }]);
    expect(detail.credits).toEqual([
      { role: "COMPOSER", value: "Inês Corvacho" },
      { role: "SINGER", value: "Ida Stenmark" },
      { role: "MIXER", value: "Bo Berg" },
    ]);
    expect(detail.dates).toEqual([{ date_type: "RECORDED", date: "2024-11-02" }]);
    expect(detail.dsps).toMatchObject([{ dsp: "SPOTIFY" }]);
    // The form leaves the owners alone.
    expect(detail.owners).toEqual([{ name: "Inês Corvacho", ownership_rate: 100, royalty_rate: 100 }]);

    // An empty credited artist is the artist, and a removed row is gone.
    await page.getByLabel("Credited artist").fill("");
    await button(page, "Remove Credit 2").click();
    await update(page).click();
    await waitUntilSaved(page);
    await expect(page.getByLabel("Credited artist")).toHaveValue("Inês Corvacho");
    const changed = await readStored(publisher, song);
    expect(changed.detail.credits.map(({ value }) => value)).toEqual(["Inês Corvacho", "Bo Berg"]);
  });

  test("keeps what was typed until it is saved, and only that", async () => {
    const { page, publisher, song, expectAccessible } = await openEditor();
    await page.getByLabel("Title").fill("High Water");
    await rowOf(page, "Tag 1").getByLabel("Tag", { exact: true }).fill("Fado");
    await waitForText(page, /Saved in this browser at/);
    // Meanwhile another field changes elsewhere.
    await patch(publisher, song, { nickname: "the tide one" });
    await page.reload();
    await waitForText(page, /Draft restored/);
    await expect(page.getByLabel("Title")).toHaveValue("High Water");
    await expect(page.getByLabel("Nickname")).toHaveValue("the tide one");
    await expect(rowOf(page, "Tag 1").getByLabel("Tag", { exact: true })).toHaveValue("Fado");
    await expectAccessible();
    await update(page).click();
    await waitUntilSaved(page);
    expect((await readStored(publisher, song)).song).toMatchObject({
      name: "High Water",
      nickname: "the tide one",
    });
    const readDrafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")));
    await expect.poll(readDrafts).toEqual([]);

    // So do the other forms of the page.
    await page.getByLabel("Date and time").fill("2027-05-02T18:30");
    await page.getByRole("tab", { name: /^Assets/ }).click();
    await page.locator("input[name=artwork]").setInputFiles(coverPath("kvallsbuss"));
    await waitForText(page, /kvallsbuss\.jpg/);
    await expect.poll(readDrafts).toHaveLength(2);
    await page.reload();
    await waitForText(page, /kvallsbuss\.jpg/);
    await page.getByRole("tab", { name: /^Basics/ }).click();
    await expect(page.getByLabel("Date and time")).toHaveValue("2027-05-02T18:30");
    await button(page, "Set date").click();
    await expect.poll(readDrafts).toHaveLength(1);

    await page.getByLabel("Title").fill("Slack Water");
    await waitForText(page, /Saved in this browser at/);
    await page.reload();
    await button(page, "Discard draft").click();
    await page
      .getByRole("alertdialog")
      .getByText("The changes that you haven’t saved will be lost.")
      .waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard draft" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("High Water");
    expect((await readStored(publisher, song)).song.name).toBe("High Water");
  });

  test("shows all errors of the form at once, and changes nothing until they are corrected", async () => {
    const { page, publisher, song } = await openEditor();
    await page.getByLabel("Title").fill("");
    await page.getByLabel("Duration").fill("soon");
    await rowOf(page, "Album 1").getByLabel("ISRC").fill("GB-12");
    await update(page).click();
    await waitForText(page, "5 fields need attention");
    await expect.poll(() => readFocusedName(page)).toBe("basics.name");
    await page.getByLabel("Title").fill("Low Water");
    await page.getByLabel("Duration").fill("");
    await button(page, "Remove Album 1").click();
    await update(page).click();
    await waitUntilSaved(page);
    expect((await readStored(publisher, song)).song.name).toBe("Low Water");
  });

  test("gets its duration from the audio, which cannot be changed", async () => {
    const { page, open, publisher, song } = await openEditor({ duration: 5 });
    await page.getByLabel("Duration").fill("00:00:07");
    await waitForText(page, /Saved in this browser at/);
    await uploadTrack(program.url, publisher, song, "staircase-descending");
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, "Measured from the audio.");
    await expect(page.getByLabel("Duration")).toHaveAttribute("readonly");
    const { duration } = (await readStored(publisher, song)).song;
    const [, minutes, seconds] = (await page.getByLabel("Duration").inputValue()).split(":").map(Number);
    expect((minutes ?? 0) * 60 + (seconds ?? 0)).toBe(duration);
    await page.getByLabel("Title").fill("High Water");
    await update(page).click();
    await waitUntilSaved(page);
  });

  test("can be changed by keyboard", async () => {
    const { page, publisher, song } = await openEditor();
    await page.getByLabel("Title").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("High Water");
    await rowOf(page, "Credit 1").getByLabel("Name").focus();
    await page.keyboard.type("Inês Corvacho");
    await page.keyboard.press("Tab");
    // Types one letter, because the browser treats later letters after a pause as a new search.
    await page.keyboard.press("c");
    await rowOf(page, "Credit 1").getByLabel("Name").press("Enter");
    const second = rowOf(page, "Credit 2").getByLabel("Name");
    await expect
      .poll(async () => (await readFocusedName(page)) === (await second.getAttribute("name")))
      .toBe(true);
    await page.keyboard.type("Bo Berg");
    await page.keyboard.press("Tab");
    await page.keyboard.press("l");
    await page.getByLabel("Title").press("Enter");
    await waitUntilSaved(page);
    const { song: saved, detail } = await readStored(publisher, song);
    expect(saved.name).toBe("High Water");
    expect(detail.credits.map(({ role }) => role)).toEqual(["COMPOSER", "LYRICIST"]);
  });

  test("can be changed on a phone", async () => {
    const { page, publisher, song, expectAccessible } = await openEditor({}, phone);
    await rowOf(page, "Album 1").getByLabel("Album", { exact: true }).fill("Half-Tide");
    await rowOf(page, "Album 1").getByLabel("Track no.").fill("1");
    await update(page).click();
    await waitUntilSaved(page);
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    expect((await readStored(publisher, song)).detail.albums).toMatchObject([{ name: "Half-Tide" }]);
  });

  test("that was deleted elsewhere reports so and keeps the input", async () => {
    const { page, publisher, song } = await openEditor({}, undefined, [/404/]);
    await page.getByLabel("Title").fill("High Water");
    await callApi(program.url, "DELETE", `song/${song.id}`, undefined, publisher.token);
    await update(page).click();
    await main(page).getByRole("alert").first().waitFor();
    await expect(page.getByLabel("Title")).toHaveValue("High Water");
  });
});
