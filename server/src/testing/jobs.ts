import { once } from "node:events";
import { runOnce, type Task, type TaskList } from "graphile-worker";
import { allJobs } from "../features.ts";
import type { Context } from "../platform/context.ts";
import { graphileLogger, toTaskList } from "../platform/jobs/queue.ts";
import { getJobPool } from "./database/database.ts";

/** Runs all due jobs of a test database until none is left. */
export async function runTasks(context: Context, taskList: TaskList, concurrency = 1): Promise<void> {
  const pool = getJobPool(context);
  const logger = graphileLogger(context.log);
  try {
    await runOnce({ pgPool: pool, noHandleSignals: true, concurrency, taskList, logger });
  } finally {
    // The queue does not wait for its last statement, which marks a job as done.
    while (pool.idleCount < pool.totalCount) await once(pool, "release");
  }
}

/**
 * Runs all due jobs until none is left. Returns the errors of failed jobs. Runs each once: a failed job waits
 * until it is made due again.
 */
export async function runJobs(context: Context): Promise<unknown[]> {
  const failures: unknown[] = [];
  await runTasks(context, triedOnce(toTaskList(context, allJobs), failures));
  return failures;
}

/**
 * Moves failed jobs to tomorrow, because the queue's retry delay of seconds may pass while other jobs run.
 */
const tomorrow = "update graphile_worker._private_jobs set run_at = now() + interval '1 day' where id = $1";

function triedOnce(tasks: TaskList, failures: unknown[]): TaskList {
  const watched = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      try {
        await task?.(payload, helpers);
      } catch (error) {
        failures.push(error);
        await helpers.query(tomorrow, [helpers.job.id]);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(watched);
}
