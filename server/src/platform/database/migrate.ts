import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type Executor, SESSION_SETTINGS, sql } from "./database.ts";
import { isTransactionPooled } from "./pooler.ts";

const folder = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** Advisory lock key shared by all nodes. */
const migrationLock = 7_229_411;

const CONNECTION_TIMEOUT_MS = 10_000;
/** Waits for another node, whose migration may rewrite a large table. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000;
/** Short, because a migration that waits for a table blocks all later queries of that table. */
const TABLE_LOCK_TIMEOUT_MS = 5_000;
const TABLE_LOCK_ATTEMPTS = 10;
const TABLE_LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = "55P03";
/** The first version with `uuidv7`. */
const MIN_SERVER_VERSION = 18;

class MigrationError extends Error {
  override name = "MigrationError";
}

export type MigrateOptions = {
  /** The variable that the URL comes from, for error messages. */
  variable?: "DATABASE_URL" | "DATABASE_DIRECT_URL";
  /** Other connections go through a pooler, so the settings of sessions are stored on the role. */
  isPooled?: boolean;
};

/**
 * Runs the pending files of `server/migrations` in order, each in its own transaction, under an advisory lock.
 * Rejects a file that was changed after it ran. Returns the names of the files that ran.
 *
 * @throws MigrationError if the URL leads to a pooler in transaction mode
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { variable = "DATABASE_URL", isPooled = false } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: "wrapsody-migrate",
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  client.on("error", () => undefined);
  await connect(client, variable);
  try {
    await checkServer(client, { url, variable });
    // The role may have defaults for sessions that serve requests.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await lockMigrations(client);
    if (isPooled) await setRoleDefaults(client);
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

async function connect(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new MigrationError(
      `The database at ${client.host}:${client.port} cannot be used (${variable}): ${reason}`,
      { cause: error },
    );
  }
}

/** @throws MigrationError for a server that is too old, or a pooler in transaction mode */
async function checkServer(
  client: pg.Client,
  { url, variable }: { url: string; variable: string },
): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  );
  const [server] = rows;
  if (server !== undefined && Math.floor(Number(server.number) / 10_000) < MIN_SERVER_VERSION)
    throw new MigrationError(
      `PostgreSQL ${MIN_SERVER_VERSION} or later is required; the server at ${client.host}:${client.port} (${variable}) is version ${server.version}.`,
    );
  if (await isTransactionPooled(url))
    throw new MigrationError(
      `${variable} leads to a connection pooler in transaction mode at ${client.host}:${client.port}; set DATABASE_DIRECT_URL to PostgreSQL itself or to a pooler in session mode.`,
    );
}

/**
 * Stores the settings of sessions as defaults of the role in this database, because poolers refuse startup parameters.
 * Values that the operator has set stay.
 */
async function setRoleDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select split_part(setting, '=', 1) as name
     from pg_db_role_setting, unnest(setconfig) setting
     where setrole in (0, (select oid from pg_roles where rolname = current_user))
       and setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
  );
  const present = rows.map(({ name }) => name.toLowerCase());
  const { rows: named } = await client.query<{ database: string }>("select current_database() as database");
  const database = client.escapeIdentifier(named[0]?.database ?? "");
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    if (!present.includes(name))
      await client.query(`alter role current_user in database ${database} set ${name} = '${value}'`);
}

/** @throws MigrationError if another node does not finish its migrations in time */
async function lockMigrations(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(`set lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new MigrationError(
      `Another node has been migrating the database for ${MIGRATION_LOCK_TIMEOUT_MS / 1_000} seconds. Start this node again when it is done.`,
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

/** Retries while another session uses a table that the migration locks. */
async function runOne(client: pg.Client, name: string, text: string, checksum: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query("begin");
    try {
      await client.query(text);
      await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (isLockTimeout(error) && attempt < TABLE_LOCK_ATTEMPTS) {
        await sleep(TABLE_LOCK_PAUSE_MS);
        continue;
      }
      throw new MigrationError(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
