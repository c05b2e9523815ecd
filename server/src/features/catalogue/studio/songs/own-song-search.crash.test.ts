import { pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { addLargeCatalogue, misspell } from "../../../../testing/fixtures/large-catalogue.ts";
import { listOwnSongs } from "./own-songs.data.ts";

const COUNT = 30_000;
const publisher = "0198c0de-0000-7000-8000-000000000001";
let database: TestDatabase;
type Song = {
  id: number;
  name: string;
  artist: string;
  artist_id: number;
  pretty_id: string;
  status: string;
};
let songs: Song[];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await sql`insert into account (id, email, name) values (${publisher}, 'label@wrapsody.example', 'Label')`.execute(
    db,
  );
  await addLargeCatalogue(db, publisher, COUNT);
  // The first, the last, and others in every state.
  const { rows } = await sql<Song>`
    select id, name, artist, artist_id, pretty_id, status from song
    where id % 1999 = 0 or id in (select min(id) from song union select max(id) from song) order by id`.execute(
    db,
  );
  songs = rows;
});
afterAll(() => database.close());

const listOf = (value?: string) => ({
  ...pageDefaults,
  limit: 20,
  filters: value === undefined ? [] : [{ key: "text", operator: "~~" as const, value }],
});

const search = (text: string, limit = 20, offset = 0) =>
  listOwnSongs(database.context.db, publisher, { ...listOf(text), limit: Math.min(limit, 1_000), offset });

it(`A publisher with ${COUNT} wraps finds each by its name, and by its misspelt name.`, async () => {
  expect(songs.length).toBeGreaterThanOrEqual(10);
  for (const { id, name } of songs) {
    const exact = await listOwnSongs(database.context.db, publisher, listOf(name));
    expect(exact.data[0]?.id).toBe(id);
    const { data } = await listOwnSongs(database.context.db, publisher, listOf(misspell(name)));
    expect(
      data.map((song) => song.id),
      misspell(name),
    ).toContain(id);
  }
});

it("Each is found by its number, its pretty id, and its artist with a word of its name, whatever its state.", async () => {
  expect(new Set(songs.map(({ status }) => status)).size).toBe(5);
  for (const { id, name, artist, pretty_id } of songs) {
    const firstOf = async (text: string) => (await search(text)).data[0]?.id;
    expect(await firstOf(String(id)), pretty_id).toBe(id);
    expect(await firstOf(String(id).padStart(8, "0")), pretty_id).toBe(id);
    expect(await firstOf(pretty_id.toUpperCase()), pretty_id).toBe(id);
    expect(await firstOf(`${artist} ${name}`), pretty_id).toBe(id);
    // A thousand wraps share this word, and three thousand the artist.
    const common = name.split(" ")[1] ?? "";
    for (const text of [common, `${common.toUpperCase()} ${artist}`]) {
      const { data, total } = await search(text, 1_000);
      expect(total, text).toBeGreaterThan(20);
      expect(data.map((song) => song.id)).toContain(id);
    }
  }
});

it("Those of an artist are all reachable, also after the artist changed its name.", async () => {
  const [song] = songs;
  const { db } = database.context;
  await sql`update artist set name = 'Zéphyrine Quill' where id = (select artist_id from song where id = ${song?.id})`.execute(
    db,
  );
  for (const text of [song?.artist ?? "", "zephyrine", "Quill"]) {
    const { data, total } = await search(text, 1_000, COUNT / 10 - 1_000);
    expect([total, data.length], text).toEqual([COUNT / 10, 1_000]);
    if (song?.id === songs[0]?.id) expect(data.at(-1)?.id).toBe(song?.id);
  }
});

it("The picker of an album's tracks finds each among the three thousand of its artist, by an index.", async () => {
  for (const [at, { id, name, artist_id }] of songs.entries()) {
    const list = listOf(name);
    const ofArtist = { key: "artist_id", operator: "==" as const, value: artist_id };
    const query = { ...list, filters: [...list.filters, ofArtist] };
    const { data } = await listOwnSongs(database.context.db, publisher, query);
    expect(data[0]?.id, name).toBe(id);
    if (at > 0) continue;
    const plans = await explainQueries(database.url, (db) => listOwnSongs(db, publisher, query));
    expect(plans.scanned).not.toContain("song");
    expect(plans.blocks).toBeLessThan(750);
  }
});

it("What a picker asks for is read from an index.", async () => {
  const [song] = songs;
  const [first = "", second = ""] = song?.name.split(" ") ?? [];
  for (const text of [
    undefined,
    song?.name,
    first,
    second,
    first.slice(0, 3),
    misspell(song?.name ?? ""),
    song?.pretty_id,
    String(song?.id),
    `${song?.artist} ${second}`,
  ]) {
    const plans = await explainQueries(database.url, (db) => listOwnSongs(db, publisher, listOf(text)));
    expect(plans.scanned, text).not.toContain("song");
    // The table has 3,600 blocks.
    expect(plans.blocks, text).toBeLessThan(750);
  }
});
