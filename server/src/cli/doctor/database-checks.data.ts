import pg from "pg";
import type { Config } from "../../platform/config/config.ts";
import { openDatabase, sql } from "../../platform/database/database.ts";
import { readMigrations } from "../../platform/database/migrate.ts";
import { checkPooler, isTransactionPooled } from "../../platform/database/pooler.ts";
import { findUndeclaredProxies } from "../../platform/http/undeclared-proxies.data.ts";
import { describeUndeclaredProxy } from "../../platform/http/undeclared-proxies.ts";
import { CALL_TIMEOUT_MS, type Finding, fail, ok, warn } from "./findings.ts";

const MIN_VERSION = 18;
const MAX_LAG_SECONDS = 30;
const CLOCK_WARNING_SECONDS = 2;
const CLOCK_FAILURE_SECONDS = 30;

async function withClient<Result>(url: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "wrapsody-doctor",
    connectionTimeoutMillis: CALL_TIMEOUT_MS,
    query_timeout: CALL_TIMEOUT_MS,
  });
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await run(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}

type Server = {
  version: string;
  number: number;
  isReplica: boolean;
  role: string;
  mayCreate: boolean;
  hasTrigrams: boolean;
  connections: number;
};

/** Checks version, privileges and migrations of the database, and the pooler in front of it. */
export async function checkDatabase(url: string, { database }: Config): Promise<Finding[]> {
  const server = await withClient(url, async (client) => {
    const { rows } = await client.query<Server>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as number,
         pg_is_in_recovery() as "isReplica", current_user as role,
         has_database_privilege(current_database(), 'create') and has_schema_privilege(current_schema(), 'create') as "mayCreate",
         exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
         current_setting('max_connections')::int as connections`,
    );
    return rows[0];
  });
  if (server === undefined) return [fail("database", "no answer")];
  const findings: Finding[] = [];
  const { version, number, isReplica, role, mayCreate, hasTrigrams, connections } = server;
  if (number < MIN_VERSION)
    findings.push(fail("database", `PostgreSQL ${version}; ${MIN_VERSION} or later is required`));
  else if (isReplica) findings.push(fail("database", "the server is a replica and accepts no writes"));
  else findings.push(ok("database", `PostgreSQL ${version}`));
  if (!mayCreate)
    findings.push(fail("privileges", `the role ${role} may not create schemas and tables in this database`));
  else if (!hasTrigrams)
    findings.push(fail("privileges", "the extension pg_trgm is not installed on the server"));
  else findings.push(ok("privileges", `the role ${role} may create schemas and tables`));
  if (database.pool > connections / 2)
    findings.push(
      warn(
        "connections",
        `DATABASE_POOL=${database.pool} is more than half of the server's ${connections} connections`,
      ),
    );
  if (await isTransactionPooled(url))
    findings.push(
      fail(
        "pooler",
        "the connection is pooled by transactions; set DATABASE_DIRECT_URL to PostgreSQL itself",
      ),
    );
  else if (database.directUrl !== undefined && database.url !== undefined) {
    await checkPooler({ url: database.url, directUrl: url, isPrepared: database.isPrepared });
    findings.push(ok("pooler", "DATABASE_URL and DATABASE_DIRECT_URL lead to the same database"));
  }
  return findings;
}

/** Compares the schema with this version, and warns if minting is paused by a handover to another OPERATOR_KEY. */
export async function checkSchema(url: string): Promise<Finding[]> {
  const findings = await checkMigrations(url);
  return [...findings, ...(await checkHandover(url))];
}

async function checkMigrations(url: string): Promise<Finding[]> {
  const migrations = await readMigrations(url);
  const named = (state: string) => migrations.filter((migration) => migration.state === state);
  const contract = named("unknown").find(({ isContract }) => isContract);
  const [changed] = named("changed");
  if (contract !== undefined)
    return [fail("migrations", `${contract.name} of a later version removed what this version needs`)];
  if (changed !== undefined) return [fail("migrations", `${changed.name} was changed after it ran`)];
  const [waiting, unknown] = [named("waiting").length, named("unknown").length];
  if (waiting > 0) return [warn("migrations", `${waiting} will run with the next start`)];
  return [ok("migrations", unknown === 0 ? "all applied" : `all applied, and ${unknown} of a later version`)];
}

async function checkHandover(url: string): Promise<Finding[]> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query("select to_regclass('operator_handover') as found");
    // Before the migration that creates the table.
    if (tables[0]?.found == null) return [];
    const { rows } = await client.query<{ state: string; address: string; since: string }>(
      `select state, new_address as address, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
       from operator_handover where state <> 'DONE'`,
    );
    const [handover] = rows;
    if (handover === undefined) return [];
    const { state, address, since } = handover;
    const next =
      state === "SWITCHED"
        ? `set OPERATOR_KEY to the key of ${address} on every node and restart the nodes`
        : "run “npm run wrapsody -- keys rotate-operator” to continue it";
    return [warn("operator key", `minting is paused since ${since} UTC by a handover: ${next}`)];
  });
}

/** Compares the clock of this machine with the database's. */
export async function checkClock(url: string): Promise<Finding[]> {
  return withClient(url, async (client) => {
    const before = Date.now();
    const { rows } = await client.query<{ now: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
    );
    const after = Date.now();
    const seconds = Math.abs((rows[0]?.now ?? 0) - (before + after) / 2) / 1_000;
    const text = `${seconds.toFixed(1)} s apart from the database`;
    if (seconds > CLOCK_FAILURE_SECONDS) return [fail("clock", text)];
    return [seconds > CLOCK_WARNING_SECONDS ? warn("clock", text) : ok("clock", text)];
  });
}

export async function checkReplica(url: string): Promise<Finding[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ isReplica: boolean; lag: number | null }>(
      `select pg_is_in_recovery() as "isReplica",
         case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
           else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as lag`,
    );
    const [replica] = rows;
    if (replica?.isReplica !== true) return [warn("replica", "the server is not a replica")];
    const lag = replica.lag ?? 0;
    const text = `${lag.toFixed(0)} s behind`;
    return [lag > MAX_LAG_SECONDS ? warn("replica", text) : ok("replica", text)];
  });
}

/** Lists the proxies that the running nodes have seen and that TRUST_PROXY does not declare; none before the first start. */
export async function checkProxies(url: string, { trustProxy }: Config): Promise<Finding[]> {
  const { db, close } = openDatabase({
    url,
    size: 1,
    onError: () => undefined,
    connectionTimeoutMs: CALL_TIMEOUT_MS,
  });
  try {
    const { rows } = await sql`select from pg_class where oid = to_regclass('undeclared_proxy')`.execute(db);
    if (rows.length === 0) return [ok("proxy", "no node has run on this database yet")];
    const proxies = await findUndeclaredProxies(db, { trustProxy, now: new Date() });
    if (proxies.length === 0) return [ok("proxy", "no undeclared proxy was seen within an hour")];
    return proxies.map((proxy) => warn("proxy", describeUndeclaredProxy(proxy)));
  } finally {
    void close().catch(() => undefined);
  }
}
