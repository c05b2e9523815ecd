import { type ListQuery, pageDefaults } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { listReports } from "./reports.data.ts";

let database: TestDatabase;

/** 50,000 reports, of which few are open, about artworks, child abuse or contested. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  await sql`
    insert into restriction (kind, target, ground, basis, reason, since, contested_at)
    select 'wrap', n::text, 'law', '', '', now(), case when n % 100 = 0 then now() end from generate_series(1, 5000) n`.execute(
    db,
  );
  await sql`
    insert into report (kind, target, title, problem, explanation, location, language, state, restriction_id, created_at)
    select case when n % 10000 = 0 then 'artwork' else 'wrap' end, n::text, 'Kiln', case when n % 9000 = 0 then 'child_abuse' else 'copyright' end, '', '', 'en',
      case when n % 2500 = 0 then 'OPEN' when n % 10 = 0 then 'RESTRICTED' else 'NO_ACTION' end,
      case when n % 10 = 0 and n % 2500 <> 0 then n / 10 end, timestamptz '2024-01-01' + n * interval '1 minute'
    from generate_series(1, 50000) n`.execute(db);
  // Analyzes all rows: a sample may miss the rare ones.
  await sql`alter table report alter column problem set statistics 1000`.execute(db);
  for (const table of ["report", "restriction"]) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const where = (key: string, value: string | boolean): Partial<ListQuery> => ({
  filters: [{ key, operator: "==", value }],
});

it.each<[string, Partial<ListQuery>]>([
  ["newest first", {}],
  ["that are open", where("state", "OPEN")],
  ["about artworks", where("kind", "artwork")],
  ["of a rare problem", where("problem", "child_abuse")],
  ["that are contested", where("contested", true)],
])("Among 50,000 reports, those %s are read by an index.", async (_, query) => {
  const list = { ...pageDefaults, limit: 20, filters: [], ...query };
  expect((await listReports(database.context.db, list)).data.length).toBeGreaterThan(0);
  const plans = await explainQueries(database.url, (db) => listReports(db, list));
  expect(plans.scanned).not.toContain("report");
  expect(plans.blocks).toBeLessThan(1_500);
});
