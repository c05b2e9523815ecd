import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type Executor, sql } from "./database.ts";

const folder = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** Advisory lock key shared by all nodes. */
const migrationLock = 7_229_411;

const CONNECTION_TIMEOUT_MS = 10_000;
/** A migration of another node may rewrite a large table, but must not block its readers for longer. */
const LOCK_TIMEOUT_MS = 60_000;
const LOCK_NOT_AVAILABLE = "55P03";
/** The first version with `uuidv7`. */
const MIN_SERVER_VERSION = 18;

class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Runs the pending files of `server/migrations` in order, each in its own transaction, under an advisory lock.
 * Rejects a file that was changed after it ran. Returns the names of the files that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "wrapsody-migrate",
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  client.on("error", () => undefined);
  await connect(client);
  try {
    await checkVersion(client);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await lockMigrations(client);
    await client.query(
      "create table if not exists schema_migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())",
    );
    const ran = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migration",
    );
    const appliedChecksums = new Map(ran.rows.map((row) => [row.name, row.checksum]));
    return await runMissing(client, appliedChecksums);
  } finally {
    await client.end();
  }
}

let fileNames: Promise<string[]> | undefined;

/** Lists the migrations of this version that the database lacks. */
export async function listPendingMigrations(db: Executor): Promise<string[]> {
  fileNames ??= listFiles();
  const names = await fileNames;
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) f(name) where not exists (select from schema_migration m where m.name = f.name)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function listFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new MigrationError(
      `The database at ${client.host}:${client.port} cannot be used (DATABASE_URL): ${reason}`,
      { cause: error },
    );
  }
}

/** @throws MigrationError for a server that is too old */
async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server !== undefined && Math.floor(Number(server.number) / 10_000) < MIN_SERVER_VERSION)
    throw new MigrationError(
      `PostgreSQL ${MIN_SERVER_VERSION} or later is required; the server at ${client.host}:${client.port} (DATABASE_URL) is version ${server.version}.`,
    );
}

/** @throws MigrationError if another node does not finish its migrations in time */
async function lockMigrations(client: pg.Client): Promise<void> {
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new MigrationError(
      `Another node has been migrating the database for ${LOCK_TIMEOUT_MS / 1_000} seconds. Start this node again when it is done.`,
      { cause: error },
    );
  }
}

async function runMissing(client: pg.Client, appliedChecksums: Map<string, string>): Promise<string[]> {
  const names = await listFiles();
  const ranNow: string[] = [];
  for (const name of names) {
    const text = await readFile(`${folder}${name}`, "utf8");
    const checksum = createHash("sha256").update(text).digest("hex");
    const before = appliedChecksums.get(name);
    if (before === checksum) continue;
    if (before !== undefined) throw new MigrationError(`${name} was changed after it ran on this database.`);
    await runOne(client, name, text, checksum);
    ranNow.push(name);
  }
  return ranNow;
}

async function runOne(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new MigrationError(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
