import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMonitoring } from "../monitoring.ts";
import { type Database, openDatabase, sql } from "../platform/database/database.ts";
import { openReplica, type Replica } from "../platform/database/replica.ts";
import { openWatchedDatabase } from "../platform/database/watched-database.ts";
import { type Listener, listenForInvalidations } from "../platform/pages/invalidation-listener.ts";
import { invalidatePages } from "../platform/pages/page-invalidation.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { startPgBouncer } from "../testing/database/pgbouncer.ts";
import { queryServer, startPrimary, startReplica, type TestServer } from "../testing/database/replica.ts";
import { addSong } from "../testing/fixtures/songs.ts";
import { controlTimeouts, type TimeoutControl } from "../testing/timeouts.ts";

/** The limit of a check is longer than in production, because other tests use the same processors. */
const timing = { probeMs: 200, timeoutMs: 9_000 };
/** Selects the limits of checks and new connections that depend on `timing`. No other limit is as long. */
const isLimit = (ms: number) => ms === timing.timeoutMs;

let timeouts: TimeoutControl;
let database: TestDatabase;
let servers: { primary: TestServer; replica: TestServer };
let main: ReturnType<typeof openDatabase>;
const isAvailable = () => true;
let replica: Replica;
let app: FastifyInstance;
let listener: Listener;
beforeAll(async () => {
  timeouts = controlTimeouts();
  database = await testDatabase();
  const primary = await startPrimary();
  servers = { primary, replica: await startReplica(primary) };
  main = openDatabase({ url: primary.url, size: 8, onError: () => undefined });
  const { context } = database;
  const options = {
    size: 8,
    onError: () => undefined,
    primary: { ...main, isAvailable },
    log: context.log,
    timing,
  };
  replica = openReplica({ ...options, url: servers.replica.url });
  const replicated = { ...context, db: main.db, replica: replica.db };
  app = await createServer(replicated, {
    site: false,
    monitoring: createMonitoring(replicated, { replica }),
  });
  listener = listenForInvalidations({
    url: servers.primary.url,
    log: context.log,
    changed({ position }) {
      if (position === undefined) replica.requireLatest();
      else replica.requirePosition(position);
    },
  });
});
afterAll(async () => {
  await listener.close();
  await app.close();
  await replica.close();
  await main.close();
  await servers.replica.close();
  await servers.primary.close();
  await database.close();
  timeouts.restore();
});

beforeEach(async () => {
  await expect.poll(isOnReplica).toBe(true);
});

async function isOnReplica(): Promise<boolean> {
  const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(
    replica.db,
  );
  return rows[0]?.is_replica ?? false;
}

async function get(path: string) {
  const response = await app.inject(`/api/v1/${path}`);
  return { status: response.statusCode, body: response.json().body };
}

/** Lists what health reports of the database. No worker runs, which it reports after a minute. */
async function readIssues() {
  const { body } = await get("health");
  return body.degraded.filter(({ part }: { part: string }) => part === "database");
}
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const unavailable = { part: "database", of: "replica", kind: "REPLICA_UNAVAILABLE", since: iso };

describe("reads", () => {
  test("use the primary while the replica is stopped, which health reports, and the replica when it is back", async () => {
    const song = await addSong(main.db);
    expect(await readIssues()).toEqual([]);
    await servers.replica.stop();
    for (let call = 0; call < 3; call += 1) expect((await get(`song/${song}`)).status).toBe(200);
    expect(await isOnReplica()).toBe(false);
    await expect.poll(readIssues).toEqual([unavailable]);
    await servers.replica.start();
    await expect.poll(isOnReplica).toBe(true);
    expect(await readIssues()).toEqual([]);
    const { body } = await app.inject("/metrics");
    expect(body).toContain("wrapsody_replica_used 1");
    expect(body).toMatch(/wrapsody_replica_lag_seconds [\d.e-]+/);
  });

  test("use the primary while the replica hangs, also statements that wait for it", async () => {
    const waiting = sql<{ n: number }>`select 1 as n from pg_sleep(0.3)`.execute(replica.db);
    await expect.poll(() => replica.pool.totalCount - replica.pool.idleCount).toBe(1);
    await servers.replica.freeze();
    const answers = Promise.all([waiting, get("songs")]);
    const [{ rows }, songs] = await timeouts.expireDuring(answers, isLimit);
    expect(rows).toEqual([{ n: 1 }]);
    expect(songs.status).toBe(200);
    expect(await isOnReplica()).toBe(false);
    expect(await readIssues()).toEqual([unavailable]);
    await servers.replica.resume();
    await expect.poll(isOnReplica).toBe(true);
    expect(await readIssues()).toEqual([]);
  });

  test("fail while the primary hangs behind PgBouncer, and the replica may be late", async () => {
    const { log } = database.context;
    const pooler = await startPgBouncer({ databaseUrl: servers.primary.url });
    const options = { size: 8, onError: () => undefined, connectionTimeoutMs: timing.timeoutMs };
    const watchTiming = { ...timing, retryMs: 100 };
    const pooled = { ...options, url: pooler.url, isPooled: true, isPrepared: false };
    const primary = openWatchedDatabase({ ...pooled, log, timing: watchTiming });
    const connected = vi.fn(primary.pool.options.onConnect);
    primary.pool.options.onConnect = connected;
    await sql`select 1`.execute(primary.db);
    await servers.primary.freeze();
    // Does not learn which position the primary has reached.
    const late = openReplica({ ...options, url: servers.replica.url, primary, log, timing });
    const read = () => sql`select 1`.execute(late.db);
    const readFailure = () => read().then(() => undefined, String);
    try {
      const first = readFailure();
      await expect.poll(() => primary.pool.idleCount).toBe(0);
      const second = readFailure();
      // PgBouncer accepts its connection.
      await expect.poll(() => connected.mock.calls.length).toBe(2);
      for (const failure of await timeouts.expireDuring(Promise.all([first, second]), isLimit))
        expect(failure).toMatch(/the database is unavailable: /);
      await expect.poll(primary.isAvailable).toBe(false);
      await expect(read()).rejects.toThrow("the database is unavailable: the server does not respond");
    } finally {
      await servers.primary.resume();
    }
    await expect
      .poll(() =>
        read().then(
          ({ rows }) => rows.length,
          () => 0,
        ),
      )
      .toBe(1);
    await late.close();
    await primary.close();
    await pooler.stop();
  });

  test("report an error of their statement, but not that they have no replica", async () => {
    await expect(sql`select 1 / 0`.execute(replica.db)).rejects.toThrow("division by zero");
    await expect(replica.db.transaction().execute(isInTransaction)).rejects.toThrow("run on the primary");
    expect(await isOnReplica()).toBe(true);
  });
});

async function isInTransaction(tx: Database): Promise<void> {
  await sql`select 1`.execute(tx);
}

describe("while the replica is late", () => {
  beforeEach(async () => {
    await queryServer(servers.replica, "select pg_wal_replay_pause()");
  });
  afterEach(async () => {
    await queryServer(servers.replica, "select pg_wal_replay_resume()");
  });

  test("what it does not have yet is read from the primary", async () => {
    const song = await addSong(main.db, { name: "Early" });
    expect(await isOnReplica()).toBe(true);
    const { status, body } = await get(`song/${song}`);
    expect([status, body.song.name]).toEqual([200, "Early"]);
    expect((await app.inject(`/cards/wrap/${song}.png`)).statusCode).toBe(200);
    expect((await get("song/999999")).status).toBe(404);
  });

  test("a change is seen on every node, and the replica is used again when it has the change", async () => {
    const song = await addSong(main.db, { name: "Before" });
    await main.db.transaction().execute(async (tx) => {
      await sql`update song set name = 'After' where id = ${song}`.execute(tx);
      await invalidatePages(tx, [`song:${song}`]);
    });
    await expect.poll(() => replica.isUsed()).toBe(false);
    expect((await get(`song/${song}`)).body.song.name).toBe("After");
    await queryServer(servers.replica, "select pg_wal_replay_resume()");
    await expect.poll(isOnReplica).toBe(true);
    expect((await get(`song/${song}`)).body.song.name).toBe("After");
  });
});
