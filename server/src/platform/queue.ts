import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger,
  makeWorkerUtils,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type { z } from "zod";
import type { Context } from "./context.ts";
import { type Executor, sql } from "./database.ts";
import type { Log } from "./log.ts";

/**
 * A job: a literal name, the schema of its payload, how often it is tried, and a handler that re-reads the state
 * first, because it may run twice or late.
 */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string;
  payload: Payload;
  tries: number;
  /** Five fields of cron, UTC: the job is also enqueued by the clock, with an empty payload. */
  cron: string | undefined;
  run(context: Context, payload: z.output<Payload>): Promise<void>;
};

export function job<Payload extends z.ZodType>(described: {
  name: string;
  payload: Payload;
  tries: number;
  cron?: string;
  run(context: Context, payload: z.output<Payload>): Promise<void>;
}): Job<Payload> {
  return { cron: undefined, ...described };
}

export type EnqueueOptions = {
  /** Of jobs with the same key only the latest waits. */
  key?: string;
  runAt?: Date;
};

export type Queue = {
  /** Puts a job in line inside the caller's transaction: it exists if and only if that commits. */
  enqueue<Payload extends z.ZodType>(
    tx: Executor,
    job: Job<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
};

export const queue: Queue = {
  async enqueue(tx, enqueued, payload, options = {}) {
    await sql`
      select graphile_worker.add_job(
        ${enqueued.name}, ${JSON.stringify(payload)}::json,
        run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${enqueued.tries}::int, job_key => ${options.key ?? null}
      )`.execute(tx);
  },
};

/** Makes the queue's own tables; safe when several nodes do so at once. */
export async function prepareQueue(pool: pg.Pool, log: Log): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: graphileLogger(log) });
  await worker.migrate();
  await worker.release();
}

/**
 * Puts jobs back in line whose worker was killed in the middle; otherwise they wait for hours. Only for a program that has
 * the queue to itself, where nobody is at work yet.
 */
export async function releaseJobs(db: Executor): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_by is not null having count(*) > 0`.execute(db);
}

/** Milliseconds that a job has to finish when the program stops; after that it goes back into the queue. */
const patience = 8_000;

/** Works through the queue until stopped; `stop` waits for the jobs under way, and until it is written down that they are done. */
export async function startWorker(
  context: Context,
  pool: pg.Pool,
  jobs: readonly Job[],
): Promise<{ stop(): Promise<void> }> {
  const crontab = jobs.flatMap((one) =>
    one.cron === undefined
      ? []
      : [{ task: one.name, match: one.cron, options: { maxAttempts: one.tries, backfillPeriod: 0 } }],
  );
  const events: WorkerEvents = new EventEmitter();
  let name = "";
  events.once("pool:create", ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList: tasksOf(context, jobs),
    parsedCronItems: parseCronItems(crontab),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: graphileLogger(context.log),
    preset: { worker: { gracefulShutdownAbortTimeout: patience } },
  });
  runner.promise.catch((error: unknown) => context.log.error({ err: error }, "the queue's worker has ended"));
  return {
    async stop() {
      await runner.stop();
      // It may be the database that has failed, and for which the program stops.
      await untilNothingIsHeld(context.db, name).catch(() => undefined);
    },
  };
}

/** Milliseconds for the last of the queue's own statements, which it does not wait for itself. */
const lastStatement = 2_000;

async function untilNothingIsHeld(db: Executor, name: string): Promise<void> {
  const deadline = performance.now() + lastStatement;
  while (performance.now() < deadline) {
    const { rows } = await sql`
      select from graphile_worker._private_jobs where locked_by = ${name} limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(5);
  }
}

/** The jobs as the queue's worker calls them, by name. */
export function tasksOf(context: Context, jobs: readonly Job[]): TaskList {
  return Object.fromEntries(
    jobs.map((one) => [
      one.name,
      (payload: unknown) => one.run(context, one.payload.parse(withoutCron(payload))),
    ]),
  );
}

/** The clock's jobs carry a `_cron` key that no schema needs to know. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null || !("_cron" in payload)) return payload;
  const { _cron, ...rest } = payload;
  return rest;
}

export function graphileLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const line = { job: scope.taskIdentifier, jobId: scope.jobId };
    if (level === "error") log.error(line, message);
    else if (level === "warning") log.warn(line, message);
    else log.debug(line, message);
  });
}
