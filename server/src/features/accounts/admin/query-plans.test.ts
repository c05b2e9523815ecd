import { type Filter, type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { listAuditEvents } from "./audit-log.data.ts";
import { listAccounts } from "./user-list.data.ts";

const accounts = 10_000;
const events = 20_000;
let database: TestDatabase;

/** Every 5,000th account is an administrator's and every 3,000th may import; one has half of the events. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await sql`
    insert into account (id, email, name, role, created_at)
    select n.text::uuid, 'reader' || n.n || '@host' || n.n % 50 || '.example', 'Name' || n.n % 700 || ' Family' || n.n,
      case when n.n % 5000 = 0 then 'ADMIN' when n.n % 9 = 0 then 'ARTIST' else 'PROVIDER' end,
      timestamptz '2020-01-01' + n.n * interval '1 minute'
    from (select n, lpad(n::text, 32, '0') as text from generate_series(1, ${accounts}::int) n) n`.execute(
    db,
  );
  await sql`
    insert into import_invitation (account_id, invited_at)
    select id, now() from account where email ~ '000@' and substr(split_part(email, '@', 1), 7)::int % 3000 = 0`.execute(
    db,
  );
  await sql`
    insert into security_event (account_id, kind, network, user_agent, at)
    select lpad((case when n % 2 = 0 then 1 else 2 + n % 9998 end)::text, 32, '0')::uuid,
      case when n % 6000 = 0 then 'wrap-rejected' else 'logged-in' end, '192.0.2.0/24', 'Firefox',
      timestamptz '2021-01-01' + n * interval '1 minute'
    from generate_series(1, ${events}::int) n`.execute(db);
  for (const table of ["account", "security_event", "import_invitation"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const listOf = (query: Partial<ListQuery>): ListQuery => ({
  ...pageDefaults,
  limit: 20,
  filters: [],
  ...query,
});
const where = (key: string, operator: Filter["operator"], value: Filter["value"]) => ({
  filters: [{ key, operator, value }],
});
const byName = { sortKey: "name", sortDir: "ASC", sortRequested: true } as const;

async function expectBounded(
  operation: (db: TestDatabase["context"]["db"]) => Promise<unknown>,
  blocks: number,
): Promise<void> {
  const plans = await explainQueries(database.url, operation);
  expect(plans.scanned.filter((table) => table === "account" || table === "security_event")).toEqual([]);
  expect(plans.blocks).toBeLessThan(blocks);
}

describe(`a list of ${accounts} users reads few rows`, () => {
  it.each<[string, Partial<ListQuery>]>([
    ["newest first", {}],
    ["by name", byName],
    ["for the few administrators", where("role", "==", "ADMIN")],
    ["for the few who may import", where("may_import", "==", true)],
    ["for a rare part of an address", where("text", "~~", "reader2999")],
    ["for part of a name that does not occur", where("text", "~~", "quixotic")],
    ["for a prefix that does not occur", where("text", "~~", "zq")],
  ])("%s", (_, query) => expectBounded((db) => listAccounts(db, listOf(query)), 1_500));

  it("for a common search term, because it stops at the page size", async () => {
    const list = listOf(where("text", "~~", "family"));
    expect((await explainQueries(database.url, (db) => listAccounts(db, list))).blocks).toBeLessThan(1_500);
  });
});

describe(`an audit log of ${events} events reads few rows`, () => {
  it.each<[string, Partial<ListQuery>]>([
    ["newest first", {}],
    ["for a rare kind", where("kind", "==", "wrap-rejected")],
    ["for one account", where("account_id", "==", "00000000-0000-0000-0000-000000000077")],
    ["for the account with half of them", where("account_id", "==", "00000000-0000-0000-0000-000000000001")],
    ["since a time", where("created_at", ">=", "2021-01-14")],
  ])("%s", (_, query) => expectBounded((db) => listAuditEvents(db, listOf(query)), 1_500));
});
