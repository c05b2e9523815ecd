import { type ListQuery, MAX_COUNTED, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { listDeliveries } from "./webhook-deliveries.data.ts";

const idOf = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;
const [busy, quiet] = [idOf(0), idOf(7)];
let database: TestDatabase;

/** 10,000 deliveries: half of them to one endpoint, the others to 100. Few failed, and few are about refunds. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  const id = (number: string) => sql`lpad((${sql.raw(number)})::text, 32, '0')::uuid`;
  await sql`insert into account (id, email, name) values (${busy}, 'label@label.example', 'Label')`.execute(
    db,
  );
  await sql`
    insert into webhook_endpoint (id, account_id, url, events, secret_sealed, created_at)
    select ${id("n")}, ${busy}, 'https://label.example', '{}', '', now() from generate_series(0, 100) n`.execute(
    db,
  );
  await sql`
    insert into webhook_message (id, account_id, type, payload, created_at)
    select ${id("n")}, ${busy}, case when n % 100 = 0 then 'order.refunded' else 'order.paid' end, '{}', now() from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`
    insert into webhook_delivery (endpoint_id, message_id, state, created_at)
    select case when n % 2 = 0 then ${busy}::uuid else ${id("1 + n % 100")} end, ${id("n")},
      case when n % 200 < 2 then 'FAILED' else 'DELIVERED' end, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 10000) n`.execute(db);
  for (const table of ["webhook_delivery", "webhook_message"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const where = (key: string, value: string): Partial<ListQuery> => ({
  filters: [{ key, operator: "==", value }],
});

it.each<[string, string, Partial<ListQuery>, { total: number; blocks: number }]>([
  ["of a busy endpoint", busy, {}, { total: MAX_COUNTED, blocks: 200 }],
  ["of a busy endpoint that failed", busy, where("state", "FAILED"), { total: 50, blocks: 200 }],
  ["of a quiet endpoint", quiet, {}, { total: 0, blocks: 200 }],
])("Among 10,000 deliveries, those %s are read by an index.", async (_, endpoint, query, expected) => {
  const list = { ...pageDefaults, limit: 20, filters: [], ...query };
  const { data, total } = await listDeliveries(database.context.db, endpoint, list);
  expect([total, data.length]).toEqual([expected.total, Math.min(expected.total, 20)]);
  const plans = await explainQueries(database.url, (db) => listDeliveries(db, endpoint, list));
  expect(plans.scanned.filter((table) => table.startsWith("webhook_delivery"))).toEqual([]);
  expect(plans.blocks).toBeLessThan(expected.blocks);
});

it("filters by the type of the event.", async () => {
  const list = { ...pageDefaults, limit: 20, filters: [], ...where("type", "order.refunded") };
  const { data, total } = await listDeliveries(database.context.db, busy, list);
  expect([total, new Set(data.map(({ type }) => type))]).toEqual([100, new Set(["order.refunded"])]);
});
