import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { expect } from "../../harness/expect.ts";
import { pauseCall } from "../../harness/interception.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import {
  coverPath,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
} from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";

const program = openSharedProgram();

const rowOf = (page: Page, name: string) => main(page).getByRole("group", { name, exact: true });
const update = (page: Page) => main(page).getByRole("button", { name: "Update", exact: true });
const waitUntilSaved = (page: Page) => main(page).getByText("Saved.", { exact: true }).waitFor();
const readFocusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

/** Opens the manage page of a new wrap. */
async function openEditor(fields: Record<string, unknown> = {}, allowed: readonly RegExp[] = []) {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Low Water", ...fields });
  const visited = await visitAs(publisher, { url: program.url, allowed });
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
  test("is changed in the form that creates wraps, also by pasting from a spreadsheet, and keeps what is typed meanwhile", async () => {
    const { page, publisher, song } = await openEditor(
      {
        owners: [{ name: "Inês Corvacho", ownership: 100, royalty: 100 }],
        credits: [{ role: "COMPOSER", name: "Inês Corvacho" }],
        tags: [{ tag: "Fado", metadata: { genre: "true" } }],
      },
      [/400/, /404/],
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

    // Text typed during saving stays and is not reported as saved.
    const resume = await pauseCall(page, "PATCH", `song/${song.id}`);
    await page.getByLabel("Title").fill("Night Water");
    await update(page).click();
    await page.getByLabel("Title").fill("High Water");
    resume();
    await main(page).getByRole("heading", { level: 1, name: "Night Water" }).waitFor();
    await expect(page.getByLabel("Title")).toHaveValue("High Water");
    await expect(main(page).getByText("Saved.", { exact: true })).toHaveCount(0);
    await callApi(program.url, "DELETE", `song/${song.id}`, undefined, publisher.token);
    await update(page).click();
    await main(page).getByRole("alert").first().waitFor();
    await expect(page.getByLabel("Title")).toHaveValue("High Water");
  });

  test("keeps what was typed until it is saved, and only that", async () => {
    const { page, publisher, song } = await openEditor();
    const similar = await createDraft(program.url, publisher, { name: "High water!" });
    await page.getByLabel("Title").fill("High Water");
    await rowOf(page, "Tag 1").getByLabel("Tag", { exact: true }).fill("Fado");
    await expect(main(page).getByRole("link", { name: "You already have “High water!”" })).toHaveAttribute(
      "href",
      `/my/wrap/${similar.pretty_id}`,
    );
    await waitForText(page, /Saved in this browser at/);
    // Meanwhile another field changes elsewhere.
    await patch(publisher, song, { nickname: "the tide one" });
    await page.reload();
    await waitForText(page, /Draft restored/);
    await expect(page.getByLabel("Title")).toHaveValue("High Water");
    await expect(page.getByLabel("Nickname")).toHaveValue("the tide one");
    await expect(rowOf(page, "Tag 1").getByLabel("Tag", { exact: true })).toHaveValue("Fado");
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
  });
});
