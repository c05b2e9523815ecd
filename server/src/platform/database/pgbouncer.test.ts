import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { type PgBouncer, startPgBouncer } from "../../testing/database/pgbouncer.ts";
import { query, withDatabase } from "../../testing/database/setup.ts";
import { tryWithAdvisoryLock } from "./advisory-lock.data.ts";
import { type Database, openDatabase, sql } from "./database.ts";
import { migrate } from "./migrate.ts";
import { checkPooler, isTransactionPooled } from "./pooler.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
let database: TestDatabase;
let pooler: PgBouncer;
let pooled: { db: Database; close(): Promise<void> };

beforeAll(async () => {
  database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `alter database ${name} set timezone = 'America/New_York'`);
  await query(database.url, `alter role current_user in database ${name} set statement_timeout = '20s'`);
  pooler = await startPgBouncer({ databaseUrl: database.url, poolSize: 4 });
  pooled = openDatabase({
    url: pooler.url,
    size: 8,
    onError: () => undefined,
    isPooled: true,
    isPrepared: false,
  });
});
afterAll(async () => {
  await pooled?.close();
  await pooler?.stop();
  await database?.close();
});

/** Starts PgBouncer for one check. */
async function behind<Result>(
  options: Omit<Parameters<typeof startPgBouncer>[0], "databaseUrl">,
  check: (url: string) => Promise<Result>,
): Promise<Result> {
  const other = await startPgBouncer({ databaseUrl: database.url, ...options });
  try {
    return await check(other.url);
  } finally {
    await other.stop();
  }
}

describe("a pooler in transaction mode", () => {
  it("is found with any number of connections, unlike one in session mode", async () => {
    expect(await isTransactionPooled(database.url)).toBe(false);
    expect(await isTransactionPooled(pooler.url)).toBe(true);
    const settings = { server_round_robin: "1" };
    for (const poolSize of [1, 8])
      expect(await behind({ poolSize, settings }, isTransactionPooled)).toBe(true);
    // A probe waits for the only connection.
    vi.stubEnv("TIMEOUT_FACTOR", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const poolSize of [1, 8])
      expect(await behind({ poolSize, poolMode: "session" }, isTransactionPooled)).toBe(false);
  });

  it("is found while others use it", async () => {
    let isDone = false;
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isDone) await sql`select pg_sleep(0.002)`.execute(pooled.db);
      }),
    );
    expect(await isTransactionPooled(pooler.url)).toBe(true);
    isDone = true;
    await load;
  });

  it("is refused where a session is needed", async () => {
    await expect(migrate(pooler.url)).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler in transaction mode at 127\.0\.0\.1:\d+; set DATABASE_DIRECT_URL/,
    );
    await expect(migrate(pooler.url, { variable: "DATABASE_DIRECT_URL" })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to/,
    );
    expect(await migrate(database.url)).toEqual([]);
  });

  it("is refused if it leads elsewhere or loses named statements", async () => {
    const directUrl = database.url;
    await checkPooler({ url: pooler.url, directUrl, isPrepared: false });
    await expect(checkPooler({ url: pooler.url, directUrl, isPrepared: true })).rejects.toThrow(
      "set DATABASE_PREPARED=0",
    );
    const other = withDatabase(pooler.url, new URL(process.env.TEST_DATABASE_URL ?? "").pathname.slice(1));
    await expect(checkPooler({ url: other, directUrl, isPrepared: false })).rejects.toThrow(
      "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.",
    );
    const closed = "postgres://a:hunter2@127.0.0.1:1/a";
    await expect(checkPooler({ url: closed, directUrl, isPrepared: false })).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1 cannot be used \(DATABASE_URL\): (?!.*hunter2)/,
    );
  });

  it("is never asked for a session-level lock", async () => {
    const users: string[] = [];
    for (const folder of ["server/src", "demo"]) {
      const names = await readdir(`${root}${folder}`, { recursive: true });
      for (const name of names.filter((each) => each.endsWith(".ts") && !each.endsWith(".test.ts"))) {
        const text = await readFile(`${root}${folder}/${name}`, "utf8");
        if (/pg_(try_)?advisory_(un)?lock\b/.test(text)) users.push(name);
      }
    }
    // Both have connections of their own to PostgreSQL.
    expect(users.sort()).toEqual(["features/chain/local/chain-lock.data.ts", "platform/database/migrate.ts"]);
  });

  it("lets one caller at a time have an advisory lock", { retry: 0 }, async () => {
    const { db } = pooled;
    const tryLock = (run: () => Promise<void>) => tryWithAdvisoryLock(db, sql`77::bigint`, run);
    const isRun = await tryLock(async () => {
      const others = await Promise.all(Array.from({ length: 3 }, () => tryLock(async () => undefined)));
      expect(others).toEqual([false, false, false]);
      expect(await tryWithAdvisoryLock(db, sql`78::bigint`, async () => undefined)).toBe(true);
    });
    expect(isRun).toBe(true);
    await expect(tryLock(() => Promise.reject(new Error("stopped")))).rejects.toThrow("stopped");
    expect(await tryLock(async () => undefined)).toBe(true);
  });

  it("keeps the settings of sessions: UTC per client, limits by the role", async () => {
    await migrate(database.url, { isPooled: true });
    const read = async (db: Database) => {
      const { rows } = await sql<Record<string, string>>`
        select pg_sleep(0.01)::text, current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle,
          '2026-01-02 03:04:05Z'::timestamptz as moment`.execute(db);
      return rows[0];
    };
    await behind({ poolSize: 2 }, async (url) => {
      // Another client of the same server connections, in the time zone of the database.
      const plain = openDatabase({
        url,
        size: 4,
        onError: () => undefined,
        isPooled: true,
        isPrepared: false,
      });
      const foreign = async () => {
        await sql`set timezone = 'Asia/Tokyo'`.execute(plain.db);
      };
      await Promise.all([foreign(), foreign()]);
      const { db, close } = openDatabase({
        url,
        size: 6,
        onError: () => undefined,
        isPooled: true,
        isPrepared: false,
      });
      for (const settings of await Promise.all(Array.from({ length: 12 }, () => read(db))))
        expect(settings).toMatchObject({
          zone: "UTC",
          // The operator's own value stays.
          statement: "20s",
          idle: "1min",
          moment: "2026-01-02T03:04:05Z",
        });
      await Promise.all([close(), plain.close()]);
    });
  });
});
