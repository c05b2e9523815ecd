import pg from "pg";
import { stretchTimeout } from "../timeouts.ts";
import { describeServerError } from "./database-errors.ts";

/**
 * A session pooler without a free connection makes a probe wait. The connection of a client that has one answers within
 * this time.
 */
const PROBE_TIMEOUT_MS = 2_500;
const MAX_PROBES = 4;
const DUPLICATE_STATEMENT = "42P05";
const UNKNOWN_STATEMENT = "26000";

/**
 * Checks whether sessions are shared by clients: a pooler such as PgBouncer in transaction mode gives a client a server
 * process for one transaction at a time. LISTEN, session-level locks and `set` do not work there.
 *
 * @throws Error if the database does not answer
 */
export async function isTransactionPooled(url: string): Promise<boolean> {
  return withClients(url, async (open) => {
    const client = await open();
    const own = await readBackendPid(client);
    // PostgreSQL itself names the process at the start of the connection. Poolers make a number up.
    if (Reflect.get(client, "processID") === own) return false;
    for (let probe = 0; probe < MAX_PROBES; probe += 1) {
      const other = await beginOnAnother(open);
      if (other === own) return true;
      const now = await readBackendPid(client).catch(() => undefined);
      // In session mode, the client keeps its process and never waits for one.
      if (now !== own) return true;
      if (other === undefined) return false;
    }
    return false;
  });
}

/** Opens a transaction on another connection. Returns its process, or undefined if the pooler has none free. */
async function beginOnAnother(open: () => Promise<pg.Client>): Promise<number | undefined> {
  try {
    const other = await open();
    await other.query("begin");
    return await readBackendPid(other);
  } catch {
    return undefined;
  }
}

/** A pooler that the program cannot use. */
class PoolerError extends Error {
  override name = "PoolerError";
}

/**
 * Checks the connection that requests use, which may go through a pooler.
 *
 * @throws PoolerError if it does not answer, leads to another database than the direct connection, or does not support
 * named statements although they are enabled
 */
export async function checkPooler(options: {
  url: string;
  directUrl: string;
  isPrepared: boolean;
}): Promise<void> {
  const { url, directUrl, isPrepared } = options;
  const { hostname, port } = new URL(url);
  const address = `${hostname}:${port || 5432}`;
  try {
    const [own, direct] = await Promise.all([readDatabaseId(url), readDatabaseId(directUrl)]);
    if (own !== direct)
      throw new PoolerError("DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.");
    if (isPrepared && !(await supportsNamedStatements(url)))
      throw new PoolerError(
        `The connection pooler at ${address} (DATABASE_URL) does not support named prepared statements; set DATABASE_PREPARED=0, or use PgBouncer 1.21 or later with max_prepared_statements.`,
      );
  } catch (error) {
    if (error instanceof PoolerError) throw error;
    throw new PoolerError(
      `The database at ${address} cannot be used (DATABASE_URL): ${describeServerError(error)}.`,
      { cause: error },
    );
  }
}

async function readDatabaseId(url: string): Promise<string> {
  return withClients(url, async (open) => {
    const { rows } = await (await open()).query<{ id: string }>(
      `select (select system_identifier from pg_control_system()) || '/' || oid as id
       from pg_database where datname = current_database()`,
    );
    return rows[0]?.id ?? "";
  });
}

/** Checks whether a named statement can be used by the connection that prepared it. */
async function supportsNamedStatements(url: string): Promise<boolean> {
  return withClients(url, async (open) => {
    const client = await open();
    const statement = { name: "wrapsody_probe", text: "select $1::int", values: [1] };
    try {
      await client.query(statement);
      const other = await open();
      await other.query("begin");
      await other.query(statement);
      await client.query(statement);
      return true;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === DUPLICATE_STATEMENT || code === UNKNOWN_STATEMENT) return false;
      throw error;
    }
  });
}

async function withClients<Result>(
  url: string,
  run: (open: () => Promise<pg.Client>) => Promise<Result>,
): Promise<Result> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: "wrapsody-probe",
      connectionTimeoutMillis: stretchTimeout(PROBE_TIMEOUT_MS),
      query_timeout: stretchTimeout(PROBE_TIMEOUT_MS),
    });
    // A lost connection rejects its query; without a listener, the error event would also crash the process.
    client.on("error", () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    return await run(open);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function readBackendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}
