import { dateTexts } from "@wrapsody/shared/dates.ts";
import { importTemplates, rowTexts, tsvOf } from "@wrapsody/shared/import-rows.ts";
import { type ImportAnswer, importColumns, importTexts } from "@wrapsody/shared/imports.ts";
import { parseLyrics } from "@wrapsody/shared/lrc.ts";
import { lyricsWarnings } from "@wrapsody/shared/lyrics.ts";
import { textProblems } from "@wrapsody/shared/text.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, makePremium, openPeople, type People, type Person } from "../../testing/fixtures/people.ts";
import { multipart } from "../../testing/http/multipart.ts";
import { tryWithImportLock } from "./imports.data.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

type Kind = "user" | "song";
type Sent = { dryRun?: boolean; key?: string; fileName?: string; language?: string };

/** Sends a file of the name as a browser does. */
async function sendImport({ token }: Person, kind: Kind, content: string | Buffer, sent: Sent = {}) {
  const { dryRun = false, key, fileName = "file.tsv", language = "en" } = sent;
  const parts = { dry_run: String(dryRun), tsvImport: { content: Buffer.from(content), fileName } };
  const keyHeader = key === undefined ? {} : { "idempotency-key": key };
  const headers = { ...bearer(token).headers, ...keyHeader, "accept-language": language };
  return people.call("POST", `${kind}/import`, multipart(parts, headers));
}

/** As `send`, where it has to succeed. */
async function importFile(
  person: Person,
  kind: Kind,
  content: string | Buffer,
  sent: Sent = {},
): Promise<ImportAnswer> {
  const { status, json } = await sendImport(person, kind, content, sent);
  expect([status, json]).toMatchObject([200, { success: true }]);
  return json.body;
}

async function invite({ id }: Person): Promise<void> {
  await sql`insert into import_invitation (account_id, invited_at) values (${id}, now())`.execute(
    people.context.db,
  );
}

async function publisher({ premium = true } = {}): Promise<Person> {
  const person = await people.join();
  await invite(person);
  if (premium) await makePremium(people, person);
  return person;
}

let named = 0;
function newName(): string {
  named += 1;
  return `Ada Lem ${named}`;
}

async function addArtist({ id }: Person, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into artist (artist_clean_id, name, owner_id) values ('a-' || gen_random_uuid(), ${name}, ${id}) returning id`.execute(
    people.context.db,
  );
  return rows[0]?.id ?? 0;
}

const artistFile = (...rows: Record<string, string>[]) => tsvOf(importColumns.ARTISTS, rows);
const songFile = (...rows: Record<string, string>[]) => tsvOf(importColumns.SONGS, rows);
const artistRow = (name: string, more: Record<string, string> = {}) => ({
  name,
  description: "Tape hiss.",
  ...more,
});

async function artistsOf({ id }: Person): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from artist where owner_id = ${id} order by id`.execute(people.context.db);
  return rows.map(({ name }) => name);
}

async function songsOf({ id }: Person): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name from song s join artist a on a.id = s.artist_id where a.owner_id = ${id} order by s.id`.execute(
    people.context.db,
  );
  return rows;
}

describe("bulk import", () => {
  test.each<Kind>(["user", "song"])("POST %s/import needs a session", async (kind) => {
    const parts = { tsvImport: { content: Buffer.from("a\tb\n1\t2"), fileName: "a.tsv" } };
    const { status, json } = await people.call("POST", `${kind}/import`, multipart(parts));
    expect([status, json.code]).toEqual([401, "E0002"]);
  });

  test.each<Kind>(["user", "song"])("POST %s/import needs an invitation", async (kind) => {
    const person = await people.join();
    const { status, json } = await sendImport(person, kind, "no table at all", { fileName: "a.csv" });
    expect([status, json.code]).toEqual([403, "E0028"]);
    expect((await people.call("GET", "my/imports", bearer(person.token))).json.body).toEqual({
      invited: false,
      recent: [],
    });
    await invite(person);
    expect((await people.call("GET", "my/imports", bearer(person.token))).json.body).toEqual({
      invited: true,
      recent: [],
    });
    expect((await sendImport(person, kind, "no table at all", { fileName: "a.csv" })).json.code).toBe(
      "E0007",
    );
  });

  test("needs a file", async () => {
    const person = await publisher();
    const { json } = await people.call(
      "POST",
      "song/import",
      multipart({ dry_run: "true" }, bearer(person.token).headers),
    );
    expect(json).toMatchObject({
      code: "E0007",
      errors: [{ field: "tsvImport", message: importTexts.noFile }],
    });
  });

  test("rejects other files than TSV with the prescribed message, and files that are too large", async () => {
    const person = await publisher();
    const refused = async (content: string | Buffer, fileName: string) => {
      const { status, json } = await sendImport(person, "song", content, { fileName });
      return [status, json.errors];
    };
    const notTsvErrors = [{ field: "tsvImport", message: importTexts.notTsv }];
    expect(await refused(importTemplates.SONGS, "songs.csv")).toEqual([400, notTsvErrors]);
    expect(await refused("artist,title\nAda,Low", "songs.tsv")).toEqual([400, notTsvErrors]);
    expect(await refused("PK\x03\x04\tzip", "songs.tsv")).toEqual([400, notTsvErrors]);
    const [status, errors] = await refused(Buffer.alloc(10_000_001, "a\tb\n"), "songs.tsv");
    expect([status, errors]).toEqual([
      413,
      [{ field: "tsvImport", message: "Please use files of at most 10Mb." }],
    ]);
  });

  test.each<[string, (text: string) => Buffer]>([
    ["UTF-8", (text) => Buffer.from(text)],
    ["UTF-8 with a mark", (text) => Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 with a mark", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16, big end first", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["Windows-1252", (text) => Buffer.from(text, "latin1")],
  ])("takes a file of a spreadsheet in %s", async (_, encode) => {
    const person = await publisher();
    const name = newName();
    const text = `Description \tNAME\t\t\r\n"Ação,\t""quoted""\r\nand broken"\t ${name} ñ \t\t\r\n\t\t\t\r\n`;
    const answer = await importFile(person, "user", encode(text));
    expect(answer).toMatchObject({
      errors: [],
      notSaved: [],
      failures: "",
      saved: [{ line: 2, name: `${name} ñ` }],
    });
    const { rows } = await sql<{ description: string }>`
      select metadata ->> 'description' as description from artist where owner_id = ${person.id}`.execute(
      people.context.db,
    );
    expect(rows).toEqual([{ description: 'Ação,\t"quoted"\r\nand broken' }]);
  });

  test("takes its own templates as they are", async () => {
    const person = await publisher();
    const artists = await importFile(person, "user", importTemplates.ARTISTS);
    expect(artists).toMatchObject({ errors: [], notSaved: [], saved: [{ line: 2, existing: false }] });
    const songs = await importFile(person, "song", importTemplates.SONGS);
    expect(songs).toMatchObject({ errors: [], notSaved: [], saved: [{ line: 2, existing: false }] });
  });

  test("reports a heading without a required column, and saves nothing", async () => {
    const person = await publisher();
    const answer = await importFile(person, "song", "artist\ttitel\nAda\tLow Tide\n");
    expect(answer.saved).toEqual([]);
    expect(answer.notSaved).toEqual([{ line: 2, name: "" }]);
    expect(answer.errors).toMatchObject([
      { line: 1, column: "title", code: "MISSING" },
      { line: 1, column: "titel", code: "UNKNOWN" },
    ]);
  });
});

test("an import names its problems in the language of the caller, also when it is repeated", async () => {
  const person = await publisher();
  const file = artistFile(artistRow("Ada Lem"), artistRow("ADA LEM"), artistRow("Ada Lem"));
  const spanish = await importFile(person, "user", file, { key: "in-spanish", language: "es" });
  const [spelling, repeated] = spanish.errors;
  expect(spelling?.english).toBe(rowTexts.similarName("Ada Lem"));
  expect(spelling?.message).toBe("Ya tienes «Ada Lem», que se escribe de otra forma.");
  expect(repeated?.english).toBe(rowTexts.repeated(2));
  expect(spanish.failures).toContain("Duplicado de la línea 2.");
  const english = await importFile(person, "user", file, { key: "in-spanish" });
  expect(english.errors.map(({ message }) => message)).toEqual([
    rowTexts.similarName("Ada Lem"),
    rowTexts.repeated(2),
  ]);
});

describe("an import of artists", () => {
  test("reports in a dry run what it would save, and saves nothing", async () => {
    const person = await publisher();
    const [there, fresh] = [newName(), newName()];
    await addArtist(person, there);
    const file = artistFile(
      artistRow(there),
      artistRow(fresh, { email: "new@artist.example" }),
      artistRow(""),
    );
    const answer = await importFile(person, "user", file, { dryRun: true });
    expect(answer.dry_run).toBe(true);
    expect(answer.saved).toMatchObject([
      { line: 2, existing: true },
      { line: 3, name: fresh, id: null, existing: false },
    ]);
    expect(answer.errors).toEqual([
      { line: 4, column: "name", code: "MISSING", message: "Required", value: "" },
    ]);
    expect(await artistsOf(person)).toEqual([there]);
    await people.runDueJobs();
    expect(people.listLinks("/user", "new@artist.example")).toEqual([]);
    expect(people.mails.mails("new@artist.example")).toEqual([]);
    expect((await people.events(person.id)).map(({ kind }) => kind)).not.toContain("import-done");
  });

  test("saves valid rows, reports precisely what is wrong with the others, and may be repeated", async () => {
    const person = await publisher();
    const [first, second] = [newName(), newName()];
    const file = artistFile(
      artistRow(first),
      artistRow("x".repeat(201)),
      { name: second, description: "" },
      artistRow(` ${first} `),
      artistRow("=1+1", { email: "nobody" }),
    );
    const answer = await importFile(person, "user", file);
    expect(answer.saved).toMatchObject([{ line: 2, name: first, existing: false }]);
    expect(answer.notSaved.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    expect(answer.errors).toEqual([
      {
        line: 3,
        column: "name",
        code: "TOO_LONG",
        message: "Please use at most 200 characters.",
        value: `${"x".repeat(80)}…`,
      },
      { line: 4, column: "description", code: "MISSING", message: "Required", value: "" },
      { line: 5, column: null, code: "REPEATED", message: rowTexts.repeated(2), value: first },
      {
        line: 6,
        column: "email",
        code: "INVALID",
        message: "Enter an email address.",
        value: "nobody",
      },
    ]);
    expect(answer.failures.split("\r\n")[0]).toBe("name\tdescription\temail\tlinks\tid\tproblem");
    expect(answer.failures).toContain("\r\n'=1+1\t");
    const events = await people.events(person.id);
    const detail = { kind: "ARTISTS", saved: 1, existing: 0, unsaved: 4 };
    expect(events.at(-1)).toEqual({ kind: "import-done", detail });

    const repeated = await importFile(person, "user", file);
    expect(repeated.saved).toEqual([{ ...answer.saved[0], existing: true }]);
    const corrected = answer.failures.replace("nobody", "").replace(`${second}\t`, `${second}\tFelt piano.`);
    const rest = await importFile(person, "user", corrected);
    expect(rest.saved.map(({ name, existing }) => [name, existing])).toEqual([
      [second, false],
      [first, true],
      ["=1+1", false],
    ]);
    expect(rest.errors.map(({ code }) => code)).toEqual(["TOO_LONG"]);
    expect(await artistsOf(person)).toEqual([first, second, "=1+1"]);
  });

  test("holds the plan's number of artists", async () => {
    const person = await publisher({ premium: false });
    const names = [newName(), newName()];
    const file = artistFile(...names.map((name) => artistRow(name)));
    for (const dryRun of [true, false]) {
      const answer = await importFile(person, "user", file, { dryRun });
      expect(answer.saved.map(({ name }) => name)).toEqual([names[0]]);
      expect(answer.errors).toMatchObject([{ line: 3, column: null, code: "LIMIT" }]);
    }
    expect(await artistsOf(person)).toEqual([names[0]]);
  });

  test("assigns artists to the owners of the given addresses, with one mail to each", async () => {
    const person = await publisher();
    const names = [newName(), newName(), newName()];
    const [address = "", other = ""] = [
      `${crypto.randomUUID()}@artist.example`,
      `${crypto.randomUUID()}@artist.example`,
    ];
    const file = artistFile(
      artistRow(names[0] ?? "", { email: address }),
      artistRow(names[1] ?? "", { email: address.toUpperCase() }),
      artistRow(names[2] ?? "", { email: other }),
    );
    expect((await importFile(person, "user", file)).saved).toHaveLength(3);
    await people.runDueJobs();
    expect(people.mails.mails(other)).toHaveLength(1);
    const [link, ...more] = people.listLinks("/user", address).concat(people.listLinks("/claim", address));
    expect(more).toEqual([]);
    if (link === undefined) throw new Error("no link");
    expect((await people.openClaim(link)).status).toBe(200);
    const { rows } = await sql<{ name: string }>`
      select a.name from artist a join account o on o.id = a.owner_id where lower(o.email) = ${address} order by a.id`.execute(
      people.context.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(names.slice(0, 2));

    const repeated = await importFile(person, "user", file);
    expect(repeated.saved.map(({ existing }) => existing)).toEqual([true, true, true]);
    await people.runDueJobs();
    expect(people.mails.mails(other)).toHaveLength(1);
    expect(await artistsOf(person)).toEqual(names.slice(2));
  });

  test("twice at the same instant saves each artist once", { retry: 0 }, async () => {
    const person = await publisher();
    const file = artistFile(artistRow(newName()), artistRow(newName()));
    const answers = await Promise.all([1, 2, 3].map(() => sendImport(person, "user", file)));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes[0]).toBe(200);
    for (const { status, json } of answers)
      if (status !== 200) expect([status, json.code]).toEqual([409, "E0005"]);
    expect(await artistsOf(person)).toHaveLength(2);
  });

  test("that is repeated with its key at the same instant answers the same and is one import", {
    retry: 0,
  }, async () => {
    const person = await publisher();
    const file = artistFile(artistRow(newName()));
    const answers = await Promise.all([1, 2, 3].map(() => importFile(person, "user", file, { key: "once" })));
    expect(answers.map(({ saved }) => saved[0]?.existing)).toEqual([false, false, false]);
    expect(answers[1]).toEqual(answers[0]);
    expect((await importFile(person, "user", file, { key: "once" })).saved).toEqual(answers[0]?.saved);
    const other = await sendImport(person, "user", artistFile(artistRow(newName())), { key: "once" });
    expect([other.status, other.json.code]).toEqual([409, "E0029"]);
    expect((await people.events(person.id)).filter(({ kind }) => kind === "import-done")).toHaveLength(1);
  });
});

describe("an import of songs", () => {
  test("saves all values of a row as a draft without artwork", async () => {
    const person = await publisher({ premium: false });
    const artist = newName();
    await addArtist(person, artist);
    const file = songFile({
      artist,
      title: "Low Tide Ledger",
      iswc: "t034524680-1",
      nickname: "Ledger",
      duration: "3:45",
      description: "Two\nlines.",
      album: "Harbour",
      track_number: "3",
      isrc: "gbaye2600123",
      release_date: "2026/3/1",
      languages: "EN, pt",
      credits: "composer: Ada Lem; Writer: Jo Fen; Mastering engineer: Ida; background-vocals: Bo",
      dates: "RELEASE: 2026-03-01; recorded: 2025-11-02",
      owners: "Ada Lem 50/50; Jo Fen 33,5/25.25",
      dsps: "Spotify: 4uLU6hMCjMI75M1A2tKUQC",
      genres: "Ambient; Piano",
      tags: "rainy",
    });
    const { saved, errors } = await importFile(person, "song", file);
    expect(errors).toEqual([]);
    const { json } = await people.call("GET", `my/song/${saved[0]?.id}`, bearer(person.token));
    const { song, detail } = json.body;
    expect(song).toMatchObject({
      name: "Low Tide Ledger",
      artist,
      iswc: "T-034.524.680-1",
      duration: 225,
      status: "DRAFT",
      image: null,
    });
    expect(detail.albums).toMatchObject([
      {
        name: "Harbour",
        track_number: 3,
        release_date: "2026-03-01",
        isrc: "GB-AYE-26-00123",
        languages: ["en", "pt"],
      },
    ]);
    expect(detail.credits).toMatchObject([
      { role: "COMPOSER", value: "Ada Lem" },
      { role: "WRITER", value: "Jo Fen" },
      { role: "MASTERING_ENGINEER", value: "Ida" },
      { role: "BACKGROUND_VOCALS", value: "Bo" },
    ]);
    expect(detail.dates).toMatchObject([
      { date_type: "RELEASE" },
      { date_type: "RECORDED", date: "2025-11-02" },
    ]);
    expect(detail.owners).toMatchObject([
      { name: "Ada Lem", ownership_rate: 50, royalty_rate: 50 },
      { name: "Jo Fen", ownership_rate: 33.5, royalty_rate: 25.25 },
    ]);
    expect(detail.dsps).toMatchObject([{ link: "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC" }]);
    expect(detail.tags.map(({ tag }: { tag: string }) => tag)).toEqual(["Ambient", "Piano", "rainy"]);
    const { rows } = await sql<{ tag: string }>`
      select tag from song_tag where song_id = ${song.id} and not genre`.execute(people.context.db);
    expect(rows).toEqual([{ tag: "rainy" }]);
  });

  test("takes lyrics, plain or LRC, with line breaks or \\n, and reports the line of a wrong time", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const lrc = "[la:pt]\r\n[00:01.00]Low tide\r\n[00:02.00]high ledger";
    const file = songFile(
      { artist, title: "A", lyrics: lrc },
      { artist, title: "B", lyrics: "Low tide\\nC:\\\\notes" },
      { artist, title: "C", lyrics: "[00:01.00]Low tide\\n[00:61.00]high" },
      { artist, title: "D" },
      { artist, title: "E", lyrics: "[la:pt] [00:01.00]Low tide at noon [00:04.00]and high ledger" },
      { artist, title: "F", lyrics: "[00:01.00]Low [00:01.50]tide" },
    );
    const { saved, errors } = await importFile(person, "song", file);
    const message = "Line 2: “[00:61.00]” is not a time such as [01:23.45].";
    const warning = lyricsWarnings(parseLyrics("[00:01.00]Low [00:01.50]tide"))[0];
    expect(errors).toMatchObject([
      { line: 6, column: "lyrics", code: "LYRICS_TIME", message },
      { line: 9, column: "lyrics", code: "WARNING", message: warning },
    ]);
    const texts = await Promise.all(
      saved.map(async ({ id }) => {
        const { json } = await people.call("GET", `my/song/${id}`, bearer(person.token));
        return [json.body.song.name, json.body.lyrics.text, json.body.detail.lyrics_language];
      }),
    );
    expect(texts).toEqual([
      ["A", lrc, "pt"],
      ["B", "Low tide\nC:\\notes", null],
      ["D", null, null],
      ["E", "[la:pt] [00:01.00]Low tide at noon [00:04.00]and high ledger", "pt"],
      ["F", "[00:01.00]Low [00:01.50]tide", null],
    ]);
    const { rows } = await sql<{ lyric: string }>`
      select lyric from song_lyric where song_id = any(${saved.slice(-2).map(({ id }) => id)}) order by song_id`.execute(
      people.context.db,
    );
    expect(rows.map(({ lyric }) => lyric)).toEqual(["Low tide at noon\nand high ledger", "Low tide"]);
  });

  test("reads durations that a spreadsheet has converted, and warns of hours among minutes", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const typed = [
      "2:58",
      "2:58:00",
      "12:02:58 a. m.",
      "2:58:00 PM",
      "0,00206018518518519",
      "62:05:00",
      "0.12",
    ];
    const file = songFile(...typed.map((duration, at) => ({ artist, title: `Song ${at}`, duration })), {
      artist: "Nobody I know",
      title: "Mix",
      duration: "1:02:05",
    });
    const checked = await importFile(person, "song", file, { dryRun: true });
    const { saved, errors } = await importFile(person, "song", file);
    expect(checked.errors).toEqual(errors);
    expect(errors.map(({ line, column, code, message }) => [line, column, code, message])).toEqual([
      [3, "duration", "WARNING", rowTexts.duration("2h 58m", "2m 58s")],
      [5, "duration", "WARNING", rowTexts.duration("14m 58s", "14h 58m")],
      [7, "duration", "WARNING", rowTexts.longDuration("1h 2m 5s")],
      [8, "duration", "INVALID", rowTexts.convertedDuration],
      [9, "artist", "UNKNOWN", rowTexts.noArtist],
      [9, "duration", "WARNING", rowTexts.longDuration("1h 2m 5s")],
    ]);
    const { rows } = await sql<{ duration: number }>`
      select duration from song where id = any(${saved.map(({ id }) => id)}) order by id`.execute(
      people.context.db,
    );
    expect(rows.map(({ duration }) => duration)).toEqual([178, 10_680, 178, 898, 178, 3_725]);
  });

  test("leaves hours without a warning in a file of hours", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const file = songFile(
      ...["1:02:05", "2:10:01", "3:45"].map((duration) => ({ artist, title: duration, duration })),
    );
    expect((await importFile(person, "song", file, { dryRun: true })).errors).toEqual([]);
  });

  test("reports line, column and value of every error, not just the first", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const file = songFile(
      { artist: "Nobody I know", title: "A" },
      {
        artist,
        title: "",
        iswc: "T-1",
        duration: "long",
        album: "B",
        track_number: "x",
        isrc: "12",
        release_date: "1.3.2026",
        languages: "english",
        credits: "SINGER Jo; FOO: Bar",
        dates: "RELEASE: soon; MIXED: 03/01/1998; RECORDED: 1859-12-31; WRITTEN: 46082; RELEASE: soon",
        owners: "Jo; Al 60; Bo 60",
        dsps: "SPOTIFY: nothing",
        genres: `x; ${"y".repeat(101)}`,
      },
      { artist, title: "Warned", iswc: "T-034.524.680-2" },
      { artist, title: "Split", owners: "Al 60; Bo 60" },
    );
    const { saved, errors, failures } = await importFile(person, "song", file, { dryRun: true });
    expect(saved).toMatchObject([{ line: 4, name: "Warned" }]);
    expect(errors.map(({ line, column, code }) => `${line} ${column} ${code}`)).toEqual([
      "2 artist UNKNOWN",
      ...[
        "title MISSING",
        "iswc INVALID",
        "duration INVALID",
        "track_number INVALID",
        "release_date INVALID",
      ].map((text) => `3 ${text}`),
      ...["isrc INVALID", "languages INVALID", "credits INVALID", "credits UNKNOWN"].map(
        (text) => `3 ${text}`,
      ),
      ...["dates INVALID", "dates INVALID", "dates INVALID", "dates INVALID"].map((text) => `3 ${text}`),
      ...["owners INVALID", "owners INVALID", "genres TOO_LONG"].map((text) => `3 ${text}`),
      "4 iswc WARNING",
      "5 owners INVALID",
    ]);
    const ofDates = errors.filter(({ column }) => column === "dates" || column === "release_date");
    expect(ofDates.map(({ value, message }) => [value, message])).toEqual([
      ["1.3.2026", dateTexts.ambiguous],
      ["RELEASE: soon", dateTexts.form],
      ["MIXED: 03/01/1998", dateTexts.ambiguous],
      ["RECORDED: 1859-12-31", dateTexts.year],
      ["WRITTEN: 46082", dateTexts.number],
    ]);
    expect(errors.filter(({ column }) => column === "genres").map(({ value }) => value[0])).toEqual(["y"]);
    expect(errors.find(({ code }) => code === "UNKNOWN")?.value).toBe("Nobody I know");
    expect(errors.find(({ column, code }) => column === "credits" && code === "INVALID")?.value).toBe(
      "SINGER Jo",
    );
    expect(failures).not.toContain("Warned");
  });

  test("knows a song again by its ISRC, else by title, album and track, else by its title", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const rows = [
      { artist, title: "One", album: "A", track_number: "1", isrc: "GB-AYE-26-00001" },
      { artist, title: "One", album: "A", track_number: "1", isrc: "GB-AYE-26-00002" },
      { artist, title: "One", album: "A", track_number: "2" },
      { artist, title: "One" },
      { artist, title: "!!!" },
      { artist, title: "???" },
    ];
    expect((await importFile(person, "song", songFile(...rows))).errors).toEqual([]);
    const repeated = await importFile(
      person,
      "song",
      songFile(
        ...rows,
        { artist, title: "Renamed", album: "Else", track_number: "9", isrc: "gbaye2600001" },
        { artist, title: "One", album: "A", track_number: "1" },
        { artist, title: " One " },
      ),
    );
    expect(repeated.saved.map(({ existing }) => existing)).toEqual([true, true, true, true, true, true]);
    expect(repeated.errors.map(({ line, message }) => [line, message])).toEqual([
      [8, rowTexts.repeated(2)],
      [9, rowTexts.repeated(3)],
      [10, rowTexts.repeated(5)],
    ]);
    expect(await songsOf(person)).toHaveLength(6);
  });

  test("tells spellings of artists and titles apart, and warns of similar ones", async () => {
    const person = await publisher();
    const twins = [
      ["Rosé", "Rose"],
      ["ALMA", "Alma"],
      ["C#", "C"],
      ["Mr. Nobody", "Mr Nobody?"],
      ["Peña", "Pena"],
    ] as const;
    const artists = await importFile(
      person,
      "user",
      artistFile(...twins.flat().map((name) => artistRow(name))),
    );
    expect(artists.saved.map(({ existing }) => existing)).toEqual(twins.flat().map(() => false));
    const warnings = artists.errors.map(({ column, code, message, value }) => [column, code, message, value]);
    expect(warnings).toEqual(
      twins.map(([first, second]) => ["name", "WARNING", rowTexts.similarName(first), second]),
    );
    const ids = new Map(artists.saved.map(({ name, id }) => [name, id]));
    const rows = [
      { artist: "Rose", title: "Año" },
      { artist: "Rose", title: "Ano" },
      { artist: "Rosé", title: "Yes" },
      { artist: "C#", title: "Yes?" },
      { artist: "C", title: "Yes" },
    ];
    const checked = await importFile(person, "song", songFile(...rows), { dryRun: true });
    expect(checked.errors).toMatchObject([
      { line: 3, column: "title", code: "WARNING", message: rowTexts.similarName("Año"), value: "Ano" },
    ]);
    const songs = await importFile(person, "song", songFile(...rows));
    for (const { saved } of [checked, songs])
      expect(saved.map(({ artist }) => artist?.id)).toEqual(rows.map(({ artist }) => ids.get(artist)));
    const other = { artist: "ROSÉ", title: "Yes" };
    const { errors } = await importFile(person, "song", songFile(...rows, other));
    expect(errors).toMatchObject([
      { line: 7, column: "artist", code: "UNKNOWN", message: rowTexts.similarArtist("Rosé") },
    ]);
    expect(await songsOf(person)).toHaveLength(5);
  });

  test("warns of a track without a date that takes the date of the only album of its name", async () => {
    const person = await publisher();
    await importFile(person, "user", artistFile(artistRow("Ada Lem"), artistRow("Jo Fen")));
    const track = (title: string, album: string, date = "", artist = "Ada Lem") => ({
      artist,
      title,
      album,
      track_number: "1",
      release_date: date,
    });
    await importFile(person, "song", songFile(track("One", "Ferry", "1998"), track("Two", "Pier")));
    const rows = [
      track("Three", "Ferry"),
      track("Four", "Pier"),
      track("Five", "Ferry", "", "Jo Fen"),
      track("Six", "Tide", "2001-05"),
      track("Seven", "Tide"),
      track("Eight", "Tide", "2002"),
      track("Nine", "Tide"),
      { ...track("Ten", "Sand", "2003"), more_albums: "Ferry | 2 | | |" },
    ];
    const warning = (line: number, column: string, album: string, date: string) => ({
      line,
      column,
      code: "WARNING",
      message: rowTexts.albumDate(album, date),
      value: album,
    });
    const warnings = [
      warning(2, "release_date", "Ferry", "1998"),
      warning(6, "release_date", "Tide", "2001-05"),
      warning(9, "more_albums", "Ferry", "1998"),
    ];
    const checked = await importFile(person, "song", songFile(...rows), { dryRun: true });
    expect(checked.errors).toEqual(warnings);
    expect((await importFile(person, "song", songFile(...rows))).errors).toEqual(warnings);
    const songs = await songsOf(person);
    const dateOf = async (name: string) => {
      const id = songs.find((song) => song.name === name)?.id;
      const { rows: dates } = await sql<{ year: number | null }>`
        select extract(year from al.release_date)::int as year from song_album t join album al on al.id = t.album_id
        where t.song_id = ${id} order by t.track_number`.execute(people.context.db);
      return dates.map(({ year }) => year);
    };
    expect(await dateOf("Three")).toEqual([1998]);
    expect(await dateOf("Seven")).toEqual([2001]);
    expect(await dateOf("Nine")).toEqual([null]);
    expect(await dateOf("Ten")).toEqual([2003, 1998]);
  });

  test("finds names whose characters are decomposed, as a Mac writes them", async () => {
    const person = await publisher();
    const names = ["이랑", "ガロ", "Beyoncé Ångström", "Đặng Thái Sơn", "Zoë"];
    await importFile(person, "user", artistFile(...names.map((name) => artistRow(name))));
    const rows = names.map((artist) => ({ artist, title: `Été ${artist}` }));
    await importFile(person, "song", songFile(...rows));
    const decomposed = (text: string) => text.normalize("NFD");
    const artists = await importFile(
      person,
      "user",
      artistFile(...names.map((name) => artistRow(decomposed(name)))),
    );
    const songs = await importFile(person, "song", decomposed(songFile(...rows)));
    for (const { saved, errors } of [artists, songs])
      expect([saved.every(({ existing }) => existing), errors]).toEqual([true, []]);
    expect(await artistsOf(person)).toEqual(names);
  });

  test("takes the artist of a name that several have by artist_id alone", async () => {
    const person = await publisher();
    const name = newName();
    const [first, second, other] = [
      await addArtist(person, name),
      await addArtist(person, name),
      await addArtist(person, newName()),
    ];
    const { rows } = await sql<{ slug: string }>`
      select artist_clean_id as slug from artist where owner_id = ${person.id} order by id`.execute(
      people.context.db,
    );
    const [firstSlug = "", secondSlug = "", otherSlug = ""] = rows.map(({ slug }) => slug);
    const named = (title: string, artist_id: string) => ({ artist: name, title, artist_id });
    const file = songFile(
      { artist: name, title: "Whose" },
      named("By id", String(second)),
      named("By address", `https://music.example/artist/${firstSlug}?ref=1`),
      named("By clean id", secondSlug),
      named("Of another name", otherSlug),
      named("Of another catalogue", "unknown-7"),
      named("Broken", "a b"),
    );
    const { saved, errors } = await importFile(person, "song", file);
    expect(saved.map(({ name, artist }) => [name, artist?.id])).toEqual([
      ["By id", second],
      ["By address", first],
      ["By clean id", second],
    ]);
    const ambiguous = rowTexts.sameNamedArtists([firstSlug, secondSlug]);
    const { rows: others } = await sql<{ name: string }>`select name from artist where id = ${other}`.execute(
      people.context.db,
    );
    expect(errors.map(({ line, column, code, message }) => [line, column, code, message])).toEqual([
      [2, "artist", "AMBIGUOUS", ambiguous],
      [6, "artist_id", "INVALID", rowTexts.otherArtistId(others[0]?.name ?? "")],
      [7, "artist", "AMBIGUOUS", ambiguous],
      [8, "artist_id", "INVALID", rowTexts.noArtistId],
    ]);
  });

  test("refuses cells with characters that nobody can read, also written as escapes", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const broken = ["Low\u0007 Tide", "Low\u0085", "\\u0000x", "\\ud800", "Low \ufffd"];
    const file = songFile(...broken.map((title) => ({ artist, title })), {
      artist,
      title: "Whole",
      description: "Two\nlines",
      lyrics: "🥺 \\ud83e\\udd7a",
    });
    const { saved, errors } = await importFile(person, "song", file);
    expect(saved.map(({ name }) => name)).toEqual(["Whole"]);
    const unreadable = [
      ["U+0007", "Low"],
      ["U+0085", "Low"],
      ["U+0000", ""],
      ["U+D800", ""],
      ["U+FFFD", "Low "],
    ] as const;
    expect(errors.map(({ line, column, code, message }) => [line, column, code, message])).toEqual(
      unreadable.map(([sign, before], at) => [
        2 + at,
        "title",
        "INVALID",
        textProblems.unreadable(sign, before),
      ]),
    );
  });

  test("takes no song for another publisher's artist", async () => {
    const [person, other] = [await publisher(), await publisher()];
    const artist = newName();
    await addArtist(other, artist);
    const answer = await importFile(person, "song", songFile({ artist, title: "Mine now" }));
    expect(answer.errors).toMatchObject([{ line: 2, column: "artist", code: "UNKNOWN", value: artist }]);
    expect(await songsOf(other)).toEqual([]);
  });

  test("of 1,200 lines and megabytes keeps its order, and gives each its own address", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      artist,
      title: at % 10 === 0 ? "Untitled" : `Song ${at}`,
      description: "y".repeat(900),
      album: "Everything",
      track_number: String(at + 1),
      credits: "COMPOSER: Ada Lem; WRITER: Jo Fen",
      owners: "Ada Lem 50/50; Jo Fen 50/50",
      genres: "Ambient; Piano",
    }));
    const file = Buffer.from(`\uFEFF${songFile(...rows)}`, "utf16le");
    expect(file.length).toBeGreaterThan(2_000_000);
    const answer = await importFile(person, "song", file);
    expect(answer.errors).toEqual([]);
    expect(answer.saved).toHaveLength(1_200);
    const songs = await songsOf(person);
    expect(songs.map(({ id }) => id)).toEqual(answer.saved.map(({ id }) => id));
    expect(songs.map(({ name }) => name)).toEqual(answer.saved.map(({ name }) => name));
    const repeated = await importFile(person, "song", file);
    expect(repeated.saved.every(({ existing }) => existing)).toBe(true);
    expect(await songsOf(person)).toHaveLength(songs.length);
  });

  test("that dies in the middle keeps what it had saved, and is completed by the same file", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    const { db } = people.context;
    await sql`create or replace function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(
      db,
    );
    await sql`create or replace trigger dies before insert on song for each row when (new.name = 'Fatal') execute function die()`.execute(
      db,
    );
    const titles = Array.from({ length: 1_200 }, (_, at) => (at === 700 ? "Fatal" : `Song ${at}`));
    const file = songFile(...titles.map((title) => ({ artist, title })));
    const broken = await sendImport(person, "song", file, { key: "dies" });
    expect([broken.status, broken.json.code]).toEqual([503, "E0052"]);
    const { json } = await people.call("GET", "my/import/dies", bearer(person.token));
    expect(json.body).toMatchObject({ state: "FAILED", rows_total: 1_200, rows_done: 500 });
    expect(await songsOf(person)).toHaveLength(500);
    await sql`drop trigger dies on song`.execute(db);
    const answer = await importFile(person, "song", file, { key: "dies" });
    expect(answer.saved.filter(({ existing }) => existing)).toHaveLength(500);
    expect((await songsOf(person)).map(({ name }) => name)).toEqual(titles);
  });

  test("saves the lines around one that the database refuses", async () => {
    const person = await publisher();
    const artist = newName();
    await addArtist(person, artist);
    await sql`alter table song add constraint no_curse check (name <> 'Cursed') not valid`.execute(
      people.context.db,
    );
    try {
      const file = songFile(
        { artist, title: "Before" },
        { artist, title: "Cursed" },
        { artist, title: "After" },
      );
      const answer = await importFile(person, "song", file);
      expect(answer.saved.map(({ name }) => name)).toEqual(["Before", "After"]);
      expect(answer.errors).toMatchObject([{ line: 3, column: null, message: rowTexts.notSaved }]);
    } finally {
      await sql`alter table song drop constraint no_curse`.execute(people.context.db);
    }
    expect((await songsOf(person)).map(({ name }) => name)).toEqual(["Before", "After"]);
  });
});

describe("the progress of an import", () => {
  const progress = async ({ token }: Person, key: string) => {
    const { status, json } = await people.call("GET", `my/import/${key}`, bearer(token));
    return status === 200 ? json.body : status;
  };

  test("is shown by its key, to its owner only", async () => {
    const [person, other] = [await publisher(), await publisher()];
    await importFile(person, "user", artistFile(artistRow(newName())), { key: "mine", dryRun: true });
    expect(await progress(person, "mine")).toMatchObject({
      id: "mine",
      kind: "ARTISTS",
      dry_run: true,
      state: "DONE",
      rows_total: 1,
      rows_done: 1,
    });
    expect(await progress(other, "mine")).toBe(404);
    expect((await people.call("GET", "my/import/mine")).status).toBe(401);
    expect((await people.call("GET", "my/imports")).status).toBe(401);
  });

  test("is failed if the file was rejected", async () => {
    const person = await publisher();
    await sendImport(person, "user", "a,b\n", { key: "refused" });
    expect(await progress(person, "refused")).toMatchObject({ state: "FAILED" });
  });

  test("reports an abandoned import as failed, and a repeat completes it", { retry: 0 }, async () => {
    const person = await publisher();
    const { db } = people.context;
    await sql`
      insert into import (id, account_id, kind, dry_run, state, rows_total, rows_done, started_at)
      values ('died', ${person.id}, 'ARTISTS', false, 'RUNNING', 10, 5, now())`.execute(db);
    expect(await progress(person, "died")).toMatchObject({ state: "FAILED", rows_done: 5 });
    const isRun = await tryWithImportLock(db, person.id, async () => {
      expect(await progress(person, "died")).toMatchObject({ state: "RUNNING" });
      const second = await sendImport(person, "user", artistFile(artistRow(newName())), { key: "second" });
      expect([second.status, second.json.code]).toEqual([409, "E0005"]);
    });
    expect(isRun).toBe(true);
    await importFile(person, "user", artistFile(artistRow(newName())), { key: "died" });
    expect(await progress(person, "died")).toMatchObject({ state: "DONE", rows_total: 1 });
  });
});

const undo = ({ token }: Person, id: string) => people.call("DELETE", `my/import/${id}`, bearer(token));

describe("undoing an import of artists", () => {
  async function importArtists(person: Person, key: string, rows: readonly Record<string, string>[]) {
    const { saved } = await importFile(person, "user", artistFile(...rows), { key });
    return saved.flatMap(({ id }) => id ?? []);
  }
  const postAlbum = ({ token }: Person, id: number) =>
    people.call(
      "POST",
      `artist/${id}/album`,
      multipart({ data: JSON.stringify({ name: "Tideline" }) }, bearer(token).headers),
    );

  test("deletes artists that nothing depends on, once, and keeps the others", { retry: 0 }, async () => {
    const { db } = people.context;
    const person = await publisher();
    const owner = await people.join();
    const names = [newName(), newName(), newName(), newName(), newName(), newName()];
    const rows = names.map((name, place) => artistRow(name, place === 4 ? { email: owner.email } : {}));
    const ids = await importArtists(person, "to-undo", rows);
    const [changed = 0, withWrap = 0, withAlbum = 0, invited = 0, handedOver = 0, untouched = 0] = ids;
    const other = await importArtists(person, "to-keep", [artistRow(newName())]);
    const change = multipart({ data: JSON.stringify({ description: "New" }) }, bearer(person.token).headers);
    expect((await people.call("PATCH", `artist/${changed}`, change)).status).toBe(200);
    await importFile(person, "song", songFile({ artist: names[1] ?? "", title: "Kiln" }), { key: "wraps" });
    expect((await postAlbum(person, withAlbum)).status).toBe(200);

    const results = await Promise.all([undo(person, "to-undo"), undo(person, "to-undo")]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const kept = [changed, withWrap, withAlbum, handedOver].map((id) => ({
      id,
      name: names[ids.indexOf(id)],
    }));
    const bodies = results.map(({ json }) => json.body).toSorted((a, b) => b.deleted - a.deleted);
    expect(bodies).toEqual([
      { deleted: 2, restored: 0, kept },
      { deleted: 0, restored: 0, kept },
    ]);
    const { rows: left } = await sql<{ id: number }>`
      select id from artist where id = any(${[...ids, ...other]}) order by id`.execute(db);
    expect(left.map(({ id }) => id)).toEqual(
      [changed, withWrap, withAlbum, handedOver, ...other].toSorted((a, b) => a - b),
    );
    expect([invited, untouched].every((id) => id > 0)).toBe(true);
    const undone = (await people.events(person.id)).filter(({ kind }) => kind === "import-undone");
    expect(undone.map(({ detail }) => detail)).toEqual([{ kind: "ARTISTS", undone: 2 }]);
    // The file can be imported again.
    expect(await importArtists(person, "again", [artistRow(names[5] ?? "")])).toHaveLength(1);
  });

  test("withdraws the artist of an invitation that nobody has used, and follows the undo of its songs", async () => {
    const person = await publisher();
    const [name, email] = [newName(), `${crypto.randomUUID()}@artists.test`];
    const [id = 0] = await importArtists(person, "artists", [artistRow(name, { email })]);
    await importFile(
      person,
      "song",
      songFile({ artist: name, title: "Kiln", album: "Sodium", track_number: "1" }),
      {
        key: "songs",
      },
    );
    expect((await undo(person, "artists")).json.body).toEqual({
      deleted: 0,
      restored: 0,
      kept: [{ id, name }],
    });
    expect((await undo(person, "songs")).json.body).toMatchObject({ deleted: 1 });
    expect((await undo(person, "artists")).json.body).toEqual({ deleted: 1, restored: 0, kept: [] });
    expect(await artistsOf(person)).toEqual([]);
    expect((await undo(person, "artists")).json.body).toEqual({ deleted: 0, restored: 0, kept: [] });
    expect((await people.call("GET", `artist/${id}`)).status).toBe(404);
    const { saved } = await importFile(person, "user", artistFile(artistRow(name, { email })), {
      key: "again",
    });
    expect(saved).toMatchObject([{ existing: false }]);
  });

  test("deletes none that gets a wrap at the same instant", { retry: 0 }, async () => {
    const person = await publisher();
    const name = newName();
    const [id = 0] = await importArtists(person, "race", [artistRow(name)]);
    const [undone, imported] = await Promise.all([
      undo(person, "race"),
      importFile(person, "song", songFile({ artist: name, title: "Kiln" }), { key: "songs" }),
    ]);
    const isKept = imported.saved.length === 1;
    expect(undone.json.body).toEqual({
      deleted: isKept ? 0 : 1,
      restored: 0,
      kept: isKept ? [{ id, name }] : [],
    });
    expect(await artistsOf(person)).toEqual(isKept ? [name] : []);
  });
});

describe("undoing an import of songs", () => {
  async function importDrafts(person: Person, key: string, titles: readonly string[]): Promise<number[]> {
    const artist = newName();
    await addArtist(person, artist);
    const rows = titles.map((title) => ({ artist, title }));
    const { saved } = await importFile(person, "song", songFile(...rows), { key });
    return saved.flatMap(({ id }) => id ?? []);
  }

  test("deletes drafts that were not changed since, once, and keeps the others", { retry: 0 }, async () => {
    const { db, clock } = people.context;
    const person = await publisher();
    const [first = 0, second = 0, third = 0] = await importDrafts(person, "to-undo", [
      "Kiln",
      "Grille",
      "Sodium",
    ]);
    const other = await importDrafts(person, "to-keep", ["Harmattan"]);
    clock.move(60);
    const headers = bearer(person.token);
    await people.call("PATCH", `song/${second}`, { payload: { name: "Grille II" }, ...headers });
    await sql`update song set audio_key = 'aa/kept.mp3' where id = ${third}`.execute(db);

    const results = await Promise.all([undo(person, "to-undo"), undo(person, "to-undo")]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const kept = [
      { id: second, name: "Grille II" },
      { id: third, name: "Sodium" },
    ];
    const bodies = results.map(({ json }) => json.body).toSorted((a, b) => b.deleted - a.deleted);
    expect(bodies).toEqual([
      { deleted: 1, restored: 0, kept },
      { deleted: 0, restored: 0, kept },
    ]);
    const { rows } = await sql<{ id: number }>`
      select id from song where status = 'DELETED' and id = any(${[first, second, third, ...other]})`.execute(
      db,
    );
    expect(rows.map(({ id }) => id)).toEqual([first]);
    const kinds = (await people.events(person.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "import-undone")).toHaveLength(1);
    // The file can be imported again.
    const repeated = await importDrafts(person, "again", ["Kiln"]);
    expect(repeated).toHaveLength(1);
  });

  test("is possible while it is listed: for 30 days, unless nothing is left of it", async () => {
    const person = await publisher();
    const [first = 0] = await importDrafts(person, "older", ["Kiln", "Grille"]);
    people.context.clock.move(60);
    await importDrafts(person, "newer", ["Sodium"]);
    await importFile(person, "song", songFile({ artist: "?", title: "?" }), { key: "dry", dryRun: true });
    const list = async ({ token }: Person) =>
      (await people.call("GET", "my/imports", bearer(token))).json.body.recent;
    const started_at = expect.any(String);
    expect(await list(person)).toEqual([
      { id: "newer", kind: "SONGS", started_at, added: 1, changed: 0 },
      { id: "older", kind: "SONGS", started_at, added: 2, changed: 0 },
    ]);
    expect(await list(await publisher())).toEqual([]);
    await sql`update song set audio_key = 'aa/kept.mp3' where id = ${first}`.execute(people.context.db);
    await Promise.all([undo(person, "newer"), undo(person, "older")]);
    expect(await list(person)).toEqual([{ id: "older", kind: "SONGS", started_at, added: 1, changed: 0 }]);
  });

  test("is possible for the account's own imports alone", async () => {
    const person = await publisher();
    await importDrafts(person, "own", ["Kiln"]);
    await importFile(person, "song", songFile({ artist: "?", title: "?" }), { key: "dry", dryRun: true });
    const stranger = await publisher();
    const statuses = [
      await undo(stranger, "own"),
      await undo(person, "dry"),
      await undo(person, "none"),
      await people.call("DELETE", "my/import/own"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 401]);
  });
});
