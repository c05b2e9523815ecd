import type pg from "pg";
import { type CopyToStreamQuery, to } from "pg-copy-streams";
import { nameOf, prepareTransaction, quote } from "./connection.ts";
import type { Dump, Partition, Sequence } from "./manifest.ts";

/** The schemas of the program and its queue. */
export const SCHEMAS = ["public", "graphile_worker"];

/** Advisory lock key shared by all nodes. */
const BACKUP_LOCK = 7_229_420;

/**
 * Returns false if another backup has the lock. An open transaction holds it until the connection ends, because a session
 * does not belong to one client behind a pooler.
 */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  await client.query("begin; set local idle_in_transaction_session_timeout = 0");
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_xact_lock($1) as locked", [
    BACKUP_LOCK,
  ]);
  return rows[0]?.locked === true;
}

/** Begins the transaction in which every statement sees the same state of the database. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  await prepareTransaction(client);
}

export type Table = { schema: string; name: string; columns: string[] };

/** Lists all tables with the columns that are stored. Partitions are part of their table. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
       ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
     )
     order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

export async function listPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where n.nspname = any ($1) and c.relkind = 'r' and c.relispartition order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** Sequences are not part of a snapshot: their values are at least as high as those in the tables. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue"
     from pg_sequences where schemaname = any ($1) order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

export async function readServer(client: pg.Client): Promise<Pick<Dump, "serverVersion" | "migrations">> {
  const version = await client.query<{ server_version: string }>("show server_version");
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from public.schema_migration order by name",
  );
  return { serverVersion: version.rows[0]?.server_version ?? "", migrations };
}

/** Streams a table in PostgreSQL's COPY text format. */
export function copyTable(client: pg.Client, table: Table): CopyToStreamQuery {
  const columns = table.columns.map(quote).join(", ");
  return client.query(to(`copy (select ${columns} from ${nameOf(table)}) to stdout`));
}
