import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { button, main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { createPerson, type Person } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();

const selectAccountId = ({ email }: Person) => sql`(select id from account where email = ${email})`;

/** Creates a person with the artist Ada Lem. */
async function createImporter({ invited = true } = {}): Promise<Person> {
  const person = await createPerson(program.url);
  await sql`
    insert into artist (artist_clean_id, name, owner_id)
    values ('a-' || gen_random_uuid(), 'Ada Lem', ${selectAccountId(person)})`.execute(program.db);
  if (invited)
    await sql`insert into import_invitation (account_id, invited_at) values (${selectAccountId(person)}, now())`.execute(
      program.db,
    );
  return person;
}

/** Adds a draft that the person did not create on the site. */
const addDraft = (person: Person, name: string, description: string) =>
  sql`
    insert into song (pretty_id, artist_id, artist, name, description, status)
    select 's-' || gen_random_uuid(), id, name, ${name}, ${description}, 'DRAFT' from artist
    where owner_id = ${selectAccountId(person)}`.execute(program.db);

async function openImport(person: Person, options: { screen?: Screen; allowed?: RegExp[] } = {}) {
  // A slow import is polled, possibly before the server has received the whole file.
  const allowed = [/404/, ...(options.allowed ?? [])];
  const visited = await visitAs(person, { url: program.url, ...options, allowed });
  await visited.open("/create/bulk");
  await fileField(visited.page).waitFor();
  return visited;
}

const fileField = (page: Page) => page.getByLabel("TSV file: Choose a file");
const part = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const number = (page: Page, name: string) =>
  main(page)
    .locator(".import-numbers > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .innerText();

/** Encodes text as Excel's "Unicode text": UTF-16 with CRLF. */
const spreadsheet = (text: string) => Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`, "utf16le");

const chooseFile = (page: Page, content: Buffer, name = "catalogue.tsv") =>
  fileField(page).setInputFiles({ name, mimeType: "text/tab-separated-values", buffer: content });

const catalogue = spreadsheet(
  "Artist\tTitle\tISWC\tDuration\tOwners\n" +
    'Ada Lem\t"Low ""tide""\nledger"\t\t3:45\tAda Lem 50/50\n' +
    "Ada Lem\tÁncora\tT-12\t0:59\t\n" +
    "Ada Lem\t=1+1\t\t\t\n\n",
);

async function fetchSongNames(person: Person): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from song s join artist a on a.id = s.artist_id where a.owner_id = ${selectAccountId(person)}
    order by s.id`.execute(program.db);
  return rows.map(({ name }) => name);
}

async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent("download");
  await button(page, name).press("Enter");
  return started;
}

describe("bulk import", () => {
  test("is announced to publishers who are not invited, with the expected format", async () => {
    const { page } = await openImport(await createImporter({ invited: false }));
    await expect(button(page, "Coming Soon")).toBeDisabled();
    await chooseFile(page, Buffer.from("a,b"), "songs.csv");
    await main(page)
      .getByText(/Please use the TSV format \(tab separated values\)/)
      .waitFor();
    await chooseFile(page, catalogue);
    await main(page).getByText("catalogue.tsv").waitFor();
    await button(page, "Restart").click();
    await expect(main(page).getByText("catalogue.tsv")).toHaveCount(0);
  });

  test("checks a file, reports problems by line, imports the other lines, and never imports twice", async () => {
    const person = await createImporter();
    const { page, expectAccessible } = await openImport(person);
    const template = await download(page, "Download template");
    await chooseFile(page, await readFile(await template.path()), template.suggestedFilename());
    await button(page, "Import 1 row").waitFor();
    await button(page, "Restart").click();
    await chooseFile(page, catalogue);
    const wrong = part(page, "Errors").getByRole("row").nth(1);
    expect((await wrong.getByRole("rowheader").innerText()).trim()).toBe("4");
    await expect(wrong.getByRole("cell")).toHaveText(["iswc", /ISWC must match T-###\.###\.###-#/, "T-12"], {
      useInnerText: true,
    });
    expect(await fetchSongNames(person)).toEqual([]);

    await button(page, "Import 2 rows").click();
    await page.getByText("Import complete.").waitFor();
    await expectAccessible();
    await part(page, "Saved Songs").getByRole("link", { name: 'Low "tide" ledger' }).waitFor();
    await part(page, "Unsaved Songs").getByText("Áncora").waitFor();
    expect(await fetchSongNames(person)).toEqual(['Low "tide" ledger', "=1+1"]);

    const failures = await download(page, "Download failed rows");
    expect(failures.suggestedFilename()).toBe("catalogue-failed-rows.tsv");
    const text = await readFile(await failures.path(), "utf8");
    expect(text).toBe(
      "\uFEFFArtist\tTitle\tISWC\tDuration\tOwners\tproblem\r\n" +
        "Ada Lem\tÁncora\tT-12\t0:59\t\tiswc: ISWC must match T-###.###.###-#\r\n",
    );

    await button(page, "Try Again?").click();
    await chooseFile(page, catalogue);
    await page.getByText("This file contains nothing new.").waitFor();
    expect(await number(page, "already exist")).toBe("2");
    await button(page, "Restart").click();
    await chooseFile(page, Buffer.from(text.replace("T-12", "T-034.524.680-1")));
    await button(page, "Import 1 row").click();
    await page.getByText("Import complete.").waitFor();
    expect(await fetchSongNames(person)).toEqual(['Low "tide" ledger', "=1+1", "Áncora"]);
  });

  test("loses nothing when the connection is cut", { retry: 0 }, async () => {
    const person = await createImporter();
    const { page } = await openImport(person, { allowed: [/ERR_/] });
    await chooseFile(page, catalogue);
    await button(page, "Import 2 rows").waitFor();
    const keys: (string | undefined)[] = [];
    await page.route("**/api/v1/song/import", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      // The server receives the call, but its response is lost.
      await route.fetch();
      return route.abort("connectionreset");
    });
    await button(page, "Import 2 rows").click();
    await page.getByText(/Connection lost/).waitFor();
    await button(page, "Send again").click();
    await page.getByText("Import complete.").waitFor();
    expect(keys[1]).toBe(keys[0]);
    expect(await number(page, "saved")).toBe("2");
    expect(await fetchSongNames(person)).toHaveLength(2);
  });

  test("reports file errors at the field and lists problems in pages, by keyboard on a phone", async () => {
    const { page, expectAccessible } = await openImport(await createImporter(), {
      screen: phone,
      allowed: [/400/],
    });
    expect((await tabThroughPage(page)).filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
    await button(page, "Check file").press("Enter");
    await main(page).getByText("Please select a file to upload.").waitFor();
    await chooseFile(page, Buffer.from('artist\ttitle\nAda Lem\t"open\n'));
    await main(page).getByText("The quotation mark opened on line 2 is never closed.").waitFor();
    await expect(fileField(page)).toHaveAttribute("aria-invalid", "true");
    const long = "Interminable".repeat(16);
    const rows = `Ada Lem\t${long}\t${long}\n${"Nobody\tSong\t\n".repeat(250)}`;
    await chooseFile(page, Buffer.from(`artist\ttitle\tiswc\n${rows}`));
    const errors = part(page, "Errors");
    await errors.getByText("1 to 100 of 251").waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    await errors.getByRole("button", { name: "Next" }).press("Enter");
    await errors.getByText("101 to 200 of 251").waitFor();
    expect((await errors.getByRole("rowheader").first().innerText()).trim()).toBe("102");
  });

  test("takes the export of the catalogue, which is downloaded from the lists and repeated after a lost connection", async () => {
    const person = await createImporter();
    await addDraft(person, "Low Tide; high", "=1+1");
    const { page, open, follow } = await visitAs(person, {
      url: program.url,
      screen: phone,
      allowed: [/ERR_/, /404/],
    });
    await open("/my/wraps");
    await page.route("**/api/v1/my/songs/export", (route) => route.abort("connectionreset"));
    await main(page).getByText("More", { exact: true }).click();
    await button(page, "Export all").press("Enter");
    await main(page).getByRole("alert").waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await page.unroute("**/api/v1/my/songs/export");
    expect((await download(page, "Export all")).suggestedFilename()).toBe("wrapsody-songs.tsv");
    await expect(main(page).getByRole("alert")).toHaveCount(0);
    const archive = await download(page, "Export with artwork");
    await follow("/my/artists");
    const artists = await download(page, "Export all");
    expect(artists.suggestedFilename()).toBe("wrapsody-artists.tsv");
    expect(await readFile(await artists.path(), "utf8")).toMatch(
      /^\uFEFFname\tdescription\temail\tlinks\tid\r\nAda Lem\t/,
    );
    for (const [path, file] of [
      ["/my/artists/bulk", artists],
      ["/create/bulk", archive],
    ] as const) {
      await follow(path);
      await chooseFile(page, await readFile(await file.path()), file.suggestedFilename());
      await page.getByText("This file contains nothing new.").waitFor();
    }
    expect(await number(page, "already exist")).toBe("1");
  });

  test("of wraps that exist shows the differences, changes the wraps and restores them, by keyboard on a phone", async () => {
    const person = await createImporter();
    await addDraft(person, "Low Tide", "Written on a ferry.");
    const { page, expectAccessible } = await openImport(person, { screen: phone });
    await main(page).getByRole("checkbox", { name: "Update existing wraps" }).press("Space");
    const file = Buffer.from(
      "artist\ttitle\tnickname\tdescription\nAda Lem\tLow Tide\tFerry\t\nAda Lem\tNew\t\t\n",
    );
    await chooseFile(page, file);
    const changes = part(page, "Changes")
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader") });
    const cells = (row: number) => changes.nth(row).getByRole("cell");
    await expect(cells(0)).toHaveText(["Low Tide", "nickname", "empty", "Ferry"]);
    await expect(cells(1)).toHaveText(["Low Tide", "description", "Written on a ferry.", "empty"]);
    expect([await number(page, "to be saved"), await number(page, "changed")]).toEqual(["1", "1"]);
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    await button(page, "Import 2 rows").press("Enter");
    await page.getByText("1 wrap changed.").waitFor();
    const readWrap = async () => {
      const { rows } = await sql`
        select s.nickname, s.description from song s join artist a on a.id = s.artist_id
        where s.name = 'Low Tide' and a.owner_id = ${selectAccountId(person)}`.execute(program.db);
      return rows;
    };
    expect(await readWrap()).toEqual([{ nickname: "Ferry", description: "" }]);
    // It can also be undone after the result was closed.
    await page.reload();
    await part(page, "Recent imports").getByText("1 wrap added, 1 wrap changed").waitFor();
    await button(page, "Undo import").press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).press("Enter");
    await page.getByText("1 draft deleted. 1 wrap restored.").waitFor();
    expect(await readWrap()).toEqual([{ nickname: null, description: "Written on a ferry." }]);
  });
});
