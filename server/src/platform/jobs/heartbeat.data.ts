import type pg from "pg";

/** A process that runs jobs. */
export type WorkerProcess = {
  id: string;
  host: string;
  pid: number;
  roles: readonly string[];
  /** The `application_name` of its database sessions. */
  sessionName: string;
};

/**
 * The statements use `pool.query` instead of kysely: after a timeout it replaces the connection, which would otherwise
 * stay blocked for as long as a network drops its packets.
 */
export async function insertHeartbeat(pool: pg.Pool, worker: WorkerProcess): Promise<void> {
  const { id, host, pid, roles, sessionName } = worker;
  await pool.query(
    "insert into worker_heartbeat (id, host, pid, roles, session_name) values ($1, $2, $3, $4, $5)",
    [id, host, pid, roles, sessionName],
  );
}

/** Renews the heartbeat. Returns false if another worker has deleted it. */
export async function renewHeartbeat(
  pool: pg.Pool,
  { id, queueWorkers }: { id: string; queueWorkers: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update worker_heartbeat set beaten_at = clock_timestamp(), queue_workers = $2 where id = $1",
    [id, queueWorkers],
  );
  return rowCount === 1;
}

export async function deleteHeartbeat(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `with stopped as (delete from worker_heartbeat where id = $1 returning id)
     update worker_last_seen set seen_at = clock_timestamp() from stopped`,
    [id],
  );
}

/** Advisory lock key shared by all nodes. */
const RELEASE_LOCK = 7_229_412;

/** Names of lock owners, their hosts, and the number of ended sessions. */
type ReleasedJobs = { owners: string[]; hosts: string[]; sessions: number };

/**
 * Releases the jobs of dead workers: of heartbeats older than `deadAfterMs`, which are deleted, and of lock owners
 * without a heartbeat, such as a worker of an older version. Ends the database sessions of the dead workers, because a
 * frozen process still has its transactions and locks. Returns undefined if no
 * worker died.
 *
 * A heartbeat that is renewed meanwhile is not deleted: the delete waits for the row and checks its time again.
 */
export async function releaseDeadWorkers(
  pool: pg.Pool,
  { id, sessionName, deadAfterMs }: { id: string; sessionName: string; deadAfterMs: number },
): Promise<ReleasedJobs | undefined> {
  const { rows } = await pool.query<ReleasedJobs>(
    `with sweep as materialized (select pg_try_advisory_xact_lock($4) as is_locked),
     dead as (
       delete from worker_heartbeat
       where id <> $1 and beaten_at < clock_timestamp() - $3 * interval '1 millisecond' and (select is_locked from sweep)
       returning host, session_name, queue_workers, beaten_at
     ),
     seen as (
       update worker_last_seen set seen_at = greatest(seen_at, (select max(beaten_at) from dead))
       where exists (select from dead)
     ),
     ended as materialized (
       select pg_terminate_backend(s.pid) from pg_stat_activity s
       where s.datname = current_database() and s.usename = current_user and s.application_name <> $2
         and s.application_name in (select session_name from dead)
     ),
     orphaned as (
       select owner, host from dead, unnest(queue_workers) owner
       union
       select locked_by, 'unknown' from graphile_worker._private_jobs
       where locked_at < clock_timestamp() - $3 * interval '1 millisecond' and (select is_locked from sweep)
         and not exists (select from worker_heartbeat where locked_by = any (queue_workers))
     )
     select array_agg(owner) as owners, array_agg(distinct host) as hosts, (select count(*) from ended) as sessions,
       graphile_worker.force_unlock_workers(array_agg(owner)) as nothing
     from orphaned having count(*) > 0`,
    [id, sessionName, deadAfterMs, RELEASE_LOCK],
  );
  return rows[0] && { owners: rows[0].owners, hosts: rows[0].hosts, sessions: rows[0].sessions };
}
