import type pg from "pg";
import { type CopyStreamQuery, from } from "pg-copy-streams";
import { sessionName } from "../database/database.ts";
import { nameOf, prepareTransaction, quote } from "./connection.ts";
import type { Partition, Sequence } from "./manifest.ts";
import { SCHEMAS, type Table } from "./snapshot.data.ts";

/**
 * `restore_progress` exists from the first to the last step of a restore: programs do not start on a database that has it,
 * and a repeat continues. `is_loaded`: the data of the backup is complete, its files may not be.
 */
export type RestoreProgress = { backup_id: string; is_loaded: boolean; is_quarantined: boolean };

export async function readRestoreProgress(client: pg.Client): Promise<RestoreProgress | undefined> {
  const { rows: found } = await client.query<{ table: string | null }>(
    "select to_regclass('public.restore_progress') as table",
  );
  if (found[0]?.table == null) return undefined;
  const { rows } = await client.query<RestoreProgress>(
    "select backup_id, is_loaded, is_quarantined from public.restore_progress",
  );
  return rows[0];
}

export async function startRestoreProgress(
  client: pg.Client,
  { backup_id, is_loaded, is_quarantined }: RestoreProgress,
): Promise<void> {
  await client.query("begin");
  await client.query("drop table if exists public.restore_progress");
  await client.query(
    "create table public.restore_progress (backup_id text, is_loaded boolean, is_quarantined boolean)",
  );
  await client.query("insert into public.restore_progress values ($1, $2, $3)", [
    backup_id,
    is_loaded,
    is_quarantined,
  ]);
  await client.query("commit");
}

export async function setLoaded(client: pg.Client): Promise<void> {
  await client.query("update public.restore_progress set is_loaded = true");
}

/** Lets the restore end in quarantine, although it began without. */
export async function requireQuarantine(client: pg.Client): Promise<void> {
  await client.query("update public.restore_progress set is_quarantined = true");
}

/** Ends the restore: programs start from now on. */
export async function endRestoreProgress(client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query(
    `insert into quarantine (backup_id) select backup_id from public.restore_progress where is_quarantined
     on conflict (is_only_row) do update set backup_id = excluded.backup_id, started_at = now()`,
  );
  await client.query("drop table public.restore_progress");
  await client.query("commit");
}

/** Advisory lock key shared by all nodes. */
const RESTORE_LOCK = 7_229_421;

/** Returns false if another restore has the lock. An open transaction holds it until the connection ends. */
export async function lockRestore(client: pg.Client): Promise<boolean> {
  await client.query("begin; set local idle_in_transaction_session_timeout = 0");
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_xact_lock($1) as locked", [
    RESTORE_LOCK,
  ]);
  return rows[0]?.locked === true;
}

export async function readDatabaseName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  return rows[0]?.name ?? "";
}

/** Counts the sessions of programs on this database. */
export async function countPrograms(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct application_name)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'wrapsody %' and application_name <> $1`,
    [sessionName],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes everything that the program and its queue created. Extensions stay. Sequences of columns go with their tables. */
export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query("drop schema if exists graphile_worker cascade");
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop %s if exists %s cascade', case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end, c.oid::regclass) as statement
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and c.relname <> 'restore_progress'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
         and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
     from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     union all
     select format('drop type if exists %s cascade', t.oid::regtype)
     from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
       and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')`,
  );
  for (const { statement } of rows) await client.query(statement);
  await client.query("commit");
}

export async function beginLoading(client: pg.Client): Promise<void> {
  await client.query("begin");
  await prepareTransaction(client);
}

type ForeignKey = { table: string; name: string; definition: string };

/** Drops the foreign keys, so that tables can be loaded in any order. `addForeignKeys` checks them. */
export async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = any ($1::regnamespace[]) order by 1, 2`,
    [SCHEMAS],
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  return rows;
}

export async function addForeignKeys(client: pg.Client, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
}

/** Empties the tables, because migrations insert rows, and disables their triggers. */
export async function prepareTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  await client.query(`truncate ${tables.map(nameOf).join(", ")}`);
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`);
}

export async function enableTriggers(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`);
}

export async function createPartition(
  client: pg.Client,
  { schema, name, parent, bound }: Partition,
): Promise<void> {
  await client.query(
    `create table if not exists ${nameOf({ schema, name })} partition of ${nameOf({ schema, name: parent })} ${bound}`,
  );
}

export function copyIntoTable(client: pg.Client, table: Table): CopyStreamQuery {
  const columns = table.columns.map(quote).join(", ");
  return client.query(from(`copy ${nameOf(table)} (${columns}) from stdin`));
}

export async function setSequence(client: pg.Client, { schema, name, lastValue }: Sequence): Promise<void> {
  const sequence = nameOf({ schema, name });
  if (lastValue === null) await client.query(`alter sequence ${sequence} restart`);
  else await client.query("select setval($1::regclass, $2)", [sequence, lastValue]);
}

/** Collects statistics, without which queries on the restored tables would be slow at first. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  await client.query("analyze");
}
