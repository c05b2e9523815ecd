import { readFileSync } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { writeTag } from "../../../server/src/features/rewards/wrapped/id3-tag.ts";
import { sql } from "../../../server/src/platform/database/database.ts";
import { id3Frame, id3Tag } from "../../../server/src/testing/media/id3-frames.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import { chooseEntry, picker } from "../../harness/pickers.ts";
import {
  addArtist,
  buildPng,
  createDraft,
  createPublisher,
  type Publisher,
} from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wrapsody-recordings-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const rowOf = (page: Page, name: string) => main(page).getByRole("group", { name, exact: true });
const fileInput = (page: Page) => main(page).locator("input[name=recordings]");
const titles = (page: Page) => main(page).getByRole("textbox", { name: /^Title of/ });
const draftRows = (page: Page) => main(page).locator(".draft-rows > li");

const tracks = ["Quiet Machinery", "Staircase, Descending", "Lamp Room", "Long Division"];

/** An mp3 of two seconds, too short to be compared with the recordings of others. */
const audio = readFileSync(
  fileURLToPath(new URL("../../../server/src/testing/media/mp3s/mono-11025.mp3", import.meta.url)),
);
const cover = buildPng(450, 450);

/** Writes an mp3 with tags as a label delivers it. Each has other bytes. */
async function writeTagged(title: string, { number = 1, hasCover = true } = {}): Promise<string> {
  const tag = writeTag({
    text: {
      TIT2: [title],
      TALB: ["Night Shift"],
      TRCK: [`${number}/4`],
      TSRC: [`GBAYE260012${number}`],
      TDRC: ["2026-10-02"],
      TCON: ["Ambient"],
    },
    people: [],
    userText: {},
    lyrics: { language: "eng", text: `All night, ${title}` },
    cover: hasCover ? { contentType: "image/png", bytes: cover } : undefined,
    identity: { owner: "label", id: String(number) },
  });
  const path = join(folder, `0${number} ${title}.mp3`);
  await writeFile(path, Buffer.concat([tag, audio]));
  return path;
}

/** Writes an mp3 whose tags are in Windows-1251, declared as Latin-1: the title “Тихая вода” of the album “Прилив”, lyrics and a cover. */
async function writeOldTagged(name: string): Promise<string> {
  const texts = { TIT2: "d2e8f5e0ff20e2eee4e0", TALB: "cff0e8ebe8e2" };
  const frames = Object.entries(texts).map(([id, hex]) =>
    id3Frame(id, Buffer.from(`00${hex}`, "hex"), { major: 3 }),
  );
  const picture = Buffer.concat([Buffer.from("\0image/png\0\x03\0"), cover]);
  frames.push(id3Frame("USLT", Buffer.from("\0eng\0Slack and slow"), { major: 3 }));
  frames.push(id3Frame("APIC", picture, { major: 3 }));
  const path = join(folder, name);
  await writeFile(path, Buffer.concat([id3Tag(Buffer.concat(frames), { major: 3 }), audio]));
  return path;
}

async function grantPremium({ email }: Publisher): Promise<void> {
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_MONTHLY', now() + interval '1 month', now() + interval '1 month' from account where email = ${email}`.execute(
    program.db,
  );
}

/** Adds drafts without a recording, which count towards the plan. */
async function addDrafts({ artist }: Publisher, count: number): Promise<void> {
  await sql`
    insert into song (pretty_id, artist_id, artist, name, status, created_by)
    select 's-' || gen_random_uuid(), id, name, 'Earlier', 'DRAFT', owner_id
    from artist, generate_series(1, ${count}::int) where id = ${artist}`.execute(program.db);
}

async function openPage(publisher: Publisher, options: { screen?: Screen; allowed?: RegExp[] } = {}) {
  const visited = await visitAs(publisher, { url: program.url, ...options });
  await visited.open("/create/recordings");
  await fileInput(visited.page).waitFor({ state: "attached" });
  return visited;
}

type Stored = {
  song: { id: number; name: string; audio_state: string };
  detail: Record<"albums" | "credits" | "owners" | "tags" | "lyrics", Record<string, unknown>[]>;
};

/** Reads all wraps of a publisher, oldest first. */
async function readWraps({ token }: Publisher): Promise<Stored[]> {
  const read = <Body>(path: string) => callApi<Body>(program.url, "GET", path, undefined, token);
  const { data } = await read<{ data: { id: number }[] }>("my/songs?limit=50&sortKey=created_at&sortDir=ASC");
  return Promise.all(data.map(({ id }) => read<Stored>(`my/song/${id}`)));
}

/** Pastes a text as from a spreadsheet into a field. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Interactions for the rights of an EP. */
const MAX_INTERACTIONS = 60;

describe("recordings", () => {
  test("of an EP get full rights in under 60 interactions", async () => {
    const publisher = await createPublisher(program.url);
    await grantPremium(publisher);
    const files = await Promise.all(tracks.map((title, at) => writeTagged(title, { number: at + 1 })));
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url });
    let interactions = 0;
    const act = async (run: Promise<unknown>) => {
      interactions += 1;
      await run;
    };
    await open("/create");
    await act(main(page).getByRole("link", { name: "Choose recordings" }).click());
    await fileInput(page).waitFor({ state: "attached" });
    await expect(main(page).locator(".recordings-drop")).toBeInViewport({ ratio: 1 });
    await main(page).getByText("Drafts appear here, each with what it needs before you submit it.").waitFor();
    await act(fileInput(page).setInputFiles(files));
    await expect.poll(() => button(page, "Create 4 drafts").count(), backgroundTimeout).toBe(1);
    expect(
      await titles(page).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    ).toEqual(tracks);
    await waitForText(page, "1 · Night Shift, ISRC GB-AYE-26-00121, 2026-10-02, Ambient, lyrics, cover");
    await expectAccessible();
    await act(button(page, "Create 4 drafts").click());
    await main(page).getByText("4 drafts created.").waitFor(backgroundTimeout);
    await expect.poll(() => draftRows(page).count(), backgroundTimeout).toBe(4);
    await waitForText(page, "Ownership below 100%");

    // One wrap gets its rights …
    const first = draftRows(page).filter({ hasText: "Quiet Machinery" });
    await act(first.getByRole("link", { name: "Credits" }).click());
    await act(
      paste(rowOf(page, "Credit 1").getByLabel("Name"), "Inês Corvacho\tComposer\nBo Berg\tProducer"),
    );
    await act(main(page).getByRole("button", { name: "Update", exact: true }).click());
    await main(page).getByText("Saved.", { exact: true }).waitFor();
    await act(main(page).getByRole("tab", { name: "Ownership" }).click());
    await act(button(page, "Change splits").click());
    const owner = rowOf(page, "Owner 1").getByLabel("Name");
    await act(paste(owner, "Inês Corvacho\t60\t60\tines@example.org\nBo Berg\t40\t40"));
    await act(button(page, /^Save/).last().click());
    await main(page).getByRole("form").waitFor({ state: "detached" });

    // … and the others get them from it.
    await act(main(page).getByRole("link", { name: "My wraps" }).click());
    await act(main(page).getByText("More", { exact: true }).click());
    await act(main(page).getByRole("link", { name: "Add recordings" }).click());
    await act(main(page).getByText("Copy credits and splits", { exact: true }).click());
    await act(picker(page, "Copy credits and splits from").fill("Quiet Machinery"));
    await act(page.getByRole("listbox").getByRole("option", { name: "Quiet Machinery" }).first().click());
    await act(button(page, "Apply to whole album “Night Shift” (3 drafts)").click());
    await waitForText(page, "Copied to 3 drafts.");
    await expect
      .poll(() => main(page).getByText("Complete", { exact: true }).count(), backgroundTimeout)
      .toBe(4);
    expect(interactions).toBeLessThan(MAX_INTERACTIONS);

    const wraps = await readWraps(publisher);
    for (const [at, title] of tracks.entries()) {
      const wrap = wraps.find(({ song }) => song.name === title);
      expect(wrap?.song.audio_state, title).not.toBe("NONE");
      expect(wrap?.detail, title).toMatchObject({
        albums: [
          {
            name: "Night Shift",
            track_number: at + 1,
            isrc: `GB-AYE-26-0012${at + 1}`,
            release_date: "2026-10-02",
          },
        ],
        credits: [
          { role: "COMPOSER", value: "Inês Corvacho" },
          { role: "PRODUCER", value: "Bo Berg" },
        ],
        owners: [
          { name: "Inês Corvacho", ownership_rate: 60, royalty_rate: 60 },
          { name: "Bo Berg", ownership_rate: 40, royalty_rate: 40 },
        ],
        tags: [{ tag: "Ambient" }],
        // Taken over by the server.
        lyrics: [{ lyric: `All night, ${title}` }],
      });
    }
  });

  test("without tags or beyond the plan keep what was typed, and files without audio are refused, on a phone", async () => {
    const publisher = await createPublisher(program.url);
    // The plan has five wraps a month.
    await addDrafts(publisher, 4);
    const { page, open, expectAccessible } = await openPage(publisher, { screen: phone, allowed: [/403/] });
    const large = join(folder, "large.mp3");
    await writeFile(large, "");
    await truncate(large, 20_000_001);
    const plain = join(folder, "07 Slack_water.mp3");
    await writeFile(plain, audio);
    const usable = [plain, await writeOldTagged("01 Slack 1.mp3")];
    const notes = join(folder, "notes.txt");
    await writeFile(notes, "no audio");
    await fileInput(page).setInputFiles([...usable, large, notes]);
    const refusals = main(page).getByText("Audio files must be in the mp3 format and under 20Mb.");
    await expect(refusals).toHaveCount(2);
    await waitForText(page, "No tags found. The title is the file name.");
    await waitForText(page, "Needs a cover");
    await expect(titles(page).first()).toHaveValue("Slack water");
    await titles(page).first().fill("Slack Water (demo)");
    // Tags in an old code page are decoded; the file name is the alternative.
    await waitForText(page, "Прилив, lyrics, cover, read as windows-1251");
    const decoded = titles(page).nth(1);
    await expect(decoded).toHaveValue("Тихая вода");
    await button(page, "Use file name: “Slack 1”").click();
    await expect(decoded).toHaveValue("Slack 1");
    await main(page).getByText("Edit tags of 01 Slack 1.mp3").click();
    const details = main(page).getByRole("group", { name: "Tags of 01 Slack 1.mp3" });
    await details.getByLabel("Album").fill("High Tide");
    await details.getByLabel("Track number").fill("4");
    await details.getByRole("button", { name: "Leave out the cover" }).click();
    await details.getByRole("button", { name: "Leave out the lyrics" }).click();
    await waitForText(page, "4 · High Tide, read as windows-1251");
    await expect(button(page, /^Create \d/)).toHaveCount(0);
    await expectAccessible();
    // What was typed or left out survives a reload: the same files are chosen again.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await fileInput(page).setInputFiles(usable);
    await expect(titles(page).first()).toHaveValue("Slack Water (demo)");
    await waitForText(page, "4 · High Tide, read as windows-1251");
    await main(page)
      .locator("input[name=image]")
      .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: cover });
    await button(page, "Create 2 drafts").click();
    await main(page).getByText("1 draft created.").waitFor(backgroundTimeout);
    await waitForText(page, "You’ve reached your plan’s song limit for this month.");
    await waitForText(page, "1 recording has no draft yet. It stays here until you close this tab.");
    expect(await measureOverflow(page)).toBe(0);

    // A look at the plans loses nothing.
    await main(page).getByRole("link", { name: "Upgrade to Premium" }).click();
    await page.waitForURL(/\/my\/subscription$/);
    await grantPremium(publisher);
    await page.goBack();
    await button(page, "Create 1 draft").click();
    await main(page).getByText("1 draft created.").waitFor(backgroundTimeout);
    const wraps = (await readWraps(publisher)).filter(({ song }) => song.name !== "Earlier");
    expect(wraps.map(({ song }) => song.name).sort()).toEqual(["Slack 1", "Slack Water (demo)"]);
    expect(wraps.find(({ song }) => song.name === "Slack 1")?.detail).toMatchObject({
      albums: [{ name: "High Tide", track_number: 4 }],
      lyrics: [],
    });

    // With several artists, the first question is whose recordings these are.
    await addArtist(program.url, publisher, "Halden Maar");
    await open("/create/recordings");
    await expect(button(page, "Choose recordings")).toHaveAttribute("aria-disabled", "true");
    await chooseEntry(page, "Artist", "Halden Maar");
    await fileInput(page).waitFor({ state: "attached" });
  });

  test("continue after a lost connection and after a reload, and create nothing twice", {
    retry: 0,
  }, async () => {
    const publisher = await createPublisher(program.url);
    const { page, open } = await openPage(publisher, { allowed: [/ERR_FAILED/] });
    const files = [await writeTagged("Ebb 1"), await writeTagged("Ebb 2", { number: 2 })];
    await fileInput(page).setInputFiles(files);
    // The server creates both, but the response of each is lost.
    await page.route("**/api/v1/artist/*/song", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Create 2 drafts").click();
    await expect.poll(() => main(page).getByText("Connection lost").count(), backgroundTimeout).toBe(2);
    expect(await readWraps(publisher)).toHaveLength(2);
    await page.unroute("**/api/v1/artist/*/song");
    // The audio of the first upload fails, too.
    page.once("dialog", (dialog) => void dialog.accept());
    await open("/create/recordings");
    await fileInput(page).setInputFiles(files);
    await page.route("**/api/v1/song/*/audio", (route) => route.abort());
    await button(page, "Create 2 drafts").click();
    await expect.poll(() => main(page).getByText("Connection lost").count(), backgroundTimeout).toBe(2);
    await page.unroute("**/api/v1/song/*/audio");
    await button(page, "Create 2 drafts").click();
    await main(page).getByText("2 drafts created.").waitFor(backgroundTimeout);
    const wraps = await readWraps(publisher);
    expect(wraps.map(({ song }) => song.name).sort()).toEqual(["Ebb 1", "Ebb 2"]);
    expect(wraps.map(({ song }) => song.audio_state)).not.toContain("NONE");
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft"))),
    ).toEqual([]);
  });

  test("get the credits of a wrap on its whole album, also where the list ends before, and keep their own, by keyboard", async () => {
    const publisher = await createPublisher(program.url);
    const albums = (trackNumber: number) => [{ name: "Long Player", trackNumber, releaseDate: "2026-10-02" }];
    const credits = [{ role: "COMPOSER", name: "Bo Berg" }];
    await createDraft(program.url, publisher, { name: "Opener", albums: albums(1), credits });
    const closer = await createDraft(program.url, publisher, { name: "Closer", albums: albums(2) });
    // The list shows the newest twenty.
    await addDrafts(publisher, 20);
    const { page } = await openPage(publisher);
    await expect(draftRows(page)).toHaveCount(20);
    await expect(draftRows(page).filter({ hasText: "Closer" })).toHaveCount(0);
    await main(page).getByText("Copy credits and splits", { exact: true }).press("Enter");
    await chooseEntry(page, "Copy credits and splits from", "Opener");
    const copy = button(page, "Apply to whole album “Long Player” (1 draft)");
    await copy.press("Enter");
    await waitForText(page, "Copied to 1 draft.");
    await copy.press("Enter");
    await waitForText(page, "1 draft kept its own.");
    const stored = (await readWraps(publisher)).find(({ song }) => song.id === closer.id);
    expect(stored?.detail.credits).toEqual([{ role: "COMPOSER", value: "Bo Berg" }]);
  });
});
