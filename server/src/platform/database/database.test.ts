import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { withParameter } from "../../testing/database/setup.ts";
import { DatabaseUnavailableError, openDatabase, sql, statement } from "./database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe("a compiled statement", () => {
  const sum = statement(sql<{ sum: number }>`select ${null}::int + ${null}::int as sum`);

  it("accepts new values each time, inside and outside of a transaction", async () => {
    const { db } = database.context;
    expect(await sum(db, 1, 2)).toEqual([{ sum: 3 }]);
    expect(await db.transaction().execute((tx) => sum(tx, 20, 22))).toEqual([{ sum: 42 }]);
  });

  it("rejects a wrong number of values", async () => {
    await expect(sum(database.context.db, 1)).rejects.toThrow("expected 2 statement parameters, got 1");
  });
});

it("reads a column by its current type, which a migration may have changed", async () => {
  const { db } = database.context;
  const read = async () => {
    const other = openDatabase({ url: database.url, size: 1, onError: () => undefined });
    onTestFinished(other.close);
    return (await sql`select value from changing`.execute(other.db)).rows;
  };
  await sql`create table changing as select 7::int as value`.execute(db);
  expect(await read()).toEqual([{ value: 7 }]);
  await sql`alter table changing alter column value type text`.execute(db);
  expect(await read()).toEqual([{ value: "7" }]);
});

it("is unavailable while the Unix socket of its server does not exist", async () => {
  const url = withParameter(database.url, "host", "/var/empty/wrapsody");
  const { db, close } = openDatabase({ url, size: 1, onError: () => undefined });
  onTestFinished(close);
  const failure = await sql`select 1`.execute(db).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseUnavailableError);
  expect(failure).toHaveProperty("cause.code", "ENOENT");
});
