import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { stretchTimeout } from "../timeouts.ts";
import { type Executor, SESSION_SETTINGS, sql } from "./database.ts";
import { describeServerError } from "./database-errors.ts";
import { listMigrationFiles, type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import { isTransactionPooled } from "./pooler.ts";

/** Advisory lock key shared by all nodes. */
const migrationLock = 7_229_411;

/** For a connection and for its first statement, so that a server that hangs is reported within 15 seconds. */
const CONNECTION_TIMEOUT_MS = 5_000;
/** Waits for another node, whose migration may rewrite a large table. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000;
/** Short, because a migration that waits for a table blocks all later queries of that table. */
const TABLE_LOCK_TIMEOUT_MS = 5_000;
const TABLE_LOCK_PAUSE_MS = 1_000;
const TABLE_LOCK_ATTEMPTS = 10;
const LOCK_NOT_AVAILABLE = "55P03";
/** The first version with `uuidv7`. */
const MIN_SERVER_VERSION = 18;

class MigrationError extends Error {
  override name = "MigrationError";
}

export type MigrateOptions = {
  /** The variable that the URL comes from, for error messages. */
  variable?: "DATABASE_URL" | "DATABASE_DIRECT_URL";
  /** The folder of the files. */
  folder?: string;
  tableLockTimeoutMs?: number;
  /** Other connections go through a pooler, so the settings of sessions are stored on the role. */
  isPooled?: boolean;
  /** Set by a restore, which runs the migrations that the backup has before the others. */
  restore?: { only: ReadonlySet<string> | undefined };
};

/**
 * Runs the pending files of `server/migrations` in order, each in its own transaction, under an advisory lock.
 * Rejects a file that was changed after it ran. Returns the names of the files that ran.
 *
 * @throws MigrationError if the URL leads to a pooler in transaction mode, a later version ran a contract migration, or a restore
 * of the database did not finish
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { variable = "DATABASE_URL", isPooled = false, folder, restore } = options;
  const { tableLockTimeoutMs = TABLE_LOCK_TIMEOUT_MS } = options;
  const files = await readMigrationFiles(folder);
  return withClient(url, variable, async (client) => {
    await checkServer(client, { url, variable });
    // The role may have defaults for sessions that serve requests.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await lockMigrations(client);
    await client.query(`set lock_timeout = ${tableLockTimeoutMs}`);
    if (restore === undefined) await checkRestore(client);
    if (isPooled) await setRoleDefaults(client);
    await client.query(
      "create table if not exists schema_migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())",
    );
    const applied = await readApplied(client);
    checkContracts(applied, files);
    const isWanted = ({ name }: MigrationFile) => restore?.only?.has(name) ?? true;
    return await runMissing(client, applied, files.filter(isWanted));
  });
}

type MigrationState = {
  name: string;
  /** `unknown`: a later version ran it. `changed`: this version has another text for it. */
  state: "applied" | "waiting" | "unknown" | "changed";
  isContract: boolean;
  /** ISO 8601; undefined if it waits. */
  ranAt: string | undefined;
};

/** Lists the migrations of this version and of the database by name, without running any. */
export async function readMigrations(
  url: string,
  { folder }: MigrateOptions = {},
): Promise<MigrationState[]> {
  const files = await readMigrationFiles(folder);
  const applied = await withClient(url, "DATABASE_URL", async (client) => {
    const { rows } = await client.query("select from pg_class where oid = to_regclass('schema_migration')");
    return rows.length === 0 ? new Map<string, AppliedMigration>() : readApplied(client);
  });
  const unknown = [...applied.values()].filter(({ name }) => files.every((file) => file.name !== name));
  const own = files.map(({ name, checksum, isContract }): MigrationState => {
    const before = applied.get(name);
    if (before === undefined) return { name, state: "waiting", isContract, ranAt: undefined };
    return {
      name,
      state: before.checksum === checksum ? "applied" : "changed",
      isContract,
      ranAt: before.ranAt,
    };
  });
  return [
    ...own,
    ...unknown.map(({ name, isContract, ranAt }) => ({ name, state: "unknown" as const, isContract, ranAt })),
  ].sort((a, b) => a.name.localeCompare(b.name));
}

let fileNames: Promise<string[]> | undefined;

/** Lists the migrations of this version that the database lacks. */
export async function listPendingMigrations(db: Executor): Promise<string[]> {
  fileNames ??= listMigrationFiles();
  const names = await fileNames;
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) f(name) where not exists (select from schema_migration m where m.name = f.name)`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function withClient<Result>(
  url: string,
  variable: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "wrapsody-migrate",
    connectionTimeoutMillis: stretchTimeout(CONNECTION_TIMEOUT_MS),
  });
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  client.on("error", () => undefined);
  try {
    await connectClient(client, variable);
    return await run(client);
  } finally {
    await client.end();
  }
}

/** @throws MigrationError if the server cannot be reached, or accepts connections but does not respond */
async function connectClient(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.connect();
    const first = { text: "select", query_timeout: stretchTimeout(CONNECTION_TIMEOUT_MS) };
    await client.query(first);
  } catch (error) {
    throw new MigrationError(
      `The database at ${client.host}:${client.port} cannot be used (${variable}): ${describeServerError(error)}.`,
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
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new MigrationError(
      `Another node has been migrating the database for ${MIGRATION_LOCK_TIMEOUT_MS / 1_000} seconds. Start this node again when it is done.`,
      { cause: error },
    );
  }
}

type AppliedMigration = { name: string; checksum: string; isContract: boolean; ranAt: string };

/** By name. The column `is_contract` is missing until its migration has run. */
async function readApplied(client: pg.Client): Promise<Map<string, AppliedMigration>> {
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum, coalesce((to_jsonb(m) ->> 'is_contract')::boolean, false) as "isContract",
       to_char(ran_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "ranAt"
     from schema_migration m`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** @throws MigrationError if a later version ran a contract migration */
function checkContracts(
  applied: ReadonlyMap<string, AppliedMigration>,
  files: readonly MigrationFile[],
): void {
  const known = new Set(files.map(({ name }) => name));
  const contract = [...applied.values()].find(({ name, isContract }) => isContract && !known.has(name));
  if (contract !== undefined)
    throw new MigrationError(
      `A later version has removed what this version needs from the database (contract migration ${contract.name}); start that version or a later one.`,
    );
}

/** @throws MigrationError if a restore of this database did not finish */
async function checkRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from pg_class where oid = to_regclass('public.restore_progress')",
  );
  if (rows.length > 0)
    throw new MigrationError(
      "A restore of this database did not finish. Run “npm run wrapsody -- restore” again.",
    );
}

async function runMissing(
  client: pg.Client,
  applied: ReadonlyMap<string, AppliedMigration>,
  files: readonly MigrationFile[],
): Promise<string[]> {
  const ranNow: string[] = [];
  for (const file of files) {
    const before = applied.get(file.name);
    if (before?.checksum === file.checksum) continue;
    if (before !== undefined)
      throw new MigrationError(`${file.name} was changed after it ran on this database.`);
    await runOne(client, file);
    ranNow.push(file.name);
  }
  return ranNow;
}

/** Retries while another session uses a table that the migration locks. */
async function runOne(client: pg.Client, file: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query("begin");
    try {
      await client.query(file.text);
      await insertMigration(client, file);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (isLockTimeout(error) && attempt < TABLE_LOCK_ATTEMPTS) {
        await sleep(TABLE_LOCK_PAUSE_MS);
        continue;
      }
      throw new MigrationError(
        `${file.name} failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

async function insertMigration(
  client: pg.Client,
  { name, checksum, isContract }: MigrationFile,
): Promise<void> {
  await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
  if (isContract)
    await client.query("update schema_migration set is_contract = true where name = $1", [name]);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
