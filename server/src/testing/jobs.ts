import { once } from "node:events";
import { runOnce, type TaskList } from "graphile-worker";
import type { Context } from "../platform/context.ts";
import { graphileLogger } from "../platform/jobs/queue.ts";
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
