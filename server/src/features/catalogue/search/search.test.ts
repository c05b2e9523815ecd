import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { refreshWordCountsJob } from "../jobs.ts";
import { showSongs } from "../songs/songs.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  const titles = [
    ["Salt Meridian", "Inês Corvacho"],
    ["Salted", "Marlow Finch"],
    ["Pillar of Salt", "Marlow Finch"],
    ["Salt", "Halden Maar"],
    ["Salt Flats at Noon", "Kofi Amprofi"],
    ["Kvällsbuss", "Nattlinje 55"],
    ["Umbrella Season", "Delphine Okoro-Lamb"],
    ["Slat", "Petra Vaškovská"],
    ["Saturday Was a Rumour", "The Ledger Club"],
    ["Привет", "Юрий"],
  ] as const;
  for (const [place, [name, artist]] of titles.entries()) {
    await addSong(db, { name, artist, createdAt: new Date(Date.UTC(2024, 0, 1 + place)) });
  }
  await addSong(db, { name: "Salt Draft", status: "DRAFT" });
});
afterAll(() => database.close());

async function search(value: string, also: Partial<ListQuery> = {}, key = "name"): Promise<string[]> {
  const list: ListQuery = { ...pageDefaults, limit: 20, filters: [{ key, operator: "~~", value }], ...also };
  const { data, total } = await showSongs(database.context, list);
  expect(total).toBe(data.length);
  return data.map(({ name }) => name);
}

describe("a filter by tag", () => {
  const tagged = (...tags: string[]) => tags.map((value) => ({ key: "tag", operator: "==" as const, value }));
  const salt = { key: "text", operator: "~~", value: "salt" } as const;

  async function list(filters: ListQuery["filters"]): Promise<{ names: string[]; total: number }> {
    const { data, total } = await showSongs(database.context, { ...pageDefaults, filters });
    return { names: data.map(({ name }) => name), total };
  }

  beforeAll(async () => {
    const tags = sql`values ('Salted', 'slow waltz'), ('Pillar of Salt', 'Slow-Waltz'), ('Pillar of Salt', 'slow waltz'),
      ('Pillar of Salt', 'choir'), ('Kvällsbuss', 'slow waltz'), ('Salt Draft', 'slow waltz')`;
    await sql`
      insert into song_tag (song_id, position, tag)
      select s.id, row_number() over (), t.tag from (${tags}) t(name, tag) join song s on s.name = t.name`.execute(
      database.context.db,
    );
  });

  it("takes any spelling, and finds each public song once", async () => {
    const found = await list(tagged("SLOW-waltz"));
    expect(found).toEqual({ names: ["Kvällsbuss", "Pillar of Salt", "Salted"], total: 3 });
    expect(await list(tagged("slow waltz", "choir"))).toEqual({ names: ["Pillar of Salt"], total: 1 });
    expect(await list(tagged("-"))).toEqual({ names: [], total: 0 });
  });

  it("narrows a search, whose order it keeps", async () => {
    expect(await list([salt, ...tagged("slow-waltz")])).toEqual({
      names: ["Pillar of Salt", "Salted"],
      total: 2,
    });
    expect(await list([salt, ...tagged("techno")])).toEqual({ names: [], total: 0 });
  });

  it("compares for equality only", async () => {
    await expect(list([{ key: "tag", operator: "~~", value: "slow" }])).rejects.toMatchObject({
      code: "E0007",
    });
  });
});

describe("a search by title", () => {
  it("puts the same title first, then songs with the word, then those with words that begin so, each newest first", async () => {
    expect(await search("salt")).toEqual([
      "Salt",
      "Salt Flats at Noon",
      "Pillar of Salt",
      "Salt Meridian",
      "Salted",
    ]);
  });

  it("finds a word while it is being typed", async () => {
    expect(await search("salt mer")).toEqual(["Salt Meridian"]);
    expect(await search("kvalls")).toEqual(["Kvällsbuss"]);
    expect(await search("umb")).toEqual(["Umbrella Season"]);
  });

  it("ignores case, accents, signs and the order of words", async () => {
    expect(await search("KVÄLLSBUSS")).toEqual(["Kvällsbuss"]);
    expect(await search("  rumour, saturday! ")).toEqual(["Saturday Was a Rumour"]);
    expect(await search("ПРИВЕТ")).toEqual(["Привет"]);
  });

  it.each([
    ["two letters swapped", "umbrlela season", "Umbrella Season"],
    ["a letter missing", "umbrela", "Umbrella Season"],
    ["a letter too many", "saturrday", "Saturday Was a Rumour"],
    ["a wrong letter", "salt meridien", "Salt Meridian"],
    ["the first letter wrong", "kalt meridian", "Salt Meridian"],
    ["two wrong letters in a long word", "meredien", "Salt Meridian"],
    ["a doubled letter left out while typing", "kvalsb", "Kvällsbuss"],
    ["a word of another song, together with one that belongs", "slat meridan", "Salt Meridian"],
    ["words that exist, but not together", "slat meridian", "Salt Meridian"],
    ["an error in Cyrillic", "превет", "Привет"],
  ])("forgives %s", async (_, typed, title) => {
    expect(await search(typed)).toEqual([title]);
  });

  it("finds nothing for a word that resembles none", async () => {
    expect(await search("xqzwv")).toEqual([]);
    expect(await search("salt xqzwv")).toEqual([]);
    expect(await search("!!!")).toEqual([]);
  });

  it("takes quotes, operators and backslashes for what they are", async () => {
    for (const typed of ["sa'lt", "salt & meridian", "salt:*", "\\salt", "'", "(salt", "salt <-> x"]) {
      await expect(search(typed)).resolves.toBeDefined();
    }
    expect(await search("salt & meridian")).toEqual(["Salt Meridian"]);
  });

  it("asks for everything when nothing was typed", async () => {
    expect(await search("  ")).toHaveLength(10);
  });

  it("keeps to a requested order", async () => {
    const byName: Partial<ListQuery> = { sortKey: "name", sortDir: "ASC", sortRequested: true };
    expect(await search("salt", byName)).toEqual([
      "Pillar of Salt",
      "Salt",
      "Salt Flats at Noon",
      "Salt Meridian",
      "Salted",
    ]);
    const newest: Partial<ListQuery> = { sortRequested: true };
    expect((await search("salt", newest))[0]).toBe("Salt Flats at Noon");
  });

  it("joins with other filters", async () => {
    const filters: ListQuery["filters"] = [
      { key: "name", operator: "~~", value: "salt" },
      { key: "artist", operator: "==", value: "Marlow Finch" },
    ];
    expect(await search("", { filters })).toEqual(["Pillar of Salt", "Salted"]);
    const both: ListQuery["filters"] = [
      { key: "name", operator: "~~", value: "salt" },
      { key: "artist", operator: "~~", value: "corvaco" },
    ];
    expect(await search("", { filters: both })).toEqual(["Salt Meridian"]);
  });

  it("pages through its results, and still returns the total past their end", async () => {
    const page = (offset: number) =>
      showSongs(database.context, {
        ...pageDefaults,
        limit: 2,
        offset,
        filters: [{ key: "name", operator: "~~", value: "salt" }],
      });
    expect((await page(2)).data.map(({ name }) => name)).toEqual(["Pillar of Salt", "Salt Meridian"]);
    expect(await page(10)).toEqual({ data: [], total: 5 });
  });
});

describe("a search by artist", () => {
  it("forgives accents and errors as well", async () => {
    expect(await search("vaskovska", {}, "artist")).toEqual(["Slat"]);
    expect(await search("ledgr club", {}, "artist")).toEqual(["Saturday Was a Rumour"]);
    expect(await search("salt", {}, "artist")).toEqual([]);
  });
});

describe("the words of the catalogue", () => {
  it("follow songs that are added, published, renamed, hidden and removed", async () => {
    const { db } = database.context;
    const id = await addSong(db, { name: "Zephyrine", status: "DRAFT" });
    expect(await search("zephirine")).toEqual([]);
    await sql`update song set status = 'ACTIVE' where id = ${id}`.execute(db);
    expect(await search("zephirine")).toEqual(["Zephyrine"]);
    await sql`update song set name = 'Oboe Quintessence' where id = ${id}`.execute(db);
    expect(await search("zephirine")).toEqual([]);
    expect(await search("quintesence")).toEqual(["Oboe Quintessence"]);
    await sql`update song set status = 'HIDDEN' where id = ${id}`.execute(db);
    expect(await search("quintessence")).toEqual([]);
    await sql`delete from song where id = ${id}`.execute(db);
    expect(await search("quintesence")).toEqual([]);
  });

  it("are counted afresh by a job, once each, however often it runs", { retry: 0 }, async () => {
    const { db } = database.context;
    await sql`insert into search_word (field, word, songs) values ('name', 'salt', 7)`.execute(db);
    await sql`delete from search_word where word = 'umbrella'`.execute(db);
    for (let run = 0; run < 2; run++) await refreshWordCountsJob.run(database.context, {});
    const { rows } = await sql<{ word: string; songs: number }>`
      select word, songs from search_word where field = 'name' and word in ('salt', 'umbrella') order by word`.execute(
      db,
    );
    expect(rows).toEqual([
      { word: "salt", songs: 4 },
      { word: "umbrella", songs: 1 },
    ]);
  });
});
