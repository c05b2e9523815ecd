import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { openDatabase, sql } from "../database/database.ts";
import { type Job, job, unlockOrphanedJobs } from "./queue.ts";
import { startWorker } from "./worker.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Lists the names of the jobs that a worker would take now. */
async function free(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.identifier as name from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.locked_at is null order by j.id`.execute(
    database.context.db,
  );
  return rows.map(({ name }) => name);
}

test("jobs of a killed worker are queued again after a restart", async () => {
  const { db } = database.context;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await unlockOrphanedJobs(db);
  for (const name of ["left-alone", "waiting"])
    await sql`select graphile_worker.add_job(${name})`.execute(db);
  await sql`
    update graphile_worker._private_jobs j set locked_at = now(), locked_by = 'killed', attempts = 1
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'left-alone'`.execute(db);
  expect(await free()).toEqual(["waiting"]);
  await unlockOrphanedJobs(db);
  expect(await free()).toEqual(["left-alone", "waiting"]);
});

test("a stopped worker has saved its results", async () => {
  const { context, url } = database;
  const { pool, close } = openDatabase({ url, size: 5, onError: () => undefined });
  for (let round = 0; round < 4; round++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = async () => resolve();
    const doneJob: Job = job({ name: "done", payload: z.object({}), tries: 1, run });
    await context.queue.enqueue(context.db, doneJob, {});
    const worker = await startWorker(context, pool, [doneJob]);
    await promise;
    await worker.stop();
    const { rows } = await sql`
      select from graphile_worker.jobs where task_identifier = 'done'`.execute(context.db);
    expect(rows).toEqual([]);
  }
  await close();
});

test("a worker whose first query failed still runs its jobs", async () => {
  const { context, url } = database;
  const { db, pool, close } = openDatabase({ url, size: 5, onError: () => undefined });
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async () => resolve();
  const late: Job = job({ name: "late", payload: z.object({}), tries: 1, run });
  await context.queue.enqueue(context.db, late, {});
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(tx);
    worker = await startWorker(context, pool, [late]);
    const cancelled = async () =>
      (
        await sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_tasks%'`.execute(
          context.db,
        )
      ).rows.length;
    await expect.poll(cancelled).toBe(1);
  });
  await promise;
  await worker?.stop();
  await close();
});

test("a worker whose queue ended unexpectedly still runs its jobs", async () => {
  const { context, url } = database;
  const { pool, close } = openDatabase({ url, size: 5, onError: () => undefined });
  const { promise, resolve } = Promise.withResolvers<void>();
  const later: Job = job({ name: "later", payload: z.object({}), tries: 1, run: async () => resolve() });
  const worker = await startWorker(context, pool, [later]);
  const listeners = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`.execute(
      context.db,
    );
    return rows.length;
  };
  await expect.poll(listeners).toBe(1);
  // One of the messages at which graphile-worker ends.
  await sql`select pg_notify('worker:migrate', '{"breaking": true}')`.execute(context.db);
  await expect.poll(() => process.exitCode).toBe(57);
  process.exitCode = undefined;
  await context.queue.enqueue(context.db, later, {});
  await promise;
  await worker.stop();
  await close();
});
