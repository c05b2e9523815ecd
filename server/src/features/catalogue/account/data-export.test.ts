import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { catalogueExport } from "./data-export.data.ts";
import { anonymizePlays } from "./own-catalogue.data.ts";

const account = "0198c0de-0000-7000-8000-000000000001";
const own = 2_500;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase();
  db = database.context.db;
  const song = await addSong(db);
  for (const month of ["2025-01-01", "2025-02-01", "2025-03-01"])
    await sql`select make_play_partition(${month}::date)`.execute(db);
  // Every eighth play over three months belongs to the account. Some of the others have no account.
  await sql`
    insert into play (id, song_id, listener, account_id, started_at)
    select uuidv7(), ${song}, '\\x00',
      case when n % 8 = 0 then ${account}::uuid when n % 2 = 0 then gen_random_uuid() end,
      timestamptz '2025-01-01' + n * interval '6 minutes'
    from generate_series(1, ${own * 8}::int) n`.execute(db);
  await sql`vacuum analyze play`.execute(db);
});
afterAll(() => database.close());

/** Of the months that have plays; an empty one may as well be read from end to end. */
const fullMonths = (tables: string[]) => tables.filter((table) => table.startsWith("play_2025"));

it("reads the plays of an account from their index, in pages of a bounded size", async () => {
  const sizes: number[] = [];
  const plans = await explainQueries(database.url, async (tracedDb) => {
    for await (const page of catalogueExport.plays(tracedDb, account).read()) sizes.push(page.length);
  });
  expect(sizes).toEqual([1_000, 1_000, 500]);
  expect(fullMonths(plans.scanned)).toEqual([]);
  expect(plans.indexes.some((name) => name.includes("account_id"))).toBe(true);
  // Each play once, with its song: earlier pages are not read again.
  expect(plans.rows).toBeLessThan(own * 3);
});

it("lets go of plays by the same index", async () => {
  let released = 0;
  const plans = await explainQueries(database.url, async (tracedDb) => {
    released = await anonymizePlays(tracedDb, account, 100);
  });
  expect(released).toBe(100);
  expect(fullMonths(plans.scanned)).toEqual([]);
});

it("has that index in the months that are still to come", async () => {
  await sql`select make_play_partition('2031-05-01'::date)`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits h
    join pg_index x on x.indexrelid = h.inhrelid join pg_class c on c.oid = x.indrelid
    where h.inhparent = 'play_own'::regclass and x.indisvalid`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["play_2031_05", "play_2025_01", "play_rest"]),
  );
});
