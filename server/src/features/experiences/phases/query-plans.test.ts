import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { readAudienceFacts } from "./admission.data.ts";
import { listOwnPhases } from "./edit-phases.data.ts";
import { listPhases } from "./phases.data.ts";
import { listOpenedPhases } from "./reminders.data.ts";
import { listCampaignsOfAccount, listLapsedEntries, listWaiting } from "./waitlist.data.ts";

let database: TestDatabase;
let accountId: string;
let campaignId: number;
let phaseId: number;

/** Inserts 1,000 experiences with two phases each, and 5,000 accounts: each waits for one, is on a list, has a reminder and an artwork. */
async function addManyPhases(db: Executor): Promise<void> {
  const song = await addSong(db);
  const { rows } = await sql<{ campaign: number; phase: number; fan: string }>`
    with made as (
        insert into campaign (pretty_id, song_id, name, is_active, state, contract_address)
        select 'tides-' || n, ${song}, 'Tides', true, 'ACTIVE', '0x' || n from generate_series(1, 1000) n returning id),
      opened as (
        insert into campaign_phase (campaign_id, name, starts_at, time_zone, price_cents, audience)
        select made.id, 'Phase', now() + n * interval '1 day', 'UTC', 0, 'LIST' from made, generate_series(0, 1) n
        returning id, campaign_id),
      fan as (
        insert into account (email, name) select 'fan' || n || '@wrapsody.example', 'Fan' from generate_series(1, 5000) n
        returning id, email),
      one as (
        select fan.id, fan.email, p.id as phase_id, p.campaign_id
        from (select *, row_number() over () as n from fan) fan
        join (select *, row_number() over () as n from opened) p on p.n = fan.n % 2000 + 1),
      waiting as (
        insert into waitlist_entry (campaign_id, phase_id, account_id, joined_at) select campaign_id, phase_id, id, now() from one),
      drawn as (
        insert into participant (campaign_id, account_id, name, owner_wallet_address)
        select campaign_id, id, 'No.', '0x' || email from one),
      listed as (insert into campaign_phase_entry (phase_id, entry) select phase_id, email from one),
      reminded as (
        insert into phase_reminder (phase_id, account_id, language, created_at) select phase_id, id, 'en', now() from one)
    select campaign_id as campaign, phase_id as phase, id as fan from one limit 1`.execute(db);
  accountId = rows[0]?.fan ?? "";
  campaignId = rows[0]?.campaign ?? 0;
  phaseId = rows[0]?.phase ?? 0;
  for (const table of [
    "account",
    "campaign",
    "campaign_phase",
    "campaign_phase_entry",
    "participant",
    "phase_reminder",
    "waitlist_entry",
  ])
    await sql`vacuum analyze ${sql.ref(table)}`.execute(db);
}

beforeAll(async () => {
  database = await testDatabase();
  await addManyPhases(database.context.db);
});
afterAll(() => database.close());

describe("a query among 2,000 phases and 5,000 waiting accounts reads few rows", () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    ["for the phases of an experience", (db) => listPhases(db, campaignId)],
    ["for its editor", (db) => listOwnPhases(db, campaignId)],
    [
      "for an admission",
      (db) =>
        readAudienceFacts(db, {
          phase: { id: phaseId, holders_of: campaignId, reward_id: 1 },
          accountId,
        }),
    ],
    ["for the first who wait", (db) => listWaiting(db, { campaignId, phaseId, limit: 1 })],
    ["for held spots that are over", (db) => listLapsedEntries(db, campaignId, new Date())],
    ["for the waitlists of an account", (db) => listCampaignsOfAccount(db, accountId)],
  ])("%s", async (_, operation) => {
    const { scanned, blocks } = await explainQueries(database.url, operation);
    for (const table of ["waitlist_entry", "participant", "campaign_phase_entry", "phase_reminder"])
      expect(scanned).not.toContain(table);
    expect(blocks).toBeLessThan(400);
  });

  it("for phases with reminders, without those", async () => {
    const { scanned } = await explainQueries(database.url, (db) => listOpenedPhases(db, new Date()));
    expect(scanned).not.toContain("phase_reminder");
  });
});
