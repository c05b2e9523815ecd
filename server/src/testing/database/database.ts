import { randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { BACKGROUND_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { registerFeatures } from "../../features.ts";
import { readConfig } from "../../platform/config/config.ts";
import type { Evm } from "../../platform/config/evm.ts";
import type { Clock, Context } from "../../platform/context.ts";
import { type Database, openDatabase } from "../../platform/database/database.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { createLog } from "../../platform/log.ts";
import { openMailer } from "../../platform/mail/open-mailer.ts";
import { createEncryption } from "../../platform/security/encryption.ts";
import { createSiteSettings } from "../../platform/site/site-settings.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";
import { registerFiles } from "../../platform/storage/registered-storage.ts";
import { addManySongs } from "../fixtures/songs.ts";
import { LARGE_TEMPLATE_SUFFIX, query, SERVER_FOLDER, withDatabase, withParameter } from "./setup.ts";

/**
 * A clock that stands still until it is moved. It starts at a whole second, so that the database and
 * JavaScript agree on its milliseconds.
 */
export type TestClock = Clock & { move(seconds: number): void };

export type TestDatabase = {
  context: Context & { clock: TestClock };
  /** The URL of this test's own database. */
  url: string;
  close(): Promise<void>;
};

/** The pools of the queue's runners by database, because a new pool for each run costs several new connections. */
const jobPools = new WeakMap<Database, pg.Pool>();

/** @throws Error unless the context is that of a test database */
export function getJobPool({ db }: Context): pg.Pool {
  const pool = jobPools.get(db);
  if (pool === undefined) throw new Error("The context has no test database.");
  return pool;
}

/** Creates a migrated, empty database and a context on it. `environment` sets configuration variables. */
export async function testDatabase(environment: Record<string, string> = {}): Promise<TestDatabase> {
  const { admin, template } = readServer();
  return cloneDatabase({ admin, template, environment });
}

/** Creates a database like `testDatabase` that has the 10,000 songs of `addManySongs`. All of them are copies of one. */
export async function largeTestDatabase(): Promise<TestDatabase> {
  const { admin, template } = readServer();
  return cloneDatabase({ admin, template: await prepareLargeTemplate(admin, template), environment: {} });
}

function readServer(): { admin: string; template: string } {
  const admin = process.env.TEST_DATABASE_URL;
  const template = process.env.TEST_DATABASE_TEMPLATE;
  if (admin === undefined || template === undefined)
    throw new Error("Tests with a database run under the global setup of vitest.config.ts.");
  return { admin, template };
}

const LARGE_TEMPLATE_LOCK = 7_229_499;

/** Returns the name of the template with songs, which the first caller of a run fills. */
async function prepareLargeTemplate(admin: string, template: string): Promise<string> {
  const large = `${template}${LARGE_TEMPLATE_SUFFIX}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    // The transaction only holds the lock; databases are created outside of one.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [LARGE_TEMPLATE_LOCK]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [large]);
    if (rowCount === 1) return large;
    const draft = `${large}_draft`;
    await query(admin, `drop database if exists ${draft}`);
    await query(admin, `create database ${draft} template ${template} strategy file_copy`);
    const { db, close } = openDatabase({
      url: withoutTimeLimits(withDatabase(admin, draft)),
      size: 1,
      onError: () => undefined,
    });
    await addManySongs(db, 10_000);
    await close();
    await query(admin, `alter database ${draft} rename to ${large}`);
    return large;
  } finally {
    await client.end();
  }
}

type CloneOptions = { admin: string; template: string; environment: Record<string, string> };

async function cloneDatabase({ admin, template, environment }: CloneOptions): Promise<TestDatabase> {
  // Another test file in the same worker may have registered its own handlers.
  registerFeatures();
  const name = `wrapsody_test_${randomBytes(6).toString("hex")}`;
  await queryServer(admin, `create database ${name} template ${template} strategy file_copy`);
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-files-"));
  const url = withDatabase(admin, name);
  // Long, because fifty concurrent callers wait for the last of them, on any machine.
  const { db, pool, close } = openDatabase({
    url: withoutTimeLimits(url),
    size: 10,
    onError: () => undefined,
    connectionTimeoutMs: BACKGROUND_TIMEOUT_MS,
  });
  const jobPool = new pg.Pool({ connectionString: url });
  jobPool.on("error", () => undefined);
  jobPool.on("connect", (client) => void client.on("error", () => undefined));
  jobPools.set(db, jobPool);
  const storage = registerFiles(await openDiskStorage(join(folder, "files")), db);
  const parts = {
    config: readConfig({
      NODE_ENV: "test",
      DATA_DIR: folder,
      DEMO: "0",
      LOG_LEVEL: "silent",
      ...environment,
    }),
    publicUrl: "http://localhost",
    db,
    clock: testClock(),
    log: createLog("silent"),
  };
  const mail = openMailer(parts);
  const site = createSiteSettings(parts);
  const encryption = createEncryption(randomBytes(32));
  const evm: Evm = { networks: new Map(), operatorKey: `0x${randomBytes(32).toString("hex")}` };
  const context = { ...parts, site, replica: db, storage, queue, mail: mail.mail, encryption, evm };
  return {
    context,
    url,
    async close() {
      mail.close();
      await jobPool.end();
      await close();
      // Kysely does not end a pool that it never used.
      if (!pool.ending) await pool.end();
      await storage.close();
      await deleteDatabase(admin, name);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Deletes a database, unless the server is deleted with all of them after the tests and its folder has room: deleting the files of one costs
 * as much as creating them. Ends its sessions in any case.
 */
async function deleteDatabase(admin: string, name: string): Promise<void> {
  const folder = process.env[SERVER_FOLDER];
  if (folder === undefined || !(await hasRoom(folder)))
    await queryServer(admin, `drop database ${name} with (force)`);
  else
    await queryServer(
      admin,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
}

/** Whether half of a file system is free. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, blocks, ffree, files } = await statfs(folder);
  return bavail > blocks / 2 && ffree >= files / 2;
}

/** The connection of this worker to the server of the test databases, and its address. */
let server: { url: string; pool: pg.Pool } | undefined;

/** Runs a statement on the server of the test databases, on one connection per worker. */
async function queryServer(url: string, statement: string): Promise<void> {
  if (server?.url !== url) {
    const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 });
    pool.on("error", () => undefined);
    server = { url, pool };
  }
  await server.pool.query(statement);
}

/** Replaces the time limits of the program's sessions, which a statement may exceed on a slow machine. */
function withoutTimeLimits(url: string): string {
  return withParameter(
    url,
    "options",
    `-c timezone=UTC -c statement_timeout=${BACKGROUND_TIMEOUT_MS} -c idle_in_transaction_session_timeout=${BACKGROUND_TIMEOUT_MS}`,
  );
}

function testClock(): TestClock {
  let now = Math.floor(Date.now() / 1000) * 1000 + 123;
  return {
    now: () => new Date(now),
    move(seconds) {
      now += Math.round(seconds * 1000);
    },
  };
}
