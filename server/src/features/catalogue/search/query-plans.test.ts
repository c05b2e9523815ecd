import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { largeTestDatabase, type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries, type Plans } from "../../../testing/database/query-plans.ts";
import { addSkewedSongs } from "../../../testing/fixtures/songs.ts";
import { showArtistAlbums } from "../albums/albums.ts";
import { showArtistSongs } from "../songs/artists.ts";
import { showSongs } from "../songs/songs.ts";

const songs = 10_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await largeTestDatabase();
});
afterAll(() => database.close());

const search = (value: string, key = "name"): Partial<ListQuery> => ({
  filters: [{ key, operator: "~~", value }],
});

type Context = TestDatabase["context"];

async function plansFor(operation: (context: Context) => Promise<unknown>): Promise<Plans> {
  return explainQueries(database.url, (db) => operation({ ...database.context, db, replica: db }));
}

function listOf(list: Partial<ListQuery>): ListQuery {
  return { ...pageDefaults, limit: 14, filters: [], ...list };
}

const byName = { sortKey: "name", sortDir: "ASC", sortRequested: true } as const;
const oldest = { sortDir: "ASC", sortRequested: true } as const;
const ofArtist: ListQuery["filters"] = [{ key: "artist", operator: "==", value: "Crowd 7" }];

describe("a list of 10,000 songs reads little", () => {
  it.each<[string, Partial<ListQuery>, string, number]>([
    ["newest first", {}, "song_newest", 150],
    ["oldest first", oldest, "song_newest", 150],
    ["by name", byName, "song_by_name", 150],
    ["by name, from behind", { ...byName, sortDir: "DESC" }, "song_by_name", 150],
    ["far down", { offset: 4_500 }, "song_newest", 400],
    ["far down by name", { ...byName, offset: 4_500 }, "song_by_name", 400],
    ["of an artist", { filters: ofArtist }, "song_by_artist", 250],
    ["of an artist, by name", { ...byName, filters: ofArtist }, "song_by_artist", 350],
    [
      "of one exact name",
      { filters: [{ key: "name", operator: "==", value: "River Nr3003" }] },
      "song_by_name",
      150,
    ],
    ["with a rare word", search("quartz"), "song_word_pkey", 150],
    ["with a word of one song", search("nr777"), "song_word_pkey", 150],
    ["with a rare word, misspelt", search("qaurtz"), "search_word_spelling", 300],
    ["with a rare and a common word", search("river quartz"), "song_name_words", 300],
    ["with a rare word, by name", { ...search("quartz"), ...byName }, "song_word_pkey", 300],
    ["with a common word", search("river"), "song_word_pkey", 150],
    ["with a common word, misspelt", search("rivre"), "song_word_pkey", 300],
    ["with the beginning of a few common words", search("ni"), "song_word_pkey", 150],
    ["with the beginning of many words", search("n"), "song_newest", 700],
    [
      "of an artist, with a common word",
      { filters: [...ofArtist, ...(search("river").filters ?? [])] },
      "song_by_artist",
      350,
    ],
    ["with an artist's word", search("crowd", "artist"), "song_word_pkey", 150],
    ["with a rare artist's word", search("77", "artist"), "song_word_pkey", 250],
    ["with a word that does not occur", search("xylophones"), "search_word_spelling", 300],
  ])("%s", async (_, list, index, blocks) => {
    const plans = await plansFor((context) => showSongs(context, listOf(list)));
    expect(plans.scanned).not.toContain("song");
    expect(plans.scanned).not.toContain("search_word");
    expect(plans.indexes).toContain(index);
    expect(plans.blocks).toBeLessThan(blocks);
  });

  it("with a misspelt word, which is looked up by its forms and not among all words of titles", async () => {
    const { indexes } = await plansFor((context) => showSongs(context, listOf(search("qaurtz"))));
    const byForms = indexes.lastIndexOf("search_word_spelling");
    expect(indexes.slice(byForms, byForms + 2)).toEqual(["search_word_spelling", "search_word_beginning"]);
  });

  it("of every artist but one, whose total is not counted to the end", async () => {
    const filters: ListQuery["filters"] = [{ key: "artist", operator: "!=", value: "Crowd 7" }];
    const plans = await plansFor((context) => showSongs(context, listOf({ filters })));
    expect(plans.indexes).toContain("song_newest");
    expect(plans.blocks).toBeLessThan(250);
  });

  it.each<[string, (context: Context) => Promise<unknown>]>([
    ["an artist's songs", (context) => showArtistSongs(context, "crowd-7", listOf({}))],
    ["an artist's songs by name", (context) => showArtistSongs(context, "crowd-7", listOf(byName))],
    ["an artist's albums", (context) => showArtistAlbums(context, "crowd-7", listOf({}))],
  ])("%s", async (_, operation) => {
    const plans = await plansFor(operation);
    expect(plans.scanned).not.toContain("song");
    expect(plans.blocks).toBeLessThan(350);
  });
});

describe("a total", () => {
  it("is exact without filters and up to 1000 with them", async () => {
    const total = async (list: Partial<ListQuery>) => (await showSongs(database.context, listOf(list))).total;
    expect(await total({})).toBe(songs);
    expect(await total({ filters: ofArtist })).toBe(50);
    expect(await total(search("quartz"))).toBe(20);
    expect(await total(search("river"))).toBe(1000);
    expect(await total({ filters: [{ key: "artist", operator: "!=", value: "Crowd 7" }] })).toBe(1000);
  });
});

describe("a common word", () => {
  it("is found page after page in one order, without a gap or a repetition", async () => {
    const names: string[] = [];
    for (let offset = 0; offset < 500; offset += 50) {
      const { data } = await showSongs(database.context, listOf({ ...search("river"), limit: 50, offset }));
      names.push(...data.map(({ name }) => name));
    }
    const expected = Array.from({ length: 500 }, (_, place) => 3 * (Math.floor(songs / 3) - place));
    expect(names.map((name) => Number(name.split("Nr")[1]))).toEqual(expected);
  });

  it("is found as well when only old songs have it", async () => {
    const { data, total } = await showSongs(database.context, listOf(search("antique")));
    expect(data.map(({ name }) => Number(name.split("Nr")[1]))).toEqual(
      Array.from({ length: 14 }, (_, place) => 2000 - place),
    );
    expect(total).toBe(1000);
  });
});

describe("a list of a skewed catalogue reads few of its 20,000 songs", () => {
  /** Rows of tables and indexes that all attempts of a plan read together, for one condition and for two that meet rarely. */
  const [maxRows, maxRowsOfTwo] = [6_144, 12_000];
  let skewed: TestDatabase;

  beforeAll(async () => {
    skewed = await testDatabase();
    const { db } = skewed.context;
    await addSkewedSongs(db, 20_000);
    await sql`
      insert into song_tag (song_id, position, tag)
      select id, tag.position, tag.name
      from song cross join (values (1, 'everywhere', 1), (2, 'here and there', 100)) tag(position, name, every)
      where song.id % tag.every = 0`.execute(db);
    await sql`analyze song_tag`.execute(db);
  });
  afterAll(() => skewed.close());

  const orders = [{}, { ...oldest, sortKey: "created_at" }, byName, { ...byName, sortDir: "DESC" }] as const;

  async function expectBounded(filters: ListQuery["filters"], max = maxRows): Promise<void> {
    for (const order of orders) {
      const list = listOf({ ...order, filters });
      const { url, context } = skewed;
      const plans = await explainQueries(url, (db) => showSongs({ ...context, db, replica: db }, list));
      expect(plans.scanned).not.toContain("song");
      expect(plans.scanned).not.toContain("song_word");
      expect(plans.rows, JSON.stringify({ order, filters })).toBeLessThan(max);
    }
  }

  const operators = ["==", "!=", ">>", "<<", ">=", "<="] as const;
  const values = { artist: ["Everyone", "Crowd 7"], name: ["Harbour", "Pa"] } as const;
  const filters = (["artist", "name"] as const).flatMap((key) =>
    operators.map((operator) => [key, operator] as const),
  );

  it.each(filters)("filtered by %s %s", async (key, operator) => {
    for (const value of values[key]) await expectBounded([{ key, operator, value }]);
  });

  it.each<[string, ListQuery["filters"]]>([
    ["for a common word", [named("harbour")]],
    ["for a rare word", [named("obelisk")]],
    ["for a word of old songs", [named("antique")]],
    ["for a common word, misspelt", [named("harbuor")]],
    ["for a rare word, misspelt", [named("obelsik")]],
    ["for the beginning of common words", [named("har")]],
    ["for the beginning of many rare words", [named("k")]],
    ["for the beginning of rare words", [named("kaf")]],
    ["for a letter", [named("h")]],
    ["for two common words", [named("lantern velvet")]],
    ["for a rare and a common word", [named("obelisk velvet")]],
    ["for a common word and a beginning", [named("harbour la")]],
    ["for words that never meet", [named("harbour velvet")]],
    ["for an artist of most songs", [named("everyone", "artist")]],
    ["for artists of few songs", [named("crowd", "artist")]],
    [
      "for a title of one with few songs",
      [named("harbour"), { key: "artist", operator: "==", value: "Crowd 7" }],
    ],
    ["for a word that does not occur", [named("xylophones")]],
  ])("that searches %s", (_, queryFilters) => expectBounded(queryFilters));

  it.each(["everywhere", "here-and-there"])(
    "with the tag %s, also for a common and a rare word",
    async (value) => {
      const tag = { key: "tag", operator: "==", value } as const;
      await expectBounded([tag], maxRowsOfTwo);
      for (const word of ["harbour", "obelisk"]) await expectBounded([named(word), tag], maxRowsOfTwo);
    },
  );

  it.each(["~~", "==", "!="] as const)("that searches for a title with artist %s", (operator) =>
    expectBounded([named("lantern"), { key: "artist", operator, value: "Everyone" }], maxRowsOfTwo),
  );
});

function named(value: string, key = "name"): ListQuery["filters"][number] {
  return { key, operator: "~~", value };
}
