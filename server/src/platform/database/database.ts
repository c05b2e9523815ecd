import { createHash, randomUUID } from "node:crypto";
import { CompiledQuery, Kysely, type RawBuilder, sql } from "kysely";
import pg from "pg";
import { stretchTimeout } from "../timeouts.ts";
import { CommitDialect } from "./after-commit.ts";
import { columnTypes, queryPrepared, type Result } from "./query-results.ts";

/**
 * Queries are written as SQL in each feature's `data.ts` (`sql` of kysely binds every value), so the schema is not
 * described a second time in TypeScript.
 */
export type Database = Kysely<Record<string, never>>;
/** A database or a transaction, for functions that must not open their own transaction. */
export type Executor = Database;

export { sql };

/** A compiled statement; values are passed in the order of its parameters. */
export type Statement<Row> = (db: Executor, ...values: readonly unknown[]) => Promise<Row[]>;

/** The pool of each database. A transaction has none. */
const pools = new WeakMap<Executor, pg.Pool>();

/**
 * Compiles a statement once; `null` marks each parameter. Outside of a transaction it takes a connection without kysely, whose layers
 * cost as much as the driver. For hot queries only.
 */
export function statement<Row>(text: RawBuilder<Row>): Statement<Row> {
  let compiled: { sql: string; parameters: readonly unknown[] } | undefined;
  return async (db, ...values) => {
    compiled ??= text.compile(db);
    if (values.length !== compiled.parameters.length)
      throw new Error(`expected ${compiled.parameters.length} statement parameters, got ${values.length}`);
    const pool = pools.get(db);
    const { rows }: { rows: Row[] } =
      pool === undefined
        ? await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, [...values]))
        : await executeOn(pool, compiled.sql, [...values]);
    return rows;
  };
}

/** Executes a statement on any connection of a pool. */
export async function executeOn(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    return await client.query(text, values);
  } finally {
    client.release();
  }
}

/** Wait for a free or new connection. */
const CONNECTION_TIMEOUT_MS = 10_000;

/** Creates an `application_name` of database sessions. Workers end the sessions of a dead worker by this name. */
export function createSessionName(): string {
  return `wrapsody ${randomUUID()}`;
}

/** The `application_name` of the sessions of this process, but for those of its workers. */
export const sessionName = createSessionName();

/** The settings of every session. `migrate` stores them on the role for sessions behind a pooler. */
export const SESSION_SETTINGS = {
  timezone: "UTC",
  statement_timeout: "30000",
  idle_in_transaction_session_timeout: "60000",
} as const;

export type DatabaseOptions = {
  url: string;
  /** The maximum number of connections. */
  size: number;
  onError: (error: Error) => void;
  connectionTimeoutMs?: number;
  /** The URL may lead to a pooler such as PgBouncer in transaction mode, which refuses startup parameters. */
  isPooled?: boolean;
  /** False: unnamed statements, for poolers that do not support named ones. */
  isPrepared?: boolean;
};

export function openPool(options: DatabaseOptions): pg.Pool {
  const { isPooled = false, connectionTimeoutMs = stretchTimeout(CONNECTION_TIMEOUT_MS) } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    types: columnTypes,
    ...(isPooled
      ? { onConnect: createTimeZoneSetter(connectionTimeoutMs) }
      : { options: toStartupOptions(SESSION_SETTINGS) }),
    application_name: sessionName,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  pool.on("error", options.onError);
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Opens a pool that prepares each statement once per connection. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = openPool(options);
  const db = createKysely(toKyselyPool(pool, options));
  return { db, pool, close: () => db.destroy() };
}

export type OpenDatabase = { db: Database; pool: pg.Pool; close(): Promise<void> };

export function createKysely(pool: pg.Pool): Database {
  const db: Database = new Kysely({ dialect: new CommitDialect({ pool }, () => db) });
  pools.set(db, pool);
  return db;
}

function toStartupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/**
 * Returns a function that sets the time zone of a new connection to PgBouncer, which remembers it for each client, unlike other settings,
 * and applies it before each transaction. The limit of a connection does not cover it, and PgBouncer accepts connections while the server
 * behind it hangs.
 */
export function createTimeZoneSetter(timeoutMs: number): (client: pg.ClientBase) => Promise<void> {
  const query = { text: `set timezone = '${SESSION_SETTINGS.timezone}'`, query_timeout: timeoutMs };
  return async (client) => void (await client.query(query));
}

type KyselyPoolOptions = Pick<DatabaseOptions, "isPrepared"> & {
  /** False: new connections are refused, because the server is known not to respond. */
  isAvailable?: () => boolean;
};

/**
 * Wraps a pool for kysely: each distinct text becomes a named prepared statement, up to a limit. Failures of the server are
 * thrown as DatabaseUnavailableError.
 */
export function toKyselyPool(
  pool: pg.Pool,
  { isPrepared = true, isAvailable = () => true }: KyselyPoolOptions,
): pg.Pool {
  const nameOf = isPrepared ? createStatementNames() : () => undefined;
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const wrap = (client: pg.PoolClient): pg.PoolClient =>
    replaceMember(client, "query", (text: string, values?: unknown[]) => {
      const name = values && nameOf(text);
      const result: Promise<Result> =
        values && name ? queryPrepared(client, { name, text, values }) : client.query(text, values);
      return result.catch(rethrow);
    });
  return replaceMember(pool, "connect", async () => {
    if (!isAvailable()) throw new DatabaseUnavailableError(new Error("the server does not respond"));
    const client = await pool.connect().catch(rethrow);
    const wrappedClient = wrapped.get(client) ?? wrap(client);
    wrapped.set(client, wrappedClient);
    return wrappedClient;
  });
}

const MAX_PREPARED_STATEMENTS = 500;

function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const cachedName = names.get(text);
    if (cachedName !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return cachedName;
    const name = createHash("sha256").update(text).digest("hex").slice(0, 24);
    names.set(text, name);
    return name;
  };
}

/** Returns a view of an object in which one method is replaced. */
export function replaceMember<Target extends object>(
  object: Target,
  name: keyof Target & string,
  replacement: unknown,
): Target {
  return new Proxy(object, {
    get(target, property) {
      if (property === name) return replacement;
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The database, or the connection to it, failed. The cause is the error of pg. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";

  constructor(cause: Error) {
    super(`the database is unavailable: ${cause.message || cause.name}`, { cause });
  }
}

function rethrow(error: unknown): never {
  throw error instanceof Error && (isConnectionFailure(error) || error.message === POOL_EXHAUSTED)
    ? new DatabaseUnavailableError(error)
    : error;
}

/** Messages of pg for connections that were lost or not made in time; these errors have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
const POOL_EXHAUSTED = "timeout exceeded when trying to connect";
const SYSTEM_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN"],
]);

/** Whether the server or the connection failed, rather than the statement. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // Connection exceptions, shutdown, crash, starting up, too many connections.
  if (error instanceof pg.DatabaseError) return /^(08|57P0[123]|53300)/.test(code);
  // The Unix socket of a server that starts again does not exist for an instant (ENOENT).
  const isRefused = "syscall" in error && error.syscall === "connect";
  return isRefused || SYSTEM_CODES.has(code) || LOST_CONNECTION.test(error.message);
}
