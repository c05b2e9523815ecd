import { pageDefaults } from "@wrapsody/shared/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { addLargeCatalogue, misspell } from "../../../../testing/fixtures/large-catalogue.ts";
import { listOwnSongs } from "./own-songs.data.ts";

const COUNT = 100_000;
const publisher = "0198c0de-0000-7000-8000-000000000001";
let database: TestDatabase;
let songs: { id: number; name: string }[];

// A hundred thousand rows with their indexes take longer than other fixtures.
const FIXTURE_TIMEOUT_MS = 300_000;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await sql`insert into account (id, email, name) values (${publisher}, 'label@wrapsody.example', 'Label')`.execute(
    db,
  );
  await addLargeCatalogue(db, publisher, COUNT);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from song where id % 4999 = 0 order by id`.execute(db);
  songs = rows;
}, FIXTURE_TIMEOUT_MS);
afterAll(() => database.close());

const listOf = (value?: string) => ({
  ...pageDefaults,
  limit: 20,
  filters: value === undefined ? [] : [{ key: "name", operator: "~~" as const, value }],
});

it(`A publisher with ${COUNT} wraps finds each by its name, and by its misspelt name.`, async () => {
  expect(songs.length).toBeGreaterThanOrEqual(20);
  for (const { id, name } of songs) {
    const exact = await listOwnSongs(database.context.db, publisher, listOf(name));
    expect(exact.data.map((song) => song.id)).toEqual([id]);
    const { data } = await listOwnSongs(database.context.db, publisher, listOf(misspell(name)));
    expect(
      data.map((song) => song.id),
      misspell(name),
    ).toContain(id);
  }
});

it("What a picker asks for is read from an index.", async () => {
  const [song] = songs;
  const [first = "", second = ""] = song?.name.split(" ") ?? [];
  for (const text of [undefined, song?.name, first, second, first.slice(0, 3), misspell(song?.name ?? "")]) {
    const plans = await explainQueries(database.url, (db) => listOwnSongs(db, publisher, listOf(text)));
    expect(plans.scanned, text).not.toContain("song");
    // The table has 12,000 blocks.
    expect(plans.blocks, text).toBeLessThan(2_500);
  }
});
