import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { writeTag } from "../../server/src/features/rewards/wrapped/mp3-file.ts";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { picker } from "../harness/pickers.ts";
import {
  buildPng,
  coverPath,
  createDraft,
  createPublisher,
  type Publisher,
  shortTrackPath,
  trackPath,
} from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;
let folder: string;

// Recordings that several accounts upload go to review, so other journeys must not meet these.
beforeAll(async () => {
  program = await startIsolatedProgram();
  folder = await mkdtemp(join(tmpdir(), "wrapsody-recordings-"));
});
afterAll(async () => {
  await program.close();
  await rm(folder, { recursive: true });
});

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const rowOf = (page: Page, name: string) => main(page).getByRole("group", { name, exact: true });
const fileInput = (page: Page) => main(page).locator("input[name=recordings]");
const titles = (page: Page) => main(page).getByRole("textbox", { name: /^Title of/ });
const draftRows = (page: Page) => main(page).locator(".draft-rows > li");

const tracks = [
  ["quiet-machinery", "Quiet Machinery"],
  ["staircase-descending", "Staircase, Descending"],
  ["lamp-room", "Lamp Room"],
  ["long-division", "Long Division"],
  ["paper-tiger-paper-moon", "Paper Tiger, Paper Moon"],
  ["polka-for-a-broken-clock", "Polka for a Broken Clock"],
] as const;

type Tagging = { title?: string; number?: number; lyrics?: string; hasCover?: boolean };

/** Writes an mp3 with tags as a label delivers it. */
async function writeTagged(path: string, name: string, tagging: Tagging): Promise<string> {
  const { title, number = 1, lyrics, hasCover = true } = tagging;
  const cover = { contentType: "image/jpeg" as const, bytes: await readFile(coverPath("quiet-machinery")) };
  const tag = writeTag({
    text: {
      TIT2: title === undefined ? [] : [title],
      TALB: ["Night Shift"],
      TRCK: [`${number}/6`],
      TSRC: [`GBAYE260012${number}`],
      TDRC: ["2026-10-02"],
      TCON: ["Ambient"],
    },
    people: [],
    userText: {},
    lyrics: lyrics === undefined ? undefined : { language: "eng", text: lyrics },
    cover: hasCover ? cover : undefined,
    identity: { owner: "label", id: String(number) },
  });
  const tagged = join(folder, name);
  await writeFile(tagged, Buffer.concat([tag, await readFile(path)]));
  return tagged;
}

/** Returns short recordings with tags. Each has other bytes. */
const writeShort = (count: number, prefix: string, tagging: Tagging = {}): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      writeTagged(shortTrackPath, `${prefix} ${at + 1}.mp3`, {
        title: `${prefix} ${at + 1}`,
        number: at + 1,
        ...tagging,
      }),
    ),
  );

async function grantPremium({ email }: Publisher): Promise<void> {
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_MONTHLY', now() + interval '1 month', now() + interval '1 month' from account where email = ${email}`.execute(
    program.db,
  );
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
    const files = await Promise.all(
      tracks.map(([name, title], at) =>
        writeTagged(trackPath(name), `0${at + 1} ${name}.mp3`, {
          title,
          number: at + 1,
          ...(at === 0 ? { lyrics: "All night the quiet machinery" } : {}),
        }),
      ),
    );
    const { page, open, expectAccessible } = await visitAs(publisher, { url: program.url });
    await open("/my/wraps");
    let interactions = 0;
    const act = async (run: Promise<unknown>) => {
      interactions += 1;
      await run;
    };
    // The list of a new publisher has no buttons of its own.
    await open("/create");
    await act(main(page).getByRole("link", { name: "Choose recordings" }).click());
    await fileInput(page).waitFor({ state: "attached" });
    await act(fileInput(page).setInputFiles(files));
    await expect.poll(() => button(page, "Create 6 drafts").count(), backgroundTimeout).toBe(1);
    expect(
      await titles(page).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    ).toEqual(tracks.map(([, title]) => title));
    await waitForText(page, "1 · Night Shift, ISRC GB-AYE-26-00121, 2026-10-02, Ambient, lyrics, cover");
    await expectAccessible();
    await act(button(page, "Create 6 drafts").click());
    await main(page).getByText("6 drafts created.").waitFor(backgroundTimeout);
    await expect.poll(() => draftRows(page).count(), backgroundTimeout).toBe(6);
    await waitForText(page, "Ownership below 100%");
    await expectAccessible();

    // One wrap gets its rights …
    const first = draftRows(page).filter({ hasText: "Quiet Machinery" });
    await act(first.getByRole("link", { name: "Credits" }).click());
    await act(
      paste(rowOf(page, "Credit 1").getByLabel("Name"), "Inês Corvacho\tComposer\nBo Berg\tProducer"),
    );
    await act(main(page).getByRole("button", { name: "Update", exact: true }).click());
    await main(page).getByText("Saved.", { exact: true }).waitFor();
    await act(
      main(page)
        .getByRole("tab", { name: /^Ownership/ })
        .click(),
    );
    await act(button(page, "Change splits").click());
    const owner = rowOf(page, "Owner 1").getByLabel("Name");
    await act(paste(owner, "Inês Corvacho\t60\t60\tines@example.org\nBo Berg\t40\t40"));
    await act(button(page, /^Save/).last().click());
    await main(page).getByRole("form").waitFor({ state: "detached" });

    // … and the others get them from it.
    await act(main(page).getByRole("link", { name: "My wraps" }).click());
    await act(main(page).getByRole("link", { name: "Add recordings" }).click());
    await act(picker(page, "Copy credits and splits from").fill("Quiet Machinery"));
    await act(page.getByRole("listbox").getByRole("option", { name: "Quiet Machinery" }).first().click());
    await act(button(page, "Apply to whole album “Night Shift” (5 drafts)").click());
    await waitForText(page, "Copied to 5 drafts.");
    await expect
      .poll(() => main(page).getByText("Complete", { exact: true }).count(), backgroundTimeout)
      .toBe(6);
    await expectAccessible();
    expect(interactions).toBeLessThan(MAX_INTERACTIONS);

    const wraps = await readWraps(publisher);
    const byTitle = new Map(wraps.map((wrap) => [wrap.song.name, wrap]));
    for (const [at, [, title]] of tracks.entries()) {
      const wrap = byTitle.get(title);
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
      });
    }
    // The lyrics of the file, taken over by the server.
    expect(byTitle.get("Quiet Machinery")?.detail.lyrics).toEqual([
      { lyric: "All night the quiet machinery" },
    ]);
  });

  test("beyond the plan, too large or without audio are kept and named, on a phone", async () => {
    const publisher = await createPublisher(program.url);
    const { page, expectAccessible } = await openPage(publisher, { screen: phone, allowed: [/403/] });
    const large = join(folder, "large.mp3");
    await writeFile(large, "");
    await truncate(large, 20_000_001);
    const files = await writeShort(6, "Tide");
    await fileInput(page).setInputFiles([...files, large]);
    await fileInput(page).setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no audio"),
    });
    await expect(main(page).getByText("Audio files must be in the mp3 format and under 20Mb.")).toHaveCount(
      2,
    );
    await button(page, "Create 6 drafts").click();
    await main(page).getByText("5 drafts created.").waitFor(backgroundTimeout);
    await waitForText(page, "You’ve reached your plan’s song limit for this month.");
    await waitForText(page, "1 recording has no draft yet. It stays here until you close this tab.");
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    expect(await readWraps(publisher)).toHaveLength(5);

    // A look at the plans loses nothing.
    await main(page).getByRole("link", { name: "Upgrade to Premium" }).click();
    await page.waitForURL(/\/my\/subscription$/);
    await grantPremium(publisher);
    await page.goBack();
    await button(page, "Create 1 draft").click();
    await main(page).getByText("1 draft created.").waitFor(backgroundTimeout);
    expect((await readWraps(publisher)).map(({ song }) => song.name).sort()).toEqual(
      files.map((_, at) => `Tide ${at + 1}`),
    );
  });

  test("continue after a lost connection and after a reload, and create nothing twice", {
    retry: 0,
  }, async () => {
    const publisher = await createPublisher(program.url);
    const { page, open } = await openPage(publisher, { allowed: [/ERR_FAILED/] });
    const files = await writeShort(2, "Ebb");
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

  test("get the rights of a wrap on a whole album, however many drafts it has", async () => {
    const publisher = await createPublisher(program.url);
    await grantPremium(publisher);
    const albums = (trackNumber: number) => [{ name: "Long Player", trackNumber, releaseDate: "2026-10-02" }];
    const credits = [{ role: "COMPOSER", name: "Bo Berg" }];
    await createDraft(program.url, publisher, { name: "Opener", albums: albums(1), credits });
    for (let number = 2; number <= 23; number += 1)
      await createDraft(program.url, publisher, { name: `Part ${number}`, albums: albums(number) });
    const { page } = await openPage(publisher);
    await expect(draftRows(page)).toHaveCount(20);
    await picker(page, "Copy credits and splits from").fill("Opener");
    await page.getByRole("listbox").getByRole("option", { name: "Opener" }).click();
    await button(page, "Apply to whole album “Long Player” (22 drafts)").click();
    await main(page).getByText("Copied to 22 drafts.").waitFor(backgroundTimeout);
    const wraps = await readWraps(publisher);
    expect(wraps.filter(({ detail }) => detail.credits.length === 1)).toHaveLength(23);
  });

  test("without tags say so, take a typed title and a common cover, by keyboard", async () => {
    const publisher = await createPublisher(program.url);
    const { page, expectAccessible } = await openPage(publisher);
    const plain = join(folder, "07 Slack_water.mp3");
    await writeFile(plain, await readFile(shortTrackPath));
    const [tagged = ""] = await writeShort(1, "Slack", { hasCover: false });
    await fileInput(page).setInputFiles([plain, tagged]);
    await waitForText(page, "No tags found. The title is the file name. Needs a cover.");
    await expect(titles(page).first()).toHaveValue("Slack water");
    await expect(button(page, /^Create \d/)).toHaveCount(0);
    await titles(page).first().focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Slack Water (demo)");
    // A typed title survives a reload: the same files are chosen again.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await fileInput(page).setInputFiles([plain, tagged]);
    await expect(titles(page).first()).toHaveValue("Slack Water (demo)");
    await waitForText(page, "No tags found.");
    await main(page)
      .locator("input[name=image]")
      .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: buildPng(450, 450) });
    await button(page, "Create 2 drafts").focus();
    await expectAccessible();
    await page.keyboard.press("Enter");
    await main(page).getByText("2 drafts created.").waitFor(backgroundTimeout);
    const [one, two] = await readWraps(publisher);
    expect([one?.song.name, two?.song.name].sort()).toEqual(["Slack 1", "Slack Water (demo)"]);

    // Credits are copied by keyboard, and drafts keep their own.
    const source = [one, two].find((wrap) => wrap?.song.name === "Slack 1");
    const credits = [{ role: "COMPOSER", name: "Bo Berg" }];
    await callApi(program.url, "PATCH", `song/${source?.song.id}`, { credits }, publisher.token);
    await picker(page, "Copy credits and splits from").focus();
    await page.keyboard.type("Slack 1");
    await page.getByRole("option", { name: "Slack 1" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await button(page, "Copy to 1 selected draft").focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Copied to 1 draft.");
    await button(page, "Copy to 1 selected draft").focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "1 draft kept its own.");
    const stored = await readWraps(publisher);
    expect(stored.map(({ detail }) => detail.credits)).toEqual([
      [{ role: "COMPOSER", value: "Bo Berg" }],
      [{ role: "COMPOSER", value: "Bo Berg" }],
    ]);
  });
});
