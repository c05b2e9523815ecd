import { type Filter, type ListQuery, MAX_COUNTED, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { refreshWordCountsJob } from "../jobs.ts";
import { showArtistSongs } from "../songs/artists.ts";
import { showSongs } from "../songs/songs.ts";

type Song = { id: number; name: string; artist: string; createdAt: number };

/** Common words first; some begin like others. All are so unlike that no error turns one into another. */
const words =
  "River Riverbed Night Nightfall Nightly Ember Saffron Sagebrush Sailcloth Quarry Quill Zinnia".split(" ");
const songs: Song[] = makeSongs(4_500);
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await storeSongs();
  await refreshWordCountsJob.run(database.context, {});
});
afterAll(() => database.close());

function makeSongs(amount: number): Song[] {
  const next = chance(7);
  const word = () => words[Math.floor(words.length * next() ** 2.5)] ?? "";
  return Array.from({ length: amount }, (_, place) => {
    const title = Array.from({ length: 1 + Math.floor(next() * 3) }, word);
    if (place < 1_200) title.push("Antique");
    if (place % 700 === 0) title.push("Obelisk");
    if (next() < 0.3) title.push(`Nr${Math.floor(next() * 2_000)}`);
    const artist = next() < 0.9 ? "Everyone" : `Crowd${Math.floor(next() * 60)}`;
    // Some are of the same moment, so that only their numbers distinguish them.
    const createdAt = Date.UTC(2020, 0, 1) + Math.floor(place / 3) * 60_000;
    return { id: place + 1, name: title.join(" "), artist, createdAt };
  });
}

/** Numbers that look like chance and are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function storeSongs(): Promise<void> {
  const { db } = database.context;
  await sql`
    insert into artist (artist_clean_id, name) select 'a-' || lower(name), name
    from (select distinct unnest(${songs.map(({ artist }) => artist)}::text[]) as name) artist`.execute(db);
  await sql`
    insert into song (id, pretty_id, artist_id, artist, name, status, created_at)
    overriding system value
    select s.id, 's-' || s.id, a.id, s.artist, s.name, 'ACTIVE', to_timestamp(s.created_at / 1000.0)
    from unnest(${songs.map(({ id }) => id)}::int[], ${songs.map(({ artist }) => artist)}::text[],
      ${songs.map(({ name }) => name)}::text[], ${songs.map(({ createdAt }) => createdAt)}::bigint[]) s(id, artist, name, created_at)
    join artist a on a.name = s.artist`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

type ListOptions = Pick<ListQuery, "filters"> & Partial<ListQuery>;
type Page = { data: { id: number }[]; total: number };

/** All pages of a list one after the other, as a reader turns them, until one is empty. */
async function turnPages(
  list: ListOptions,
  limit: number,
  read = readSongs,
): Promise<{ ids: number[]; totals: number[] }> {
  const [ids, totals]: [number[], number[]] = [[], []];
  for (let offset = 0; ; offset += limit) {
    const { data, total } = await read({ ...pageDefaults, ...list, limit, offset });
    ids.push(...data.map(({ id }) => id));
    totals.push(total);
    if (data.length === 0) return { ids, totals: [...new Set(totals)] };
  }
}

const readSongs = (list: ListQuery): Promise<Page> => showSongs(database.context, list);

/** Returns the expected songs, computed from every song. */
function expectedIds({
  filters,
  sortKey = "created_at",
  sortDir = "DESC",
  sortRequested,
}: ListOptions): number[] {
  const fuzzy = filters.filter(({ operator }) => operator === "~~");
  const rankOf = (song: Song) =>
    sortRequested === true || fuzzy.length > 1
      ? 0
      : Math.max(0, ...fuzzy.map((filter) => closeness(song, filter)));
  const ascending = sortKey === "name" ? songsByName : songsByTime;
  return (sortDir === "ASC" ? ascending : ascending.toReversed())
    .filter((song) => filters.every((filter) => passes(song, filter)))
    .map((song) => ({ id: song.id, rank: rankOf(song) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ id }) => id);
}

const collator = new Intl.Collator("und");
const songsByName = songs.toSorted((a, b) => collator.compare(a.name, b.name) || a.id - b.id);
const songsByTime = songs.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id);

const textOf = (song: Song, key: string) => (key === "artist" ? song.artist : song.name);
const split = (text: string) => text.toLowerCase().split(" ");

function passes(song: Song, { key, operator, value }: Filter): boolean {
  const order = collator.compare(textOf(song, key), String(value));
  switch (operator) {
    case "~~":
      return holds(song, key, String(value));
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case ">>":
      return order > 0;
    case "<<":
      return order < 0;
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
  }
}

/** The corrections of the errors below, word by word: the closest, and all others that are close enough. */
const meant: Record<string, { close: RegExp[]; wide: RegExp[] }> = {
  rivre: { close: [/^river(bed)?$/], wide: [/^river(bed)?$/] },
  saffrno: { close: [/^saffron$/], wide: [/^saffron$/] },
  oblisk: { close: [/^obelisk$/], wide: [/^obelisk$/] },
  "nihgt rivre": { close: [/^night$/, /^river(bed)?$/], wide: [/^night$/, /^river(bed)?$/] },
};

/** All words as they stand, the last one also as a beginning. */
function meaningOf(typed: string): { close: RegExp[]; wide: RegExp[] } {
  const known = meant[typed];
  if (known !== undefined) return known;
  const close = split(typed).map((word) => new RegExp(`^${word}$`));
  const meaning = { close, wide: [...close.slice(0, -1), new RegExp(`^${split(typed).at(-1)}`)] };
  meant[typed] = meaning;
  return meaning;
}

function holds(song: Song, key: string, typed: string): boolean {
  return meaningOf(typed).wide.every((form) => split(textOf(song, key)).some((word) => form.test(word)));
}

function closeness(song: Song, { key, value }: Filter): number {
  if (key === "name" && song.name.toLowerCase() === value) return 2;
  const { close } = meaningOf(String(value));
  return close.every((form) => split(textOf(song, key)).some((word) => form.test(word))) ? 1 : 0;
}

const named = (value: string): Filter => ({ key: "name", operator: "~~", value });
const by = (value: string): Filter => ({ key: "artist", operator: "~~", value });
const only = (value: string): Filter => ({ key: "artist", operator: "==", value });

const orders: readonly Partial<ListQuery>[] = [
  {},
  { sortKey: "created_at", sortDir: "DESC", sortRequested: true },
  { sortKey: "created_at", sortDir: "ASC", sortRequested: true },
  { sortKey: "name", sortDir: "ASC", sortRequested: true },
  { sortKey: "name", sortDir: "DESC", sortRequested: true },
];

/** Returns the order of relevance and one of the requested orders, another one for each number. */
const ordersFor = (number: number) => [{}, ...orders.slice(1 + (number % 4), 2 + (number % 4))];

async function expectRight(list: ListOptions, limit: number): Promise<void> {
  const expected = expectedIds(list);
  const { ids, totals } = await turnPages(list, limit);
  expect(ids).toEqual(expected);
  expect(totals).toEqual([Math.min(expected.length, MAX_COUNTED)]);
}

describe("Pages of a search hold every song once, the closest first", () => {
  const cases: [string, Filter[]][] = [
    ["a common word", [named("river")]],
    ["a common word that begins others", [named("night")]],
    ["a rare word", [named("obelisk")]],
    ["a word of old songs only", [named("antique")]],
    ["a beginning of common words", [named("ni")]],
    ["a beginning of old songs only", [named("ant")]],
    ["a beginning of many rare words", [named("nr1")]],
    ["a single letter", [named("s")]],
    ["a common word with an error", [named("rivre")]],
    ["a less common word with an error", [named("saffrno")]],
    ["a rare word with an error", [named("oblisk")]],
    ["two common words", [named("river night")]],
    ["two common words with errors", [named("nihgt rivre")]],
    ["a common word and a beginning", [named("night ri")]],
    ["a rare word and a common one", [named("obelisk river")]],
    ["words that never meet", [named("obelisk zinnia quill")]],
    ["an artist of most songs", [by("everyone")]],
    ["a beginning of many artists", [by("crowd")]],
    ["a title and an artist", [named("river"), by("crowd")]],
    ["a title and the artist of most songs", [named("ri"), by("every")]],
    ["a title of an artist with few songs", [named("river"), only("Crowd7")]],
    ["a title of the artist with most songs", [named("river"), only("Everyone")]],
    ["a rare title of the artist with most songs", [named("obelisk"), only("Everyone")]],
    ["a title by everybody else", [named("night"), { key: "artist", operator: "!=", value: "Everyone" }]],
    ["nothing", [named("xqzwv")]],
  ];

  it.each(cases.map(([name, filters], number) => ({ name, filters, number })))(
    "$name",
    async ({ filters, number }) => {
      for (const order of ordersFor(number)) await expectRight({ ...order, filters }, 600);
      for (const order of orders.slice(0, 2)) {
        const { data } = await readSongs({ ...pageDefaults, ...order, limit: 14, filters });
        expect(data.map(({ id }) => id)).toEqual(expectedIds({ ...order, filters }).slice(0, 14));
      }
    },
  );
});

describe("Pages of a filtered list hold every song once, in its order", () => {
  const values = { artist: ["Everyone", "Crowd7", "Dawn"], name: ["River", "Night Ember", "Zz"] } as const;
  const operators = ["==", "!=", ">>", "<<", ">=", "<="] as const;
  const cases = (["artist", "name"] as const).flatMap((key) =>
    operators.map((operator, number) => ({ key, operator, number })),
  );

  it.each(cases)("by $key $operator", async ({ key, operator, number }) => {
    for (const [at, value] of values[key].entries())
      for (const order of ordersFor(number + at).slice(1))
        await expectRight({ ...order, filters: [{ key, operator, value }] }, 1_000);
  });

  it.each<[string, Filter[]]>([
    ["both keys", [only("Everyone"), { key: "name", operator: ">=", value: "Quill" }]],
    [
      "several values left out",
      ["Everyone", "Crowd7", "Crowd8", "Crowd7", "Nobody"].map((value) => ({
        key: "artist",
        operator: "!=",
        value,
      })),
    ],
    [
      "a range with a hole",
      [
        { key: "name", operator: ">>", value: "Night" },
        { key: "name", operator: "!=", value: "River" },
        { key: "name", operator: "<<", value: "Saffron" },
      ],
    ],
    ["what contradicts itself", [only("Everyone"), only("Crowd7")]],
    [
      "an artist left out, and titles",
      [
        { key: "artist", operator: "!=", value: "Everyone" },
        { key: "name", operator: "<=", value: "Night" },
      ],
    ],
  ])("by %s", async (_, filters) => {
    for (const order of orders.slice(1)) await expectRight({ ...order, filters }, 999);
  });

  it("of one artist", async () => {
    for (const order of orders.slice(1)) {
      const selection = { ...order, filters: [only("Crowd7")] };
      const read = (list: ListQuery): Promise<Page> =>
        showArtistSongs(database.context, "a-crowd7", { ...list, filters: [] });
      expect((await turnPages(selection, 4, read)).ids).toEqual(expectedIds(selection));
      const all = { ...order, filters: [only("Everyone")] };
      const readAll = (list: ListQuery): Promise<Page> =>
        showArtistSongs(database.context, "a-everyone", { ...list, filters: [] });
      expect((await turnPages(all, 1_600, readAll)).ids).toEqual(expectedIds(all));
    }
  });
});
