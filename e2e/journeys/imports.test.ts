import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { createPerson, logIn, type Person } from "../harness/people.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startIsolatedProgram();
});
afterAll(() => program.close());

const selectAccountId = ({ email }: Person) => sql`(select id from account where email = ${email})`;

async function createImporter(options: { invited: boolean; artist?: string }): Promise<Person> {
  const person = await createPerson(program.url);
  if (options.invited)
    await sql`insert into import_invitation (account_id, invited_at) values (${selectAccountId(person)}, now())`.execute(
      program.db,
    );
  if (options.artist !== undefined)
    await sql`
      insert into artist (artist_clean_id, name, owner_id)
      values ('a-' || gen_random_uuid(), ${options.artist}, ${selectAccountId(person)})`.execute(program.db);
  return person;
}

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };

async function openImport(person: Person, path: string, options: VisitOptions = {}): Promise<Visit> {
  // A slow import is polled, possibly before the server has received the whole file.
  const visited = await startVisit(options.screen, [/404/, ...(options.allowed ?? [])], program.url);
  await visited.open(path);
  await logIn(visited.page, person);
  await visited.page.waitForURL((url) => url.pathname === path);
  await fileField(visited.page).waitFor();
  return visited;
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
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
    "ada lem\t=1+1\t\t\t\n\n",
);

async function fetchSongNames(person: Person): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from song s join artist a on a.id = s.artist_id where a.owner_id = ${selectAccountId(person)}
    order by s.id`.execute(program.db);
  return rows.map(({ name }) => name);
}

describe("bulk import", () => {
  test("is announced to publishers who are not invited, with the expected format", async () => {
    const person = await createImporter({ invited: false });
    for (const path of ["/my/artists/bulk", "/create/bulk"]) {
      const { page, expectAccessible } = await openImport(person, path);
      await expect(button(page, "Coming Soon")).toBeDisabled();
      await main(page).getByText("Beta", { exact: true }).waitFor();
      await main(page).getByText("By invitation only", { exact: true }).waitFor();
      await button(page, "Column reference").click();
      await expectAccessible();
      await chooseFile(page, Buffer.from("a,b"), "songs.csv");
      await main(page)
        .getByText(/Please use the TSV format \(tab separated values\)/)
        .waitFor();
      await chooseFile(page, catalogue);
      await main(page).getByText("catalogue.tsv").waitFor();
      await button(page, "Restart").click();
      await expect(main(page).getByText("catalogue.tsv")).toHaveCount(0);
      await page.close();
    }
  });

  test("checks a file, reports problems by line, imports the other lines, and never imports twice", async () => {
    const person = await createImporter({ invited: true, artist: "Ada Lem" });
    const { page, expectAccessible } = await openImport(person, "/create/bulk");
    await chooseFile(page, catalogue);
    await page.getByText("Here’s what the import will do.").waitFor();
    const wrong = part(page, "Errors").getByRole("row").nth(1);
    expect((await wrong.getByRole("rowheader").innerText()).trim()).toBe("4");
    await expect(wrong.getByRole("cell")).toHaveText(["iswc", /ISWC must match T-###\.###\.###-#/, "T-12"], {
      useInnerText: true,
    });
    await expectAccessible();
    expect(await fetchSongNames(person)).toEqual([]);

    await button(page, "Import 2 rows").click();
    await page.getByText("Import complete.").waitFor();
    await expectAccessible();
    await part(page, "Saved Songs").getByRole("link", { name: 'Low "tide" ledger' }).waitFor();
    await part(page, "Unsaved Songs").getByText("Áncora").waitFor();
    expect(await fetchSongNames(person)).toEqual(['Low "tide" ledger', "=1+1"]);

    const download = page.waitForEvent("download");
    await button(page, "Download failed rows").click();
    const failures = await download;
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

  test("accepts its own template", async () => {
    const person = await createImporter({ invited: true });
    const { page } = await openImport(person, "/my/artists/bulk");
    const download = page.waitForEvent("download");
    await button(page, "Download template").click();
    const template = await download;
    await fileField(page).setInputFiles({
      name: template.suggestedFilename(),
      mimeType: "",
      buffer: await readFile(await template.path()),
    });
    await button(page, "Import 1 row").click();
    await part(page, "Saved Artists").getByRole("link", { name: "Ada Lem" }).waitFor();
  });

  test("loses nothing when the connection is cut", { retry: 0 }, async () => {
    const person = await createImporter({ invited: true, artist: "Ada Lem" });
    const { page } = await openImport(person, "/create/bulk", { allowed: [/ERR_/] });
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

  test("reports file errors at the field and lists problems in pages", async () => {
    const person = await createImporter({ invited: true, artist: "Ada Lem" });
    const { page } = await openImport(person, "/create/bulk", { allowed: [/400/] });
    await button(page, "Check file").click();
    await main(page).getByText("Please select a file to upload.").waitFor();
    await chooseFile(page, Buffer.from('artist\ttitle\nAda Lem\t"open\n'));
    await main(page).getByText("The quotation mark opened on line 2 is never closed.").waitFor();
    await expect(fileField(page)).toHaveAttribute("aria-invalid", "true");
    await chooseFile(page, Buffer.from(`artist\ttitle\n${"Nobody\tSong\n".repeat(250)}`));
    const errors = part(page, "Errors");
    await errors.getByText("1 to 100 of 250").waitFor();
    await errors.getByRole("button", { name: "Next" }).click();
    await errors.getByText("101 to 200 of 250").waitFor();
    expect((await errors.getByRole("rowheader").first().innerText()).trim()).toBe("102");
  });

  test.each<[string, Screen]>([
    ["a phone", phone],
    ["a desktop", desktop],
  ])(
    "is accessible in light and dark mode on %s, by keyboard, and never scrolls sideways",
    async (_, screen) => {
      const person = await createImporter({ invited: true, artist: "Ada Lem" });
      const { page, expectAccessible } = await openImport(person, "/create/bulk", { screen });
      await button(page, "Column reference").click();
      await expectAccessible();
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      expect((await tabThroughPage(page)).filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
      const long = `${"Interminable".repeat(16)}`;
      await chooseFile(page, spreadsheet(`artist\ttitle\tiswc\nAda Lem\t${long}\t${long}\nNobody\tx\t\n`));
      await page.getByText("Here’s what the import will do.").waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible();
        expect(await measureOverflow(page)).toBe(0);
      }
    },
  );
});

describe("the export of a catalogue", () => {
  const addWrap = (person: Person) =>
    sql`
      insert into song (pretty_id, artist_id, artist, name, duration, description, status)
      select 's-' || gen_random_uuid(), id, name, 'Low Tide; high', 0, '=1+1', 'DRAFT' from artist
      where owner_id = ${selectAccountId(person)}`.execute(program.db);

  test("is downloaded from the lists and imported into another account", async () => {
    const [person, other] = await Promise.all([
      createImporter({ invited: false, artist: "Ada Lem" }),
      createImporter({ invited: true, artist: "Ada Lem" }),
    ]);
    await addWrap(person);
    const { page, open, expectAccessible } = await startVisit(desktop, [], program.url);
    await open("/my/wraps");
    await logIn(page, person);
    await button(page, "Export all").waitFor();
    const files: Buffer[] = [];
    for (const [path, label, name] of [
      ["/my/wraps", "Export with artwork", "wrapsody-catalogue.zip"],
      ["/my/wraps", "Export all", "wrapsody-songs.tsv"],
      ["/my/artists", "Export all", "wrapsody-artists.tsv"],
    ] as const) {
      await open(path);
      await button(page, label).waitFor();
      const download = page.waitForEvent("download");
      await button(page, label).click();
      expect((await download).suggestedFilename()).toBe(name);
      files.push(await readFile(await (await download).path()));
      await expectAccessible();
    }
    expect(files[2]?.toString()).toMatch(/^\uFEFFname\tdescription\temail\tlinks\tid\r\nAda Lem\t/);
    const importing = await openImport(other, "/create/bulk");
    await chooseFile(importing.page, files[0] ?? Buffer.alloc(0), "wrapsody-catalogue.zip");
    await button(importing.page, "Import 1 row").click();
    await part(importing.page, "Saved Songs").getByRole("link", { name: "Low Tide; high" }).waitFor();
    expect(await fetchSongNames(other)).toEqual(["Low Tide; high"]);
  });

  test("works by keyboard on a phone, and reports a lost connection", async () => {
    const person = await createImporter({ invited: false, artist: "Ada Lem" });
    await addWrap(person);
    const { page, open, expectAccessible } = await startVisit(phone, [/ERR_/], program.url);
    await open("/my/wraps");
    await logIn(page, person);
    await button(page, "Export all").waitFor();
    await page.route("**/api/v1/my/songs/export", (route) => route.abort("connectionreset"));
    await button(page, "Export all").press("Enter");
    await main(page).getByRole("alert").waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await page.unroute("**/api/v1/my/songs/export");
    const download = page.waitForEvent("download");
    await button(page, "Export all").press("Enter");
    await download;
    await expect(main(page).getByRole("alert")).toHaveCount(0);
  });
});

describe("an import that updates wraps", () => {
  test.each<[string, Screen]>([
    ["by mouse on a desktop", desktop],
    ["by keyboard on a phone", phone],
  ])("shows the differences, changes the wraps and restores them, %s", async (_, screen) => {
    const person = await createImporter({ invited: true, artist: "Ada Lem" });
    await sql`
      insert into song (pretty_id, artist_id, artist, name, duration, description, status)
      select 's-' || gen_random_uuid(), id, name, 'Low Tide', 0, 'Written on a ferry.', 'DRAFT' from artist
      where owner_id = ${selectAccountId(person)}`.execute(program.db);
    const { page, expectAccessible } = await openImport(person, "/create/bulk", { screen });
    const press = (name: string) =>
      screen === phone ? button(page, name).press("Enter") : button(page, name).click();
    const update = main(page).getByRole("checkbox", { name: "Update existing wraps" });
    if (screen === phone) await update.press("Space");
    else await update.check();
    await expectAccessible();
    const file = Buffer.from(
      "artist\ttitle\tnickname\tdescription\nAda Lem\tLow Tide\tFerry\t\nAda Lem\tNew\t\t\n",
    );
    await chooseFile(page, file);
    const rows = part(page, "Changes")
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader") });
    await expect(rows.nth(0).getByRole("cell")).toHaveText(["Low Tide", "nickname", "empty", "Ferry"]);
    await expect(rows.nth(1).getByRole("cell")).toHaveText([
      "Low Tide",
      "description",
      "Written on a ferry.",
      "empty",
    ]);
    expect([await number(page, "to be saved"), await number(page, "changed")]).toEqual(["1", "1"]);
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await press("Import 2 rows");
    await page.getByText("1 wrap changed.").waitFor();
    const readWrap = () =>
      sql<{ nickname: string | null; description: string }>`
        select nickname, description from song where name = 'Low Tide' and created_by is null
          and artist_id in (select id from artist where owner_id = ${selectAccountId(person)})`.execute(
        program.db,
      );
    expect((await readWrap()).rows).toEqual([{ nickname: "Ferry", description: "" }]);
    // It can also be undone after the result was closed.
    await page.reload();
    await part(page, "Recent imports").getByText("1 wrap added, 1 wrap changed").waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await press("Undo import");
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Undo import" }).press("Enter");
    await page.getByText("1 draft deleted. 1 wrap restored.").waitFor();
    expect((await readWrap()).rows).toEqual([{ nickname: null, description: "Written on a ferry." }]);
  });
});
