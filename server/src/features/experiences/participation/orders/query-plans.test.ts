import { pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type Executor, sql } from "../../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../../testing/database/database.ts";
import { explainQueries } from "../../../../testing/database/query-plans.ts";
import { addSong } from "../../../../testing/fixtures/songs.ts";
import { listExportedOrders } from "../../data-export.data.ts";
import { listFailures } from "../artworks/failures.data.ts";
import { readAccess } from "./access.ts";
import { listOpenOrders, listOrdersAwaitingBuyer, listOwnOrderRows } from "./orders.data.ts";

let database: TestDatabase;
let accountId: string;
let campaignId: number;

/**
 * Inserts a private experience with 10,000 orders, most of them from its publisher's list, and some of a fan
 * with two wallets.
 */
async function addManyOrders(db: Executor): Promise<void> {
  const song = await addSong(db);
  const { rows } = await sql<{ campaign: number; fan: string }>`
    with made as (
        insert into campaign (pretty_id, song_id, name, is_public_mintable, is_active, state, contract_address)
        values ('tides', ${song}, 'Tides', false, true, 'ACTIVE', '0x1') returning id),
      fan as (insert into account (email, name) values ('fan@wrapsody.example', 'Ottilie Brandt') returning id),
      batch as (insert into mint_batch (campaign_id, places, created_at) select id, 10000, now() from made returning id),
      taken as (
        insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, batch_id,
          batch_line, created_at)
        select n::text, '', made.id, case when n % 1000 = 0 then fan.id end, '0x' || n,
          case when n % 5000 = 0 then 'RESERVED' else 'FULFILLED' end, 0,
          case when n % 1000 > 0 then batch.id end, case when n % 1000 > 0 then n end, now()
        from made, fan, batch, generate_series(1, 10000) n returning id, campaign_id),
      drawn as (
        insert into participant (campaign_id, participation_id, name, owner_wallet_address, state)
        select campaign_id, id, 'No. ' || id, '0x' || id, case when id % 2000 = 0 then 'FAILED' else 'MINTED' end from taken),
      linked as (insert into wallet (address, account_id, linked_at) select '0x' || n, fan.id, now() from fan, generate_series(7, 8) n)
    select made.id as campaign, fan.id as fan from made, fan`.execute(db);
  accountId = rows[0]?.fan ?? "";
  campaignId = rows[0]?.campaign ?? 0;
  for (const table of ["participation", "participant", "wallet"]) {
    await sql`vacuum analyze ${sql.ref(table)}`.execute(db);
  }
}

beforeAll(async () => {
  database = await testDatabase();
  await addManyOrders(database.context.db);
});
afterAll(() => database.close());

describe("a query among 10,000 orders reads few rows", () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    [
      "for access to an experience",
      (db) => readAccess({ ...database.context, db }, { reference: "tides", accountId }),
    ],
    ["for a user's open orders", (db) => listOpenOrders(db, { campaignId, accountId })],
    ["for a user's order list", (db) => listOwnOrderRows(db, { campaignId, accountId, finished: 3 })],
    [
      "for a user's data export",
      (db) => listExportedOrders(db, accountId, { limit: 1_000, after: undefined }),
    ],
    ["for unfinished orders", (db) => listOrdersAwaitingBuyer(db, campaignId, 100)],
    [
      "for failed artworks",
      (db) => listFailures(db, campaignId, { ...pageDefaults, limit: 12, filters: [] }),
    ],
  ])("%s", async (_, operation) => {
    const { scanned, blocks } = await explainQueries(database.url, operation);
    expect(scanned).not.toContain("participation");
    expect(scanned).not.toContain("participant");
    expect(blocks).toBeLessThan(400);
  });
});
