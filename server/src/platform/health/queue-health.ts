import type { Context } from "../context.ts";
import { type Executor, sql } from "../database/database.ts";
import { HEARTBEAT_TIMING } from "../jobs/heartbeat.ts";
import type { FeatureGauge, FeatureHealth, HealthIssue } from "./health.ts";

const NO_WORKER_AFTER_SECONDS = 60;
const OVERDUE_AFTER_SECONDS = 5 * 60;

/** Reports missing workers and jobs that wait too long. All times are those of the database, like the heartbeats. */
export function queueHealth({ db }: Pick<Context, "db">): FeatureHealth {
  return {
    part: "queue",
    alarmsPerInstance: false,
    issues: () => findIssues(db),
    gauges: [workersGauge(db), oldestJobGauge(db)],
  };
}

async function findIssues(db: Executor): Promise<HealthIssue[]> {
  const { rows } = await sql<Omit<HealthIssue, "part">>`
    select 'workers' as of, 'NO_WORKER' as kind, at as since
    from (select greatest((select max(beaten_at) from worker_heartbeat), (select max(seen_at) from worker_last_seen)) as at) seen
    where at < clock_timestamp() - ${NO_WORKER_AFTER_SECONDS} * interval '1 second'
    union all
    (select t.identifier, 'OVERDUE_JOB', j.run_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.is_available and j.run_at < clock_timestamp() - ${OVERDUE_AFTER_SECONDS} * interval '1 second'
    order by j.run_at limit 1)`.execute(db);
  return rows.map((row) => ({ part: "queue", ...row }));
}

const workersGauge = (db: Executor): FeatureGauge => ({
  name: "wrapsody_workers",
  help: "Live processes that run jobs.",
  labels: [],
  async read() {
    const { rows } = await sql<{ count: number }>`
      select count(*) from worker_heartbeat
      where beaten_at >= clock_timestamp() - ${HEARTBEAT_TIMING.deadAfterMs} * interval '1 millisecond'`.execute(
      db,
    );
    return rows.map(({ count }) => ({ labels: {}, value: count }));
  },
});

const oldestJobGauge = (db: Executor): FeatureGauge => ({
  name: "wrapsody_queue_oldest_seconds",
  help: "Time for which the oldest due job of each name has waited.",
  labels: ["job"],
  async read() {
    const { rows } = await sql<{ job: string; seconds: number }>`
      select t.identifier as job, extract(epoch from clock_timestamp() - min(j.run_at))::float8 as seconds
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.is_available and j.run_at <= clock_timestamp() group by 1 order by 1`.execute(db);
    return rows.map(({ job, seconds }) => ({ labels: { job }, value: seconds }));
  },
});
