import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { findBatch, hasOpenCodes, listBatches, listSealedCodes } from "./codes.data.ts";
import { findCode, isCodeFree } from "./redeem.data.ts";

let database: TestDatabase;
let campaignId: number;
let batchId: number;
let codeId: number;

/** Inserts 400 experiences with 25 codes each, half of them used. */
async function addManyCodes(db: Executor): Promise<void> {
  const song = await addSong(db);
  await sql`
    with made as (
        insert into campaign (pretty_id, song_id, name, is_active, state, contract_address)
        select 'tides-' || n, ${song}, 'Tides', true, 'ACTIVE', '0x' || n from generate_series(1, 400) n returning id),
      batch as (
        insert into spot_code_batch (campaign_id, name, created_at) select id, 'Press', now() from made
        returning id, campaign_id),
      code as (
        insert into spot_code (batch_id, code_hmac, code_sealed)
        select batch.id, sha256(convert_to(batch.id || '-' || n, 'utf8')), 'x' from batch, generate_series(1, 25) n
        returning id, batch_id)
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, code_id, created_at)
    select 'order-' || code.id, 'x', batch.campaign_id, '0x1', 'FULFILLED', 0, code.id, now()
    from code join batch on batch.id = code.batch_id where code.id % 2 = 0`.execute(db);
  const { rows } = await sql<{ campaign: number; batch: number; code: number }>`
    select b.campaign_id as campaign, b.id as batch, min(k.id) as code
    from spot_code_batch b join spot_code k on k.batch_id = b.id group by b.id order by b.id desc limit 1`.execute(
    db,
  );
  [campaignId, batchId, codeId] = [rows[0]?.campaign ?? 0, rows[0]?.batch ?? 0, rows[0]?.code ?? 0];
  for (const table of ["campaign", "participation", "spot_code", "spot_code_batch"])
    await sql`vacuum analyze ${sql.ref(table)}`.execute(db);
}

beforeAll(async () => {
  database = await testDatabase();
  await addManyCodes(database.context.db);
});
afterAll(() => database.close());

const now = new Date();

describe("a query among 10,000 codes reads few rows", () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    ["for the batches of an experience", (db) => listBatches(db, campaignId, now)],
    ["for a batch", (db) => findBatch(db, { campaignId, batchId }, now)],
    ["for the codes of a batch", (db) => listSealedCodes(db, batchId, now)],
    ["for whether an experience has codes", (db) => hasOpenCodes(db, campaignId, now)],
    ["for a code", (db) => findCode(db, { campaignId, hmacs: [Buffer.alloc(32), Buffer.alloc(32, 1)] })],
    ["for whether a code is free", (db) => isCodeFree(db, codeId)],
  ])("%s", async (_, operation) => {
    const { scanned, blocks } = await explainQueries(database.url, operation);
    for (const table of ["spot_code", "participation"]) expect(scanned).not.toContain(table);
    expect(blocks).toBeLessThan(400);
  });
});
