import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { listAccountingRows } from "./accounting.data.ts";
import { listStandings } from "./balance.data.ts";
import { listCompleteRevisions, listGroups, listOrderRows } from "./earnings.data.ts";

const ORDERS = 10_000;
const publisher = "00000000-0000-0000-0000-000000000007";
/** Named by half of the orders' revisions with an account, and by the others with an address. */
const owner = "00000000-0000-0000-0000-000000000008";
/** Tables that grow with the site. */
const large = ["payment", "participation", "payout", "payout_item"];
let database: TestDatabase;

/**
 * 10,000 paid orders of a hundred publishers, each with a payout; every tenth refunded, every fiftieth disputed. They are divided by 1,000
 * revisions, of which an owner is named by ten.
 */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  const song = await addSong(db);
  const payee = sql`lpad((n % 100)::text, 32, '0')::uuid`;
  const paymentId = sql`lpad(n::text, 32, '0')::uuid`;
  const at = sql`timestamptz '2025-01-01' + n * interval '30 minutes'`;
  const isRefunded = sql`n % 10 = 0`;
  await sql`
    insert into account (id, email, name) select ${payee}, n || '@label.example', 'Label' from generate_series(0, 99) n`.execute(
    db,
  );
  await sql`
    insert into payout_account (account_id, provider, external_id, is_ready, created_at, checked_at)
    select ${payee}, 'SANDBOX', 'acct_' || n, true, now(), now() from generate_series(0, 99) n`.execute(db);
  await sql`
    with made as (
      insert into campaign (pretty_id, song_id, name, is_public_mintable, is_active, state, contract_address)
      values ('tides', ${song}, 'Tides', true, true, 'ACTIVE', '0x1') returning id)
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, payee_id, created_at)
    select n::text, '', made.id, '0x0', 'FULFILLED', 500, ${payee}, ${at} from made, generate_series(1, ${ORDERS}::int) n`.execute(
    db,
  );
  await sql`update account set verified_at = now()`.execute(db);
  await sql`
    insert into song_split_revision (song_id, state, effective_from, proposed_at)
    select ${song}::int, case when n = 1000 then 'CONFIRMED' else 'REPLACED' end, now(), now() from generate_series(1, 1000) n`.execute(
    db,
  );
  await sql`
    insert into song_split (revision_id, position, name, email, account_id, ownership_points, royalty_points)
    select id, 0, 'Ann', case when id % 100 = 50 then '8@label.example' else id || '@owner.example' end,
      case when id % 100 = 0 then ${owner}::uuid end, 10000, 10000 from song_split_revision`.execute(db);
  await sql`
    insert into payment (split_revision_id, id, kind, reference, payee_id, title, amount_cents, platform_fee_cents, provider_fee_cents, provider, destination,
      state, created_at, expires_at, checked_at, paid_at, refunded_at)
    select (select min(id) from song_split_revision) + n % 1000, ${paymentId}, 'PARTICIPATION', p.id::text, ${payee}, 'Tide', 500, 35, 40, 'SANDBOX', 'acct_' || n % 100,
      case when ${isRefunded} then 'REFUNDED' else 'PAID' end, ${at}, ${at}, ${at}, ${at}, case when ${isRefunded} then ${at} end
    from generate_series(1, ${ORDERS}::int) n join participation p on p.exposed_id = n::text`.execute(db);
  await sql`
    insert into payout (provider, external_id, destination, amount, currency, state, created_at, arrives_at)
    select 'SANDBOX', 'po_' || n, 'acct_' || n % 100, 425, 'usd', 'PAID', ${at}, ${at} from generate_series(1, ${ORDERS}::int) n`.execute(
    db,
  );
  await sql`
    insert into payout_item (provider, external_id, payout_id, payment_id, kind, created_at)
    select 'SANDBOX', n::text, 'po_' || n, ${paymentId}, 'PAID', ${at} from generate_series(1, ${ORDERS}::int) n`.execute(
    db,
  );
  await sql`
    insert into payment_dispute (provider, external_id, payment_id, amount_cents, state, created_at)
    select 'SANDBOX', n::text, ${paymentId}, 500, 'OPEN', ${at} from generate_series(50, ${ORDERS}::int, 50) n`.execute(
    db,
  );
  for (const table of [
    "payment",
    "participation",
    "payout",
    "payout_item",
    "payment_dispute",
    "payout_account",
    "song_split",
    "song_split_revision",
  ])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const list: ListQuery = { ...pageDefaults, limit: 20, filters: [] };
const year = { from: new Date("2025-01-01"), until: new Date("2026-01-01") };

it.each<[string, (db: Executor) => Promise<unknown>]>([
  ["the statement of a publisher", (db) => listGroups(db, { publisherId: publisher }, year)],
  ["the statement of an owner", (db) => listGroups(db, { ownerId: owner }, year)],
  ["what a publisher is owed", (db) => listStandings(db, publisher, year)],
  ["a publisher’s orders", (db) => listOrderRows(db, publisher, list)],
  ["the complete splits of a page of wraps", (db) => listCompleteRevisions(db, [1, 2, 3])],
])("Among 10,000 orders, %s are read by indexes.", async (_, operation) => {
  const plans = await explainQueries(database.url, operation);
  expect(plans.scanned.filter((table) => large.includes(table))).toEqual([]);
  expect(plans.blocks).toBeLessThan(2_000);
});

it.each([
  ["of all time", "2000-01-01", "2100-01-01"],
  ["of a month", "2025-03-01", "2025-04-01"],
])(
  "Among 10,000 orders, the accounting lines %s of one publisher are read by indexes.",
  async (_, from, until) => {
    const period = { list, from: new Date(from), until: new Date(until) };
    expect((await listAccountingRows(database.context.db, publisher, period)).total).toBeGreaterThan(30);
    const plans = await explainQueries(database.url, (db) => listAccountingRows(db, publisher, period));
    // The 200 disputes may as well be read from end to end.
    expect(plans.scanned.filter((table) => large.includes(table))).toEqual([]);
    // The publisher has 100 orders with their payouts.
    expect(plans.blocks).toBeLessThan(3_000);
  },
);
