import { pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { listPayoutRows } from "./payouts.data.ts";

const accountId = "00000000-0000-0000-0000-000000000007";
let database: TestDatabase;

/** 5,000 payouts of a hundred accounts, each with two orders. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  const account = sql`lpad((n % 100)::text, 32, '0')::uuid`;
  const paymentId = sql`lpad(n::text, 32, '0')::uuid`;
  const at = sql`timestamptz '2025-01-01' + n * interval '10 minutes'`;
  await sql`
    insert into account (id, email, name) select ${account}, n || '@label.example', 'Label' from generate_series(0, 99) n`.execute(
    db,
  );
  await sql`
    insert into payout_account (account_id, provider, external_id, is_ready, created_at, checked_at)
    select ${account}, 'STRIPE', 'acct_' || n, true, now(), now() from generate_series(0, 99) n`.execute(db);
  await sql`
    insert into payout (provider, external_id, destination, amount, currency, state, created_at, arrives_at)
    select 'STRIPE', 'po_' || n, 'acct_' || n % 100, 425, 'usd', 'PAID', ${at}, ${at} from generate_series(0, 4999) n`.execute(
    db,
  );
  await sql`
    insert into payment (id, kind, reference, title, amount_cents, platform_fee_cents, provider, state, created_at, expires_at, checked_at)
    select ${paymentId}, 'SUBSCRIPTION', n::text, 'Tide', 500, 35, 'STRIPE', 'PAID', ${at}, ${at}, ${at}
    from generate_series(0, 9999) n`.execute(db);
  await sql`
    insert into payout_item (provider, external_id, payout_id, payment_id, kind, created_at)
    select 'STRIPE', n::text, 'po_' || n % 5000, ${paymentId}, 'PAID', ${at} from generate_series(0, 9999) n`.execute(
    db,
  );
  for (const table of ["payout", "payout_item", "payout_account"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

it("Among 5,000 payouts, those of an account are read by indexes, with the number of their orders.", async () => {
  const account = { accountId, provider: "STRIPE" } as const;
  const list = { ...pageDefaults, limit: 20, filters: [] };
  const { data, total } = await listPayoutRows(database.context.db, account, list);
  expect([data[0]?.orders, total]).toEqual([2, 50]);
  const plans = await explainQueries(database.url, (db) => listPayoutRows(db, account, list));
  expect(plans.scanned.filter((table) => table === "payout" || table === "payout_item")).toEqual([]);
  expect(plans.blocks).toBeLessThan(700);
});
