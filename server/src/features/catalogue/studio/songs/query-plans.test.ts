import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { explainQueries, type Plans } from "../../../../testing/database/query-plans.ts";
import { addSkewedSongs } from "../../../../testing/fixtures/songs.ts";
import { listOwnArtists } from "../artists/own-artists.data.ts";
import { readPlanUsage } from "../plan/plan-limits.ts";
import { listOwnSongs } from "./own-songs.data.ts";

const everything = 10_000;
const own = 100;
const publisher = "0198c0de-0000-7000-8000-000000000001";
const giant = "0198c0de-0000-7000-8000-000000000002";
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  for (const id of [publisher, giant])
    await sql`insert into account (id, email, name) values (${id}, ${`${id}@wrapsody.example`}, 'P')`.execute(
      db,
    );
  await addSkewedSongs(db, everything, giant);
  // Nearly all songs are of one other publisher; these are from their midst, so that no order has them in front.
  await sql`
    insert into artist (artist_clean_id, name) select 'other-' || n, 'Other ' || n from generate_series(1, 1000) n`.execute(
    db,
  );
  await sql`
    with mine as (
      insert into artist (artist_clean_id, name, owner_id)
      select 'own-' || n, 'Own ' || n, ${publisher}::uuid from generate_series(1, 4) n returning id
    ), numbered as (select id, row_number() over (order by id) as n from mine)
    update song s set artist_id = numbered.id, created_by = ${publisher},
      status = case when s.id % 2 = 0 then 'ACTIVE' else 'DRAFT' end
    from numbered where s.id between 4000 and 4000 + ${own - 1}::int and s.id % 4 + 1 = numbered.n`.execute(
    db,
  );
  await sql`vacuum analyze song`.execute(db);
  await sql`vacuum analyze artist`.execute(db);
});
afterAll(() => database.close());

const filters = {
  none: [],
  public: [{ key: "status", operator: "==", value: "ACTIVE" }],
  named: [{ key: "name", operator: "~~", value: "harbour" }],
} as const satisfies Record<string, ListQuery["filters"]>;

function expectBounded({ scanned, rows, blocks }: Plans, max: { rows: number; blocks: number }): void {
  expect(scanned.filter((table) => table === "song" || table === "artist")).toEqual([]);
  expect(rows).toBeLessThan(max.rows);
  expect(blocks).toBeLessThan(max.blocks);
}

describe("among 10,000 wraps, a publisher's hundred are found by reading no others", () => {
  it.each(
    (["created_at", "name", "plays", "points"] as const).flatMap((sortKey) =>
      (["none", "public", "named"] as const).map((filter) => [sortKey, filter] as const),
    ),
  )("sorted by %s, with %s as filter", async (sortKey, filter) => {
    const list: ListQuery = { ...pageDefaults, sortKey, filters: [...filters[filter]] };
    const { total } = await listOwnSongs(database.context.db, publisher, list);
    if (filter === "named") expect([total > 0, total < own]).toEqual([true, true]);
    else expect(total).toBe(filter === "none" ? own : own / 2);
    const plans = await explainQueries(database.url, (db) => listOwnSongs(db, publisher, list));
    expectBounded(plans, { rows: own * 4, blocks: 400 });
  });

  it("with how many each artist has", async () => {
    const list: ListQuery = { ...pageDefaults, filters: [] };
    const { data } = await listOwnArtists(database.context.db, publisher, list);
    const counts = data.map(({ songs, public_songs }) => `${songs} ${public_songs}`);
    expect(counts.sort()).toEqual(["25 0", "25 0", "25 25", "25 25"]);
    const plans = await explainQueries(database.url, (db) => listOwnArtists(db, publisher, list));
    expectBounded(plans, { rows: own * 3, blocks: 200 });
  });

  it("and what was added in a month is counted from where the month begins", async () => {
    const { context } = database;
    await sql`
      update song set added_at = ${context.clock.now()} where created_by = ${giant} and id > ${everything - 10}`.execute(
      context.db,
    );
    const { songsThisMonth } = await readPlanUsage(context, context.db, giant);
    expect(songsThisMonth).toEqual({ used: 10, most: 5 });
    const plans = await explainQueries(database.url, (db) => readPlanUsage(context, db, giant));
    expect(plans.scanned).not.toContain("song");
    expect(plans.rows).toBeLessThan(100);
  });
});

describe("of 9,900 wraps, a picker reads few", () => {
  const listOf = (value?: string): ListQuery => ({
    ...pageDefaults,
    limit: 20,
    filters: value === undefined ? [] : [{ key: "text", operator: "~~", value }],
  });

  it.each<[string, string | undefined, number]>([
    ["the newest", undefined, 600],
    ["those with a rare word", "obelisk", 600],
    ["those with a misspelt rare word", "obelsik", 600],
    ["those with a common word", "lantern", 600],
    ["those with a name that many share", "harbour", 600],
    ["none", "xylophones", 600],
  ])("%s", async (_, text, blocks) => {
    const plans = await explainQueries(database.url, (db) => listOwnSongs(db, giant, listOf(text)));
    expect(plans.scanned.filter((table) => table === "song" || table === "artist")).toEqual([]);
    if (text !== undefined) expect(plans.indexes).toContain("song_own_texts");
    expect(plans.blocks).toBeLessThan(blocks);
  });
});
