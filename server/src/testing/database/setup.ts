import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../platform/database/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../platform/embedded/postgres.ts";
import { migrateQueue } from "../../platform/jobs/queue.ts";
import { createLog } from "../../platform/log.ts";
import { installEncoder } from "../media/masters.ts";

/** Test data need not survive a power failure. Cloning shares the pages of the template's files where it can. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  autovacuum: "off",
  file_copy_method: "clone",
};

/** Of the name of the template that has songs. */
export const LARGE_TEMPLATE_SUFFIX = "_large";

/** The variable with the folder of a server that is deleted after the tests. */
export const SERVER_FOLDER = "TEST_DATABASE_FOLDER";

const MEMORY_FOLDER = "/dev/shm";
const RUN_PREFIX = "wrapsody-run-";
const MIN_FREE_BYTES = 2 << 30;

/**
 * Runs once before all test files: starts a PostgreSQL unless TEST_DATABASE_URL names one, and migrates the
 * template of every test database. Returns the teardown.
 */
export async function setup(): Promise<() => Promise<void>> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  await enterRunFolder();
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-test-"));
  let postgres: EmbeddedPostgres | undefined;
  await installEncoder();
  if (databaseUrl === undefined) {
    postgres = await startPostgres({ dataDir: folder, settings });
    await shortenPasswordCheck(postgres.url);
    process.env[SERVER_FOLDER] = folder;
  }
  const admin = databaseUrl ?? postgres?.url ?? "";
  const template = `wrapsody_template_${process.pid}`;
  await query(admin, `create database ${template}`);
  await makeTemplate(withDatabase(admin, template));
  process.env.TEST_DATABASE_URL = admin;
  process.env.TEST_DATABASE_TEMPLATE = template;
  return async () => {
    for (const name of [template, `${template}${LARGE_TEMPLATE_SUFFIX}`])
      await query(admin, `drop database if exists ${name} with (force)`);
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/**
 * Gives this run a temporary folder of its own, in memory if this system has enough: a database consists of 700 files,
 * and creating them on a disk takes twenty times the processor time. Deletes the folders of runs that were killed.
 */
export async function enterRunFolder(): Promise<void> {
  if (process.env.TMPDIR?.includes(RUN_PREFIX)) return;
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  const isInMemory = process.env.TMPDIR === undefined && bavail * bsize > MIN_FREE_BYTES;
  const parent = isInMemory ? MEMORY_FOLDER : tmpdir();
  for (const name of await readdir(parent))
    if (name.startsWith(RUN_PREFIX) && !isRunning(Number(name.slice(RUN_PREFIX.length))))
      // A disk that a killed test mounted there stays.
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  const folder = join(parent, `${RUN_PREFIX}${process.pid}`);
  await mkdir(folder, { recursive: true });
  process.env.TMPDIR = folder;
  // Programs that tests start load their modules in two thirds of the time.
  process.env.NODE_COMPILE_CACHE ??= join(folder, "compiled");
  // A test meets a timeout of the program only if it tests it.
  process.env.TIMEOUT_FACTOR ??= "10";
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Stores the password of the server with one round instead of 4096, which each connection of a client costs a millisecond. */
async function shortenPasswordCheck(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await query(url, `set scram_iterations = 1; alter role ${username} password '${password}'`);
}

async function makeTemplate(url: string): Promise<void> {
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  await migrateQueue(pool, createLog("silent"));
  await pool.end();
  // The first connection after the migrations stores the system catalogue for the next ones, and all copies have it then.
  await query(url, "select 1");
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Adds a parameter of the connection, such as `options`. */
export function withParameter(url: string, name: string, value: string): string {
  const address = new URL(url);
  address.searchParams.set(name, value);
  // The driver keeps a plus sign.
  return address.href.replaceAll("+", "%20");
}

export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<object>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
