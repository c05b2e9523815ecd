import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { QueuedJob } from "@wrapsody/shared/operations/jobs.ts";
import { type Executor, sql } from "../database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  countUpTo,
  type Rows,
  readListPage,
} from "../database/list-query.ts";
import { redactError } from "./redact-error.ts";

const jobs = sql`(
  select j.id, t.identifier as name,
    case when j.locked_at is not null then 'RUNNING' when j.attempts >= j.max_attempts then 'FAILED' else 'WAITING' end as state,
    j.attempts, j.max_attempts, j.created_at, j.run_at as due_at, j.locked_at as started_at, j.last_error as error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
) queued`;

const keys: Columns = { created_at: sql`created_at`, state: sql`state`, name: sql`name` };

/** Lists jobs without their payloads: failed ones first, then running ones. */
export async function listQueuedJobs(db: Executor, list: ListQuery): Promise<Rows<QueuedJob>> {
  const filters = list.filters.map((filter) => ({
    ...filter,
    operator: filter.operator === "~~" ? ("==" as const) : filter.operator,
  }));
  const where = buildWhere(filters, keys);
  const { data, total } = await readListPage(db, list, {
    rows: sql<QueuedJob>`
      select id::text, name, state, attempts, max_attempts, created_at, due_at, started_at, error
      from ${jobs} where ${where}
      order by array_position(array['FAILED', 'RUNNING', 'WAITING'], state), ${buildOrderBy(list, keys, sql`id`)}
      limit ${list.limit} offset ${list.offset}`,
    counted: sql`select from ${jobs} where ${where}`,
  });
  return {
    data: data.map((job) => ({ ...job, error: job.error === null ? null : redactError(job.error) })),
    total,
  };
}

export type JobCounts = { name: string; failed: number; running: number; waiting: number };

/** Counts jobs by name; names with failed ones first. */
export async function countQueuedJobs(db: Executor): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select name, count(*) filter (where state = 'FAILED') as failed, count(*) filter (where state = 'RUNNING') as running,
      count(*) filter (where state = 'WAITING') as waiting
    from ${jobs} group by name order by failed desc, name`.execute(db);
  return rows;
}

/** Counts failed jobs up to a limit. */
export async function countFailedJobs(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countUpTo(sql`select from ${jobs} where state = 'FAILED'`, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns whether the job exists. */
export async function hasQueuedJob(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs where id::text = ${id}`.execute(db);
  return rows.length > 0;
}

/**
 * Gives failed jobs all of their attempts again, due now. Returns their number by name. A concurrent call waits for the rows
 * and finds none that has failed.
 */
export async function retryFailedJobs(
  tx: Executor,
  which: { id: string } | { name: string },
): Promise<{ name: string; count: number }[]> {
  const condition = "id" in which ? sql`j.id::text = ${which.id}` : sql`t.identifier = ${which.name}`;
  const { rows } = await sql<{ name: string; count: number }>`
    with retried as (
      update graphile_worker._private_jobs j set attempts = 0, run_at = now(), updated_at = now()
      from graphile_worker._private_tasks t
      where t.id = j.task_id and ${condition} and j.locked_at is null and j.attempts >= j.max_attempts
      returning t.identifier as name
    )
    select name, count(*) as count from retried group by name`.execute(tx);
  return rows;
}
