import { dateTexts } from "@wrapsody/shared/catalogue/dates.ts";
import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import { lyricsWarnings } from "@wrapsody/shared/catalogue/lyrics.ts";
import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { textProblems } from "@wrapsody/shared/text/text.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import {
  artistFile,
  artistRow,
  type ImportApi,
  newName,
  openImportApi,
  songFile,
} from "../../testing/fixtures/imports.ts";
import { bearer } from "../../testing/fixtures/people.ts";

let people: ImportApi;

beforeAll(async () => {
  people = await openImportApi();
});
afterAll(() => people.close());

describe("an import of songs", () => {
  test("saves all values of a row as a draft without artwork", async () => {
    const person = await people.addPublisher({ premium: false });
    const artist = newName();
    await people.addArtist(person, artist);
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
    const { saved, errors } = await people.importFile(person, "song", file);
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
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
    const lrc = "[la:pt]\r\n[00:01.00]Low tide\r\n[00:02.00]high ledger";
    const file = songFile(
      { artist, title: "A", lyrics: lrc },
      { artist, title: "B", lyrics: "Low tide\\nC:\\\\notes" },
      { artist, title: "C", lyrics: "[00:01.00]Low tide\\n[00:61.00]high" },
      { artist, title: "D" },
      { artist, title: "E", lyrics: "[la:pt] [00:01.00]Low tide at noon [00:04.00]and high ledger" },
      { artist, title: "F", lyrics: "[00:01.00]Low [00:01.50]tide" },
    );
    const { saved, errors } = await people.importFile(person, "song", file);
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
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
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
    const checked = await people.importFile(person, "song", file, { dryRun: true });
    const { saved, errors } = await people.importFile(person, "song", file);
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
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
    const file = songFile(
      ...["1:02:05", "2:10:01", "3:45"].map((duration) => ({ artist, title: duration, duration })),
    );
    expect((await people.importFile(person, "song", file, { dryRun: true })).errors).toEqual([]);
  });

  test("reports line, column and value of every error, not just the first", async () => {
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
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
    const { saved, errors, failures } = await people.importFile(person, "song", file, { dryRun: true });
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
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
    const rows = [
      { artist, title: "One", album: "A", track_number: "1", isrc: "GB-AYE-26-00001" },
      { artist, title: "One", album: "A", track_number: "1", isrc: "GB-AYE-26-00002" },
      { artist, title: "One", album: "A", track_number: "2" },
      { artist, title: "One" },
      { artist, title: "!!!" },
      { artist, title: "???" },
    ];
    expect((await people.importFile(person, "song", songFile(...rows))).errors).toEqual([]);
    const repeated = await people.importFile(
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
    expect(await people.listSongs(person)).toHaveLength(6);
  });

  test("tells spellings of artists and titles apart, and warns of similar ones", async () => {
    const person = await people.addPublisher();
    const twins = [
      ["Rosé", "Rose"],
      ["ALMA", "Alma"],
      ["C#", "C"],
      ["Mr. Nobody", "Mr Nobody?"],
      ["Peña", "Pena"],
    ] as const;
    const artists = await people.importFile(
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
    const checked = await people.importFile(person, "song", songFile(...rows), { dryRun: true });
    expect(checked.errors).toMatchObject([
      { line: 3, column: "title", code: "WARNING", message: rowTexts.similarName("Año"), value: "Ano" },
    ]);
    const songs = await people.importFile(person, "song", songFile(...rows));
    for (const { saved } of [checked, songs])
      expect(saved.map(({ artist }) => artist?.id)).toEqual(rows.map(({ artist }) => ids.get(artist)));
    const other = { artist: "ROSÉ", title: "Yes" };
    const { errors } = await people.importFile(person, "song", songFile(...rows, other));
    expect(errors).toMatchObject([
      { line: 7, column: "artist", code: "UNKNOWN", message: rowTexts.similarArtist("Rosé") },
    ]);
    expect(await people.listSongs(person)).toHaveLength(5);
  });

  test("warns of a track without a date that takes the date of the only album of its name", async () => {
    const person = await people.addPublisher();
    await people.importFile(person, "user", artistFile(artistRow("Ada Lem"), artistRow("Jo Fen")));
    const track = (title: string, album: string, date = "", artist = "Ada Lem") => ({
      artist,
      title,
      album,
      track_number: "1",
      release_date: date,
    });
    await people.importFile(person, "song", songFile(track("One", "Ferry", "1998"), track("Two", "Pier")));
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
    const checked = await people.importFile(person, "song", songFile(...rows), { dryRun: true });
    expect(checked.errors).toEqual(warnings);
    expect((await people.importFile(person, "song", songFile(...rows))).errors).toEqual(warnings);
    const songs = await people.listSongs(person);
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
    const person = await people.addPublisher();
    const names = ["이랑", "ガロ", "Beyoncé Ångström", "Đặng Thái Sơn", "Zoë"];
    await people.importFile(person, "user", artistFile(...names.map((name) => artistRow(name))));
    const rows = names.map((artist) => ({ artist, title: `Été ${artist}` }));
    await people.importFile(person, "song", songFile(...rows));
    const decomposed = (text: string) => text.normalize("NFD");
    const artists = await people.importFile(
      person,
      "user",
      artistFile(...names.map((name) => artistRow(decomposed(name)))),
    );
    const songs = await people.importFile(person, "song", decomposed(songFile(...rows)));
    for (const { saved, errors } of [artists, songs])
      expect([saved.every(({ existing }) => existing), errors]).toEqual([true, []]);
    expect(await people.listArtists(person)).toEqual(names);
  });

  test("takes the artist of a name that several have by artist_id alone", async () => {
    const person = await people.addPublisher();
    const name = newName();
    const [first, second, other] = [
      await people.addArtist(person, name),
      await people.addArtist(person, name),
      await people.addArtist(person, newName()),
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
    const { saved, errors } = await people.importFile(person, "song", file);
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
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
    const broken = ["Low\u0007 Tide", "Low\u0085", "\\u0000x", "\\ud800", "Low \ufffd"];
    const file = songFile(...broken.map((title) => ({ artist, title })), {
      artist,
      title: "Whole",
      description: "Two\nlines",
      lyrics: "🥺 \\ud83e\\udd7a",
    });
    const { saved, errors } = await people.importFile(person, "song", file);
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
    const [person, other] = [await people.addPublisher(), await people.addPublisher()];
    const artist = newName();
    await people.addArtist(other, artist);
    const answer = await people.importFile(person, "song", songFile({ artist, title: "Mine now" }));
    expect(answer.errors).toMatchObject([{ line: 2, column: "artist", code: "UNKNOWN", value: artist }]);
    expect(await people.listSongs(other)).toEqual([]);
  });

  test("of 1,200 lines and megabytes keeps its order, and gives each its own address", async () => {
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
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
    const answer = await people.importFile(person, "song", file);
    expect(answer.errors).toEqual([]);
    expect(answer.saved).toHaveLength(1_200);
    const songs = await people.listSongs(person);
    expect(songs.map(({ id }) => id)).toEqual(answer.saved.map(({ id }) => id));
    expect(songs.map(({ name }) => name)).toEqual(answer.saved.map(({ name }) => name));
    const repeated = await people.importFile(person, "song", file);
    expect(repeated.saved.every(({ existing }) => existing)).toBe(true);
    expect(await people.listSongs(person)).toHaveLength(songs.length);
  });

  test("that dies in the middle keeps what it had saved, and is completed by the same file", async () => {
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
    const { db } = people.context;
    await sql`create or replace function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(
      db,
    );
    await sql`create or replace trigger dies before insert on song for each row when (new.name = 'Fatal') execute function die()`.execute(
      db,
    );
    const titles = Array.from({ length: 1_200 }, (_, at) => (at === 700 ? "Fatal" : `Song ${at}`));
    const file = songFile(...titles.map((title) => ({ artist, title })));
    const broken = await people.sendImport(person, "song", file, { key: "dies" });
    expect([broken.status, broken.json.code]).toEqual([503, "E0052"]);
    const { json } = await people.call("GET", "my/import/dies", bearer(person.token));
    expect(json.body).toMatchObject({ state: "FAILED", rows_total: 1_200, rows_done: 500 });
    expect(await people.listSongs(person)).toHaveLength(500);
    await sql`drop trigger dies on song`.execute(db);
    const answer = await people.importFile(person, "song", file, { key: "dies" });
    expect(answer.saved.filter(({ existing }) => existing)).toHaveLength(500);
    expect((await people.listSongs(person)).map(({ name }) => name)).toEqual(titles);
  });

  test("saves the lines around one that the database refuses", async () => {
    const person = await people.addPublisher();
    const artist = newName();
    await people.addArtist(person, artist);
    await sql`alter table song add constraint no_curse check (name <> 'Cursed') not valid`.execute(
      people.context.db,
    );
    try {
      const file = songFile(
        { artist, title: "Before" },
        { artist, title: "Cursed" },
        { artist, title: "After" },
      );
      const answer = await people.importFile(person, "song", file);
      expect(answer.saved.map(({ name }) => name)).toEqual(["Before", "After"]);
      expect(answer.errors).toMatchObject([{ line: 3, column: null, message: rowTexts.notSaved }]);
    } finally {
      await sql`alter table song drop constraint no_curse`.execute(people.context.db);
    }
    expect((await people.listSongs(person)).map(({ name }) => name)).toEqual(["Before", "After"]);
  });
});
