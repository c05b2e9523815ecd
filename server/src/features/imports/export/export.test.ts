import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { albumTypes } from "@wrapsody/shared/catalogue/catalogue.ts";
import { contributorRoles } from "@wrapsody/shared/studio/contributor-roles.ts";
import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { importColumns, importLimits, importTexts } from "@wrapsody/shared/studio/imports.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { sql } from "../../../platform/database/database.ts";
import { bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, pngFile, type Studio } from "../../../testing/fixtures/studio.ts";
import { multipart } from "../../../testing/http/multipart.ts";
import { writeArchive } from "../archive/archive.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Kind = "artists" | "songs";

async function exportFile({ token }: Person, kind: Kind): Promise<string> {
  const { statusCode, headers, rawPayload } = await studio.inject({
    url: `/api/v1/my/${kind}/export`,
    ...bearer(token),
  });
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "text/tab-separated-values; charset=utf-8",
    "no-store",
  ]);
  return rawPayload.toString();
}

async function exportArchive({ token }: Person): Promise<Buffer> {
  const { statusCode, headers, rawPayload } = await studio.inject({
    url: "/api/v1/my/catalogue/export",
    ...bearer(token),
  });
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "application/zip",
    "no-store",
  ]);
  return rawPayload;
}

/** Builds an archive as a publisher may have edited it. */
function packArchive(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    open: async () => Readable.from([Buffer.from(content)]),
  }));
  return buffer(writeArchive(Readable.from(entries)));
}

async function listFiles(archive: Buffer): Promise<string[]> {
  const names: string[] = [];
  for await (const { fileName } of (await fromBufferPromise(archive, { lazyEntries: true })).eachEntry())
    names.push(fileName);
  return names;
}

/** Texts are tables, and bytes archives. */
function sendImport(
  { token }: Person,
  kind: Kind,
  content: string | Buffer,
  more: Record<string, string> = {},
) {
  const path = kind === "artists" ? "user/import" : "song/import";
  const fileName = typeof content === "string" ? `${kind}.tsv` : "wrapsody-catalogue.zip";
  const tsvImport = { content: Buffer.from(content), fileName };
  return studio.call("POST", path, multipart({ ...more, tsvImport }, bearer(token).headers));
}

async function importFile(
  person: Person,
  kind: Kind,
  content: string | Buffer,
  more: Record<string, string> = {},
) {
  const { json } = await sendImport(person, kind, content, more);
  expect(json).toMatchObject({ success: true });
  return json.body;
}

async function joinImporter(): Promise<Person> {
  const person = await studio.join();
  await makePremium(studio, person);
  await sql`insert into import_invitation (account_id, invited_at) values (${person.id}, now())`.execute(
    studio.context.db,
  );
  return person;
}

/** The id is the last column. Pictures are named after ids. */
const withoutIds = (file: string) =>
  file.replace(/(\tada-lem[^\t]*)?\t\d+\r\n/g, "\t\r\n").replace(/\b(wrap|album)-\d+\.png/g, "$1.png");

/** The albums of an account. */
async function readAlbums({ token }: Person): Promise<object[]> {
  const { json } = await studio.call(
    "GET",
    "my/albums?limit=100&sortKey=created_at&sortDir=ASC",
    bearer(token),
  );
  return json.body.data
    .map(({ name, release_date, type, image }: Record<string, unknown>) =>
      JSON.stringify({ name, release_date, type, image }),
    )
    .sort();
}

/** Everything of an account's wraps that an import can carry. */
async function readCatalogue({ token }: Person): Promise<object[]> {
  const { json } = await studio.call(
    "GET",
    "my/songs?limit=100&sortKey=created_at&sortDir=ASC",
    bearer(token),
  );
  const ids: number[] = json.body.data
    .map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b);
  return Promise.all(ids.map((id) => readWrap(token, id)));
}

async function readWrap(token: string, id: number): Promise<object> {
  const { song, detail, genre_tags, lyrics } = (await studio.call("GET", `my/song/${id}`, bearer(token))).json
    .body;
  const { owners } = (await studio.call("GET", `song/${id}/splits`, bearer(token))).json.body.in_force ?? {};
  const { name, iswc, nickname, artist, duration, metadata, image } = song;
  return {
    name,
    image,
    iswc,
    nickname,
    artist,
    duration,
    metadata,
    lyrics,
    owners: (owners ?? []).map(({ name: owner, email, ownership, royalty }: Record<string, unknown>) => ({
      owner,
      email,
      ownership,
      royalty,
    })),
    albums: detail.albums.map(
      ({ id: _, pretty_id: __, ...album }: { id: number; pretty_id: string }) => album,
    ),
    credits: detail.credits,
    dates: detail.dates,
    dsps: detail.dsps,
    tags: detail.tags.map(({ id: tag, tag: word }: { id: number; tag: string }) => ({
      word,
      genre: genre_tags.includes(tag),
    })),
  };
}

/** Texts with everything that has a meaning in the format or in spreadsheets. */
const signs = fc.constantFrom(
  ..."; | \\ : ' \" = + - @ ＝ % , . / \t \r\n \n  　 \\n \\; \\\\ \\u0041 50/25 SPOTIFY é 夜 🌊".split(" "),
  " ",
  "  ",
  "\u00a0",
  "\u2028",
);
const text = (maxLength = 6) =>
  fc
    .tuple(
      fc.array(signs, { maxLength }),
      fc.constantFrom("Ada", "x", "7", "Ę"),
      fc.array(signs, { maxLength }),
    )
    .map(([before, letter, after]) => [...before, letter, ...after].join(""));
/** A name, which has one line. */
const line = () => text().map((name) => name.replace(/[\t\r\n\u2028]+/g, " "));
const day = fc
  .tuple(
    fc.date({ min: new Date("1900-01-01"), max: new Date("2026-12-31"), noInvalidDate: true }),
    fc.constantFrom(4, 7, 10),
  )
  .map(([date, digits]) => date.toISOString().slice(0, digits));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });

const album = fc.record({
  name: line(),
  trackNumber: fc.integer({ min: 1, max: 9_999 }),
  releaseDate: day,
  isrc: fc.option(
    fc.integer({ min: 0, max: 99_999 }).map((code) => `GB-AYE-26-${String(code).padStart(5, "0")}`),
  ),
  languages: fc.uniqueArray(fc.constantFrom("en", "pt", "es", "no"), { maxLength: 3 }),
});
const owner = fc.record({
  name: line(),
  ownership: fc.integer({ min: 0, max: 3_300 }).map((points) => points / 100),
  royalty: fc.integer({ min: 0, max: 3_300 }).map((points) => points / 100),
  email: fc.option(fc.constantFrom("ada@lem.example", "jo@fen.example")),
});
const wrap = fc.record({
  name: line(),
  iswc: optional(fc.constantFrom("T-034.524.680-1", "T-070.237.600-3")),
  nickname: optional(line()),
  artist: optional(line()),
  description: optional(text()),
  duration: optional(fc.integer({ min: 1, max: 86_400 })),
  lyrics: optional(
    fc.oneof(
      fc.array(text(2), { maxLength: 4 }).map((lines) => lines.join("\n")),
      fc.constant("[00:12.50]Low tide\n[00:16.00]high \\n ledger "),
    ),
  ),
  lyrics_language: optional(fc.constantFrom("en", "pt-BR")),
  albums: few(album),
  credits: few(fc.record({ role: fc.constantFrom(...contributorRoles), name: line() })),
  dates: few(fc.record({ type: fc.constantFrom("RELEASE", "RECORDED"), date: day })),
  owners: few(owner),
  dsps: few(
    fc.constantFrom(
      { id: "SPOTIFY", songId: "1usSbgAg5roUZewIEn1m8u" },
      { id: "SOUNDCLOUD", songId: `${"m".repeat(90)}/${"t".repeat(105)}` },
      { id: "YOUTUBE", songId: "zx4NCL6_umD" },
    ),
  ),
  // Genres and other tags have columns of their own, so genres come first.
  genres: few(line()),
  tags: few(line()),
  colour: fc.constantFrom("#a04020", "#204060", "#608020"),
});
/** Changes to each album. */
const release = fc.record({
  type: fc.constantFrom(...albumTypes),
  colour: optional(fc.constantFrom("#101010", "#f0f0f0")),
});
const link = fc.oneof(
  fc.constantFrom(
    { dsp: "SPOTIFY", link: "https://open.spotify.com/artist/4uLU6hMCjMI75M1A2tKUQC" },
    { name: "Spotify", link: "https://lem.example/;|?a=%41%E0" },
    { name: "Wiki", link: `https://ja.example/${"夜".repeat(60)}` },
  ),
  line().map((name) => ({ name, link: "https://lem.example" })),
);

const catalogue = fc.record({
  wraps: fc.array(wrap, { minLength: 1, maxLength: 5 }),
  links: few(link),
  releases: fc.array(release, { minLength: 1, maxLength: 4 }),
});

const harbour = { name: "Harbour", trackNumber: 1, releaseDate: "2026-03-01", languages: [] };

/** Gives albums of a publisher, in turn, types and covers. */
async function changeAlbums(
  { token }: Person,
  releases: readonly { type: string; colour?: string | undefined }[],
): Promise<void> {
  const { json } = await studio.call("GET", "my/albums?limit=100", bearer(token));
  for (const [at, { id }] of json.body.data.entries()) {
    const { type, colour } = releases[at % releases.length] ?? {};
    const image = colour === undefined ? undefined : pngFile(400, 400, colour);
    const parts = { data: JSON.stringify({ type }), image };
    const answer = await studio.call("PATCH", `album/${id}`, multipart(parts, bearer(token).headers));
    expect(answer.json).toMatchObject({ success: true });
  }
}

describe("an export", () => {
  it("that is imported into another account gives the same catalogue, and the same export but for ids", {
    retry: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, async ({ wraps, links, releases }) => {
        const [from, to] = [await studio.addPublisher({ name: "Ada; Lem" }), await joinImporter()];
        const parts = { data: JSON.stringify({ links }) };
        await studio.call("PATCH", `artist/${from.artist}`, multipart(parts, bearer(from.token).headers));
        for (const { genres, tags, colour, ...data } of wraps) {
          const both = [
            ...genres.map((tag) => ({ tag })),
            ...tags.map((tag) => ({ tag, metadata: { genre: "false" } })),
          ];
          const image = pngFile(400, 400, colour);
          const { json } = await studio.sendSong(from, from.artist, { data: { ...data, tags: both }, image });
          expect(json).toMatchObject({ success: true });
        }
        await changeAlbums(from, releases);
        const [artists, songs] = [await exportFile(from, "artists"), await exportFile(from, "songs")];
        const archive = await exportArchive(from);
        expect(await importFile(to, "artists", archive)).toMatchObject({
          errors: [],
          saved: [{ existing: false }],
        });
        const answer = await importFile(to, "songs", archive);
        expect(answer.errors.filter(({ code }: { code: string }) => code !== "WARNING")).toEqual([]);
        expect(answer.saved.map(({ existing }: { existing: boolean }) => existing)).toEqual(
          wraps.map(() => false),
        );
        expect(await readCatalogue(to)).toEqual(await readCatalogue(from));
        expect(await readAlbums(to)).toEqual(await readAlbums(from));
        expect(withoutIds(await exportFile(to, "artists"))).toBe(withoutIds(artists));
        expect(withoutIds(await exportFile(to, "songs"))).toBe(withoutIds(songs));
        // A repeat finds every wrap, also those with the same title.
        const repeated = await importFile(to, "songs", archive);
        expect(repeated.saved.map(({ existing }: { existing: boolean }) => existing)).toEqual(
          wraps.map(() => true),
        );
      }),
      { numRuns: 2 },
    );
  });

  it("that is imported three times at the same instant creates each wrap and each album once", {
    retry: 0,
  }, async () => {
    const [from, to] = [await studio.addPublisher({ name: "Ada" }), await joinImporter()];
    for (const name of ["Low Tide", "High Ledger"])
      await studio.createDraft(from, { name, albums: [{ ...harbour, trackNumber: name.length }] });
    await changeAlbums(from, [{ type: "EP", colour: "#101010" }]);
    const archive = await exportArchive(from);
    await importFile(to, "artists", archive);
    const answers = await Promise.all([1, 2, 3].map(() => sendImport(to, "songs", archive)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    // One import of an account runs at a time.
    for (const { status, json } of answers)
      if (status !== 200) expect([status, json.code]).toEqual([409, "E0005"]);
    expect(await readCatalogue(to)).toEqual(await readCatalogue(from));
    expect(await readAlbums(to)).toEqual(await readAlbums(from));
  });

  it("has the columns of the import, and guards formulas so that re-importing gives the original", async () => {
    const person = await studio.addPublisher();
    await studio.createDraft(person, { name: '=HYPERLINK("http://evil.example")', nickname: "'+1" });
    const [heading, row] = (await exportFile(person, "songs")).split("\r\n");
    expect(heading).toBe(`\uFEFF${importColumns.SONGS.join("\t")}`);
    expect(row).toContain(`\t"'=HYPERLINK(""http://evil.example"")"\t`);
    expect(row).toContain("\t''+1\t");
  });

  it("contains the caller's artists and wraps alone, deleted ones excluded", async () => {
    const [person, other] = [await studio.addPublisher({ name: "Own" }), await studio.addPublisher()];
    await studio.createDraft(other, { name: "Not mine" });
    const deleted = await studio.createDraft(person, { name: "Deleted" });
    await studio.createDraft(person, { name: "Kept" });
    await studio.call("DELETE", `song/${deleted}`, bearer(person.token));
    const songs = await exportFile(person, "songs");
    expect(songs).toContain("\tKept\t");
    expect(songs).not.toMatch(/Not mine|Deleted/);
    expect((await exportFile(person, "artists")).split("\r\n")).toHaveLength(3);
    const nobody = await studio.join();
    expect(await exportFile(nobody, "songs")).toBe(`\uFEFF${importColumns.SONGS.join("\t")}\r\n`);
  });

  it("has the tables and the caller's pictures in the archive", async () => {
    const [person, nobody] = [await studio.addPublisher(), await studio.join()];
    const id = await studio.createDraft(person, { name: "Low Tide", albums: [harbour] });
    await changeAlbums(person, [{ type: "EP", colour: "#101010" }]);
    const { json } = await studio.call("GET", "my/albums", bearer(person.token));
    const album = json.body.data[0].id;
    expect(await listFiles(await exportArchive(person))).toEqual([
      "artists.tsv",
      "songs.tsv",
      `covers/wrap-${id}.png`,
      `covers/album-${album}.png`,
    ]);
    expect(await exportFile(person, "songs")).toMatch(
      new RegExp(`\tEP\talbum-${album}.png\twrap-${id}.png\t[^\t]+\t${id}\r\n`),
    );
    expect(await listFiles(await exportArchive(nobody))).toEqual(["artists.tsv", "songs.tsv"]);
  });

  it.each(["artists", "songs", "catalogue"])("of %s needs a session", async (kind) => {
    const { status, json } = await studio.call("GET", `my/${kind}/export`);
    expect([status, json.code]).toEqual([401, "E0002"]);
  });

  it("is recognised by its ids in the same account, whatever else was changed in the file", async () => {
    const person = await studio.addPublisher();
    await sql`insert into import_invitation (account_id, invited_at) values (${person.id}, now())`.execute(
      studio.context.db,
    );
    const id = await studio.createDraft(person, { name: "Low Tide" });
    const file = (await exportFile(person, "songs")).replace("Low Tide", "High Tide");
    expect((await importFile(person, "songs", file)).saved).toMatchObject([
      { line: 2, name: "High Tide", id, existing: true },
    ]);
    const wrong = await importFile(person, "songs", file.replace(`\t${id}\r\n`, "\t12x\r\n"));
    expect(wrong.errors).toMatchObject([{ line: 2, column: "id", code: "INVALID", value: "12x" }]);
  });

  it("reports problems of its own columns at the row and column", async () => {
    const person = await joinImporter();
    await importFile(person, "artists", "name\tdescription\nAda\tTape hiss.\n");
    const cells = {
      artist: "Ada",
      title: "Low Tide",
      lyrics_language: "klingon!",
      credited_artist: "x".repeat(201),
      owners: "Ada 50/50",
      owner_emails: "Ada: nobody; Jo: jo@fen.example",
      more_albums: "Piers | 0; Piers; Piers | 2 | soon",
    };
    const file = `${Object.keys(cells).join("\t")}\n${Object.values(cells).join("\t")}\n`;
    const { errors } = await importFile(person, "songs", file);
    expect(errors.map(({ column, code }: { column: string; code: string }) => [column, code])).toEqual([
      ["lyrics_language", "INVALID"],
      ["credited_artist", "TOO_LONG"],
      ["owner_emails", "UNKNOWN"],
      ["owner_emails", "INVALID"],
      ["more_albums", "INVALID"],
      ["more_albums", "INVALID"],
      ["more_albums", "INVALID"],
    ]);
    const artist = "name\tdescription\tlinks\nJo\tHum.\tSPOTIFY: https://evil.example; Website\n";
    const answer = await importFile(person, "artists", artist);
    expect(answer.errors).toMatchObject([
      { column: "links", code: "INVALID", value: "Website" },
      { column: "links", code: "INVALID" },
    ]);
  });
});

describe("an archive", () => {
  const heading = "artist\ttitle\talbum\ttrack_number\trelease_date\talbum_type\talbum_cover\tartwork";
  const table = `${heading}\nAda\tLow Tide\tHarbour\t1\t2026-03-01\tep\tharbour.png\tlow tide.png\n`;
  const picture = (colour: string) => pngFile(400, 400, colour).content;
  const pictures = { "covers/harbour.png": picture("#101010"), "covers/low tide.png": picture("#f0f0f0") };

  async function joinWithArtist(): Promise<Person> {
    const person = await joinImporter();
    await importFile(person, "artists", "name\tdescription\nAda\tTape hiss.\n");
    return person;
  }
  const readOnlyWrap = async ({ token }: Person) =>
    (await studio.call("GET", "my/songs", bearer(token))).json.body.data[0];
  const readOnlyAlbum = async ({ token }: Person) =>
    (await studio.call("GET", "my/albums", bearer(token))).json.body.data[0];

  it("is checked as a whole, and completes a catalogue whose table was imported before", async () => {
    const person = await joinWithArtist();
    const archive = await packArchive({ "Moved/songs.tsv": table, ...moved(pictures) });
    const checked = await importFile(person, "songs", archive, { dry_run: "true" });
    expect([checked.errors, checked.saved.length]).toEqual([[], 1]);
    await importFile(person, "songs", table);
    expect(await readOnlyWrap(person)).toMatchObject({ image: null });
    expect(await readOnlyAlbum(person)).toMatchObject({ type: "EP", image: null });
    const answer = await importFile(person, "songs", archive);
    expect([answer.errors, answer.saved[0].existing]).toEqual([[], true]);
    expect(await readOnlyWrap(person)).toMatchObject({ image: { width: 400 } });
    expect(await readOnlyAlbum(person)).toMatchObject({ type: "EP", image: { width: 400 } });
  });
  const moved = (files: Readonly<Record<string, Buffer>>) =>
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`Moved/${name}`, content]));

  it("never replaces a picture, a type or an album that its publisher edited", async () => {
    const person = await joinWithArtist();
    await importFile(person, "songs", table);
    const [wrap, album] = [await readOnlyWrap(person), await readOnlyAlbum(person)];
    const headers = bearer(person.token).headers;
    await studio.call("PATCH", `song/${wrap.id}/art`, multipart({ artwork: pngFile(500) }, headers));
    await studio.call(
      "PATCH",
      `album/${album.id}`,
      multipart({ data: JSON.stringify({ type: "SINGLE" }) }, headers),
    );
    await importFile(person, "songs", await packArchive({ "songs.tsv": table, ...pictures }));
    expect(await readOnlyWrap(person)).toMatchObject({ image: { width: 500 } });
    expect(await readOnlyAlbum(person)).toMatchObject({ type: "SINGLE", image: null });
  });

  it("may lose its albums by an update that does not name their types", async () => {
    const person = await joinWithArtist();
    await importFile(person, "songs", await packArchive({ "songs.tsv": table, ...pictures }));
    const { id } = await readOnlyWrap(person);
    const row = `artist\ttitle\talbum\ttrack_number\trelease_date\tid\nAda\tLow Tide\t\t\t\t${id}\n`;
    const answer = await importFile(person, "songs", row, { update: "true" });
    expect([answer.errors, answer.changed]).toMatchObject([
      [],
      [{ id, differences: [{ column: "album" }, {}, {}] }],
    ]);
  });

  it("reports pictures that are missing or unusable, and imports their rows", async () => {
    const person = await joinWithArtist();
    const files = { "songs.tsv": table, "covers/low tide.png": "no picture" };
    const answer = await importFile(person, "songs", await packArchive(files));
    expect(answer.saved).toHaveLength(1);
    expect(answer.errors).toMatchObject([
      { line: 2, column: "album_cover", code: "WARNING", message: rowTexts.noPicture, value: "harbour.png" },
      { line: 2, column: "artwork", code: "WARNING", message: studioTexts.wrongImage, value: "low tide.png" },
    ]);
    expect(await readOnlyWrap(person)).toMatchObject({ image: null });
  });

  it("is refused without its table, or if it is none", async () => {
    const person = await joinWithArtist();
    for (const content of [await packArchive(pictures), Buffer.from("PK no archive")]) {
      const { status, json } = await sendImport(person, "songs", content);
      expect([status, json.errors]).toEqual([400, [{ field: "tsvImport", message: importTexts.notTsv }]]);
    }
    const large = await packArchive({ "songs.tsv": Buffer.alloc(importLimits.bytes + 1, "x") });
    const { json } = await sendImport(person, "songs", large);
    expect([json.code, json.errors]).toEqual([
      "E0008",
      [{ field: "tsvImport", message: importTexts.tooLarge }],
    ]);
  });

  it("reports wrong types and file names at their columns", async () => {
    const person = await joinWithArtist();
    const row = "Ada\tLow Tide\tHarbour\t1\t2026-03-01\tmixtape\ta.png; b.png\t../a.png";
    const { errors } = await importFile(person, "songs", `${heading}\n${row}\n`);
    expect(errors.map(({ column, code }: { column: string; code: string }) => [column, code])).toEqual([
      ["album_type", "UNKNOWN"],
      ["album_cover", "INVALID"],
      ["artwork", "INVALID"],
    ]);
  });

  it("is undone with its drafts, unless their artwork was changed since", async () => {
    const person = await joinWithArtist();
    const rows = `${table}${table.split("\n")[1]?.replace("Low Tide", "High Tide")}\n`;
    await importFile(person, "songs", await packArchive({ "songs.tsv": rows, ...pictures }));
    const { json } = await studio.call("GET", "my/songs", bearer(person.token));
    const changed = json.body.data.find(({ name }: { name: string }) => name === "High Tide").id;
    const headers = bearer(person.token).headers;
    studio.context.clock.move(60);
    await studio.call("PATCH", `song/${changed}/art`, multipart({ artwork: pngFile(500) }, headers));
    const { recent } = (await studio.call("GET", "my/imports", bearer(person.token))).json.body;
    const { id } = recent.find(({ kind }: { kind: string }) => kind === "SONGS");
    const undone = await studio.call("DELETE", `my/import/${id}`, bearer(person.token));
    expect(undone.json.body).toMatchObject({ deleted: 1, kept: [{ id: changed, name: "High Tide" }] });
  });
});
