import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Executor, sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { addManySongs } from "../../../../testing/fixtures/songs.ts";
import { listOwnCampaigns } from "./own-campaigns.data.ts";

let database: TestDatabase;
let owner: string;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await addManySongs(db, 2_000);
  owner = await addOwner(db);
  await sql`
    insert into campaign (pretty_id, song_id, name, created_at)
    select 'campaign-' || n, (select min(id) from song) + n % 2000, 'Tide ' || n,
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, 20000) n`.execute(db);
  await sql`
    insert into component (campaign_id, name, slot_number, layer_level, rarity)
    select c.id, 'Part', 1, 1, 50 from campaign c, generate_series(1, 3)`.execute(db);
  for (const table of ["campaign", "component", "artist"]) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
});
afterAll(() => database.close());

/** Gives the account one of 200 artists. */
async function addOwner(db: Executor): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, password_hash) values ('owner@wrapsody.example', 'Owner', '') returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? "";
  await sql`update artist set owner_id = ${id} where artist_clean_id = 'crowd-7'`.execute(db);
  return id;
}

it.each<[string, Partial<ListQuery>]>([
  ["newest first", {}],
  ["by name", { sortKey: "name", sortDir: "ASC" }],
  ["by part of the name", { filters: [{ key: "name", operator: "~~", value: "tide 1" }] }],
  ["for one song", { filters: [{ key: "song_id", operator: "==", value: 7 }] }],
])("a query for a publisher's experiences among 20,000, %s, reads no other rows", async (_, query) => {
  const list = { ...pageDefaults, limit: 9, filters: [], ...query };
  let found = 0;
  const plans = await explainQueries(database.url, async (db) => {
    found = (await listOwnCampaigns(db, owner, list)).data.length;
  });
  expect(found).toBe(9);
  expect(plans.scanned).not.toContain("campaign");
  expect(plans.scanned).not.toContain("component");
  expect(plans.blocks).toBeLessThan(1_500);
});
