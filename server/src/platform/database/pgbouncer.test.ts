import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { type PgBouncer, startPgBouncer } from "../../testing/database/pgbouncer.ts";
import { openDatabase, sql } from "./database.ts";
import { isTransactionPooled, supportsNamedStatements } from "./pooler.ts";

let database: TestDatabase;
let pooler: PgBouncer;

beforeAll(async () => {
  database = await testDatabase();
  pooler = await startPgBouncer({ databaseUrl: database.url, poolSize: 4 });
});
afterAll(async () => {
  await pooler?.stop();
  await database?.close();
});

const withoutErrors = { size: 8, onError: () => undefined };

describe("a connection pooler", () => {
  it("is found in transaction mode, and not in session mode or without one", async () => {
    expect(await isTransactionPooled(database.url)).toBe(false);
    expect(await isTransactionPooled(pooler.url)).toBe(true);
    for (const poolSize of [1, 8]) {
      const sessions = await startPgBouncer({ databaseUrl: database.url, poolMode: "session", poolSize });
      expect(await isTransactionPooled(sessions.url)).toBe(false);
      await sessions.stop();
      const transactions = await startPgBouncer({
        databaseUrl: database.url,
        poolSize,
        settings: { server_round_robin: "1" },
      });
      expect(await isTransactionPooled(transactions.url)).toBe(true);
      await transactions.stop();
    }
  });

  it("is found in transaction mode while others use it", async () => {
    const { db, close } = openDatabase({
      url: pooler.url,
      ...withoutErrors,
      isPooled: true,
      isPrepared: false,
    });
    let isDone = false;
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isDone) await sql`select pg_sleep(0.002)`.execute(db);
      }),
    );
    expect(await isTransactionPooled(pooler.url)).toBe(true);
    isDone = true;
    await load;
    await close();
  });

  it("does not support named statements before PgBouncer 1.21", async () => {
    expect(await supportsNamedStatements(database.url)).toBe(true);
    expect(await supportsNamedStatements(pooler.url)).toBe(false);
  });
});
