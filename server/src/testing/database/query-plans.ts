import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "../../platform/database/database.ts";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Node[];
};

/** The combined query plans of an operation. */
export type Plans = {
  /** Tables with a sequential scan. */
  scanned: string[];
  indexes: string[];
  /** Blocks of 8 KB that the most expensive statement read. */
  blocks: number;
  /** Rows that all statements together read. */
  rows: number;
};

/** Pools by database, because a new connection reads the catalogue of the database again. */
const pools = new Map<string, pg.Pool>();

function getPool(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  // Dropping the database ends its connections.
  const forget = () => void pools.delete(url);
  pool.on("error", forget);
  pool.on("connect", (client) => void client.on("error", forget));
  pools.set(url, pool);
  return pool;
}

/**
 * Runs an operation and explains each of its statements with a custom and a generic plan, because a prepared statement may use either.
 */
export async function explainQueries(
  url: string,
  operation: (db: Database) => Promise<unknown>,
): Promise<Plans> {
  const requests: CompiledQuery[] = [];
  const pool = getPool(url);
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === "query" && requests.push(event.query)),
  });
  await operation(db);
  const plans: Plans = { scanned: [], indexes: [], blocks: 0, rows: 0 };
  for (const { sql: text, parameters } of requests.slice()) {
    const executed = `explain (analyze, timing off, buffers, format json) ${text}`;
    note(plans, await explain(pool, executed, [...parameters]));
    note(plans, await explain(pool, `explain (generic_plan, format json) ${text}`));
  }
  return plans;
}

type Explained = { "QUERY PLAN": [{ Plan: Node }] };

async function explain(pool: pg.Pool, text: string, values?: unknown[]): Promise<Node | undefined> {
  const { rows } = await pool.query<Explained>(values === undefined ? { text } : { text, values });
  return rows[0]?.["QUERY PLAN"][0].Plan;
}

function note(plans: Plans, node: Node | undefined): void {
  if (node === undefined) return;
  if (node["Node Type"] === "Seq Scan" && node["Relation Name"] !== undefined)
    plans.scanned.push(node["Relation Name"]);
  if (node["Index Name"] !== undefined) plans.indexes.push(node["Index Name"]);
  if (node["Relation Name"] !== undefined || node["Index Name"] !== undefined) plans.rows += rowsOf(node);
  plans.blocks = Math.max(plans.blocks, (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0));
  for (const inner of node.Plans ?? []) note(plans, inner);
}

/** Counts rows returned and filtered, both reported per loop. A plan that was not executed has neither. */
function rowsOf(node: Node): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return ((node["Actual Rows"] ?? 0) + removed) * (node["Actual Loops"] ?? 0);
}
