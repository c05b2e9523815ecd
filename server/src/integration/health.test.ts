import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createMonitoring } from "../monitoring.ts";
import { openDatabase, sql } from "../platform/database/database.ts";
import { type Job, job } from "../platform/jobs/queue.ts";
import { startWorker } from "../platform/jobs/worker.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
  await setLastSeen(0);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const idleJob: Job = job({ name: "idle", payload: z.object({}), tries: 1, run: async () => undefined });

async function setLastSeen(secondsAgo: number): Promise<void> {
  await sql`update worker_last_seen set seen_at = clock_timestamp() - ${secondsAgo} * interval '1 second'`.execute(
    database.context.db,
  );
}

async function addIdleJob(secondsAgo: number): Promise<void> {
  const runAt = new Date(Date.now() - secondsAgo * 1_000);
  await database.context.queue.enqueue(database.context.db, idleJob, {}, { runAt });
}

/** Polled, because on a busy machine health leaves out a part that does not respond in time. */
async function readHealth() {
  const response = await app.inject("/api/v1/health");
  return { status: response.statusCode, degraded: response.json().body.degraded };
}

async function readMetrics(name: string): Promise<string[]> {
  const { body } = await app.inject("/metrics");
  return body.split("\n").filter((line) => line.startsWith(name));
}

async function readProbes(server: FastifyInstance) {
  const [live, ready] = [await server.inject("/livez"), await server.inject("/readyz")];
  return { live: live.statusCode, ready: ready.statusCode, checks: ready.json().checks };
}

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const noWorker = { part: "queue", of: "workers", kind: "NO_WORKER", since: iso };
const overdueJob = { part: "queue", of: "idle", kind: "OVERDUE_JOB", since: iso };

const allOk = { database: "ok", storage: "ok", migrations: "ok", shutdown: "ok" };

test("a process is ready once its schema is complete, and not while it stops", async () => {
  const monitoring = createMonitoring(database.context);
  const server = await createServer(database.context, { site: false, monitoring });
  await expect.poll(() => readProbes(server)).toEqual({ live: 200, ready: 200, checks: allOk });
  const { db } = database.context;
  const rename = (from: string, to: string) =>
    sql`update schema_migration set name = ${to} where name = ${from}`.execute(db);
  await rename("0001_accounts.sql", "later");
  const unmigrated = { live: 200, ready: 503, checks: { ...allOk, migrations: "failing" } };
  await expect.poll(() => readProbes(server)).toEqual(unmigrated);
  await rename("later", "0001_accounts.sql");
  await expect.poll(() => readProbes(server)).toMatchObject({ ready: 200 });
  monitoring.readiness.beginShutdown();
  const stopping = { live: 200, ready: 503, checks: { ...allOk, shutdown: "failing" } };
  await expect.poll(() => readProbes(server)).toEqual(stopping);
  await server.close();
});

test("a process without its database or storage is alive but not ready", async () => {
  const url = "postgres://nobody@127.0.0.1:1/none";
  const { db, close } = openDatabase({ url, size: 1, onError: () => undefined });
  const storage = { ...database.context.storage, check: () => Promise.reject(new Error("gone")) };
  const server = await createServer({ ...database.context, db, storage }, { site: false });
  const checks = { database: "failing", storage: "failing", migrations: "failing", shutdown: "ok" };
  expect(await readProbes(server)).toEqual({ live: 200, ready: 503, checks });
  // Limits and other routes still work without the database.
  for (let probe = 0; probe < 1_300; probe += 1) {
    const remoteAddress = "203.0.113.9";
    const { statusCode } = await server.inject({ url: "/livez", remoteAddress });
    if (statusCode !== 200) expect.fail(`probe ${probe} was answered with ${statusCode}`);
  }
  await server.close();
  await close();
});

test("health is degraded if no worker was alive for 60 seconds, until one starts", async () => {
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
  await setLastSeen(50);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
  await setLastSeen(61);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [noWorker] });
  expect(await readMetrics("wrapsody_workers")).toEqual(["wrapsody_workers 0"]);
  const { pool, close } = openDatabase({ url: database.url, size: 8, onError: () => undefined });
  const worker = await startWorker(database.context, pool, [idleJob]);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
  expect(await readMetrics("wrapsody_workers")).toEqual(["wrapsody_workers 1"]);
  await worker.stop();
  // It was alive until now.
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
  expect(await readMetrics("wrapsody_workers")).toEqual(["wrapsody_workers 0"]);
  await close();
});

test("health is degraded while a job is due for more than 5 minutes", async () => {
  await setLastSeen(0);
  await addIdleJob(4 * 60);
  await addIdleJob(-60);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
  await addIdleJob(5 * 60 + 1);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [overdueJob] });
  const [age = ""] = await readMetrics("wrapsody_queue_oldest_seconds");
  expect(age).toMatch(/^wrapsody_queue_oldest_seconds\{job="idle"\} 3\d\d/);
  // A running job is not overdue, however long it runs.
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
    where run_at < now() - interval '5 minutes'`.execute(database.context.db);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
  await sql`select graphile_worker.force_unlock_workers(array['worker'])`.execute(database.context.db);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [overdueJob] });
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
    database.context.db,
  );
  await setLastSeen(0);
  await expect.poll(readHealth).toEqual({ status: 200, degraded: [] });
});

test("metrics count attempts, failures and given-up jobs by name", async () => {
  const monitoring = createMonitoring(database.context);
  const server = await createServer(database.context, { site: false, monitoring });
  const failing: Job = job({
    name: "failing",
    payload: z.object({}),
    tries: 1,
    run: () => Promise.reject(new Error("no luck")),
  });
  const { pool, close } = openDatabase({ url: database.url, size: 8, onError: () => undefined });
  const { queue, db } = database.context;
  const worker = await startWorker(database.context, pool, [idleJob, failing], {
    observer: monitoring.metrics.jobs,
  });
  const read = async () => {
    const { body } = await server.inject("/metrics");
    return body
      .split("\n")
      .filter((line) => /^wrapsody_job\w*(_count|_total)\{/.test(line))
      .sort();
  };
  await queue.enqueue(db, idleJob, {});
  await queue.enqueue(db, failing, {});
  await expect
    .poll(read)
    .toEqual([
      'wrapsody_job_duration_seconds_count{job="failing"} 1',
      'wrapsody_job_duration_seconds_count{job="idle"} 1',
      'wrapsody_job_failures_total{job="failing"} 1',
      'wrapsody_job_failures_total{job="idle"} 0',
      'wrapsody_jobs_given_up_total{job="failing"} 1',
      'wrapsody_jobs_given_up_total{job="idle"} 0',
    ]);
  await worker.stop();
  await server.close();
  await close();
});
