import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { dropEverything } from "./restore.data.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it("Overwriting deletes all tables of a database, in whatever order the catalogue lists them", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    // Sorts by object id: the sequence of an identity column comes before its table.
    await client.query("set enable_hashjoin = off; set enable_nestloop = off");
    await dropEverything(client);
    const left = await client.query(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
    );
    expect(left.rows).toEqual([]);
  } finally {
    await client.end();
  }
});
