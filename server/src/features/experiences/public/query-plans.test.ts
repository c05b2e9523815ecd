import { type Filter, type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { largeTestDatabase, type TestDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { readTakenSignatures } from "../participation/artworks/artworks.data.ts";
import { listArtistCampaigns, listPublicCampaigns, listPublicParticipants } from "./campaigns.ts";

const campaigns = 5_000;
const participants = 20_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await largeTestDatabase();
  await addManyCampaigns(database.context.db);
});
afterAll(() => database.close());

/** Every 500th is active, every 1,000th of the type RANDOM; the first has half of the participants. */
async function addManyCampaigns(db: Executor): Promise<void> {
  await sql`insert into image (id, storage_key, width, height, thumbhash, ambient, on_ambient)
    values ('tide', 'aa/tide.png', 900, 900, '', '#0a0a0a', '#f6f6f2')`.execute(db);
  await sql`
    insert into campaign (pretty_id, song_id, name, type, is_active, promo_image_id, created_at)
    select 'campaign-' || n, (select min(id) from song) + n % 2000, 'Tide ' || n,
      case when n % 1000 = 0 then 'RANDOM' else 'GENERATIVE' end, n % 500 = 0, 'tide',
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${campaigns}::int) n`.execute(db);
  await sql`
    insert into participant (campaign_id, name, owner_wallet_address, total_rarity_score, signature, created_at)
    select (select min(id) from campaign) + case when n % 2 = 0 then 0 else n % 20 end, 'No. ' || n, '0x' || n % 1000, n % 100,
      n || ' 1 2', timestamptz '2021-01-01' + n * interval '1 minute'
    from generate_series(1, ${participants}::int) n`.execute(db);
  await sql`vacuum analyze campaign`.execute(db);
  await sql`vacuum analyze participant`.execute(db);
}

function listOf(query: Partial<ListQuery>): ListQuery {
  return { ...pageDefaults, limit: 12, filters: [], ...query };
}

function where(key: string, operator: Filter["operator"], value: Filter["value"]): Partial<ListQuery> {
  return { filters: [{ key, operator, value }] };
}

type Operation = (context: TestDatabase["context"]) => Promise<unknown>;

async function expectBounded(operation: Operation, blocks: number): Promise<void> {
  const plans = await explainQueries(database.url, (db) =>
    operation({ ...database.context, db, replica: db }),
  );
  expect(plans.scanned).not.toContain("campaign");
  expect(plans.scanned).not.toContain("participant");
  expect(plans.blocks).toBeLessThan(blocks);
}

const byName = { sortKey: "name", sortDir: "ASC", sortRequested: true } as const;
const byState = { sortKey: "is_active", sortDir: "DESC", sortRequested: true } as const;

describe("a query among 5,000 campaigns reads few rows", () => {
  it.each<[string, Partial<ListQuery>]>([
    ["newest first", {}],
    ["oldest first", { sortDir: "ASC" }],
    ["by name", byName],
    ["active ones first", byState],
    ["for the few active ones", where("is_active", "==", true)],
    ["for a rare type", where("type", "==", "RANDOM")],
    ["for one song", where("song_id", "==", 7)],
    ["for one song, active ones first", { ...where("song_id", "==", 7), ...byState }],
    ["for a misspelled name", where("name", "~~", "Tdie 4999")],
    ["starting at a name", { ...where("name", ">=", "Tide 77"), ...byName }],
  ])("%s", (_, query) => expectBounded((context) => listPublicCampaigns(context, listOf(query)), 1_500));

  it("for one artist", () =>
    expectBounded((context) => listArtistCampaigns(context, "crowd-7", listOf({})), 1_500));
});

describe("a query among 20,000 participants reads few rows", () => {
  it.each<[string, Partial<ListQuery>]>([
    ["newest first", {}],
    ["rarest first", { sortKey: "total_rarity_score", sortRequested: true }],
  ])("for one campaign, %s", async (_, query) => {
    const { rows } = await sql<{ id: number }>`select min(id) as id from campaign`.execute(
      database.context.db,
    );
    const list = listOf({ ...query, ...where("song_campaign_id", "==", rows[0]?.id ?? 0) });
    await expectBounded((context) => listPublicParticipants(context, list), 1_500);
  });

  it("for one wallet", () =>
    expectBounded(
      (context) => listPublicParticipants(context, listOf(where("owner_wallet_address", "==", "0x7"))),
      1_500,
    ));
});

it("a drawn signature is looked up by its index among 10,000 artworks of its campaign", async () => {
  const met = Array.from({ length: 100 }, (_, index) => `${2 * index} 1 2`);
  const { rows } = await sql<{ id: number }>`select min(id) as id from campaign`.execute(database.context.db);
  const campaignId = rows[0]?.id ?? 0;
  expect((await readTakenSignatures(database.context.db, campaignId, met)).size).toBe(99);
  const plans = await explainQueries(database.url, (db) => readTakenSignatures(db, campaignId, met));
  expect([plans.scanned, plans.indexes]).toEqual([[], expect.arrayContaining(["participant_signature"])]);
  expect(plans.rows).toBeLessThan(200);
});
