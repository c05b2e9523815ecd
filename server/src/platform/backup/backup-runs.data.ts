import { createHash } from "node:crypto";
import { type Executor, sql } from "../database/database.ts";

/** A backup that ended. */
export type BackupRun = {
  id: string;
  target: string;
  is_scheduled: boolean;
  started_at: Date;
} & (
  | { error: string }
  | {
      error: null;
      rows: number;
      files: number;
      bytes: number;
      added_bytes: number;
      missing_files: readonly string[];
    }
);

const KEEP_INTERVAL = "1 year";

export async function hasTable(db: Executor, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

const DATABASE_ID_LENGTH = 8;

/** Returns an id that differs for each database of each server, also for restored ones. */
export async function readDatabaseId(db: Executor): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier || '/' || current_database() as name from pg_control_system()`.execute(db);
  return createHash("sha256")
    .update(rows[0]?.name ?? "")
    .digest("hex")
    .slice(0, DATABASE_ID_LENGTH);
}

/** Stores a backup that ended, unless the database has the schema of an older version. */
export async function insertBackupRun(db: Executor, run: BackupRun): Promise<void> {
  if (!(await hasTable(db, "backup_run"))) return;
  const done = run.error === null ? run : undefined;
  await sql`
    with expired as (delete from backup_run where finished_at < now() - ${KEEP_INTERVAL}::interval)
    insert into backup_run (id, target, is_scheduled, started_at, finished_at, error, rows, files, bytes, added_bytes, missing_files)
    values (${run.id}, ${run.target}, ${run.is_scheduled}, ${run.started_at}, clock_timestamp(), ${run.error},
      ${done?.rows ?? null}, ${done?.files ?? null}, ${done?.bytes ?? null}, ${done?.added_bytes ?? null},
      ${done?.missing_files ?? []})`.execute(db);
}

export type Success = {
  id: string;
  target: string;
  started_at: string;
  finished_at: string;
  rows: number;
  files: number;
  bytes: number;
  added_bytes: number;
  missing_files: string[];
};

/** Returns the last complete backup. */
export async function readLastSuccess(db: Executor): Promise<Success | undefined> {
  const { rows } = await sql<Success>`
    select id, target, started_at, finished_at, rows, files, bytes, added_bytes, missing_files
    from backup_run where error is null order by finished_at desc limit 1`.execute(db);
  return rows[0];
}

/** Returns since when scheduled backups fail; undefined if a later one succeeded. */
export async function readFailingSince(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ since: string | null }>`
    select min(finished_at) as since from backup_run
    where is_scheduled and error is not null
      and finished_at > coalesce((select max(finished_at) from backup_run where error is null), '-infinity')`.execute(
    db,
  );
  return rows[0]?.since ?? undefined;
}

/** Returns when a worker first saw the schedule of a job. */
export async function readScheduledSince(db: Executor, job: string): Promise<string | undefined> {
  const { rows } = await sql<{ known_since: string }>`
    select known_since from graphile_worker._private_known_crontabs where identifier = ${job}`.execute(db);
  return rows[0]?.known_since;
}
export type BackupFailure = { id: string; target: string; finished_at: string; error: string };

/** Returns the last failed backup, unless a later one succeeded. */
export async function readLastFailure(db: Executor): Promise<BackupFailure | undefined> {
  const { rows } = await sql<BackupFailure & { error: string | null }>`
    select id, target, finished_at, error from backup_run order by finished_at desc limit 1`.execute(db);
  return rows[0]?.error == null ? undefined : rows[0];
}
