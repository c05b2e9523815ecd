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
import type { Context } from "../context.ts";
import { type Executor, sql } from "../database/database.ts";
import type { Log } from "../log.ts";

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
export async function migrateQueue(pool: pg.Pool, log: Log): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: graphileLogger(log) });
  await worker.migrate();
  await worker.release();
}

/**
 * Puts jobs back in line whose worker was killed in the middle; otherwise they wait for hours. Only for a program that has
 * the queue to itself, where nobody is at work yet.
 */
export async function unlockOrphanedJobs(db: Executor): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_by is not null having count(*) > 0`.execute(db);
}

/** Milliseconds that a job has to finish when the program stops; after that it goes back into the queue. */
const patience = 8_000;

/** Milliseconds after which a job is looked for of which nobody told. */
const pace = 2_000;

/**
 * Works through the queue until stopped; `stop` waits for the jobs under way, and until it is written down that they are done. What
 * a runner has to know of its jobs it asks for once, and keeps a failure of that for good: then another takes its place.
 */
export async function startWorker(
  context: Context,
  pool: pg.Pool,
  jobs: readonly Job[],
): Promise<{ stop(): Promise<void> }> {
  const stopped = Promise.withResolvers<"stopped">();
  let begun = await begin(context, pool, jobs);
  const keeping = (async () => {
    while ((await Promise.race([stopped.promise, begun.first])) === "lost") {
      context.log.warn("queue worker restarting");
      await begun.stop().catch(() => undefined);
      await Promise.race([stopped.promise, sleep(pace)]);
      begun = await begin(context, pool, jobs).catch(() => notBegun);
    }
  })();
  return {
    async stop() {
      stopped.resolve("stopped");
      await keeping;
      await begun.stop();
      // It may be the database that has failed, and for which the program stops.
      await untilNothingIsHeld(context.db, begun.name).catch(() => undefined);
    },
  };
}

/** `first`: what came of its first look for a job; "lost" is one that will never find any. */
type Begun = { name: string; first: Promise<"found" | "lost">; stop(): Promise<void> };

const notBegun: Begun = { name: "", first: Promise.resolve("lost"), stop: () => Promise.resolve() };

async function begin(context: Context, pool: pg.Pool, jobs: readonly Job[]): Promise<Begun> {
  const crontab = jobs.flatMap((one) =>
    one.cron === undefined
      ? []
      : [{ task: one.name, match: one.cron, options: { maxAttempts: one.tries, backfillPeriod: 0 } }],
  );
  const events: WorkerEvents = new EventEmitter();
  const first = Promise.withResolvers<"found" | "lost">();
  for (const found of ["worker:getJob:empty", "job:start"] as const)
    events.once(found, () => first.resolve("found"));
  events.once("worker:getJob:error", () => first.resolve("lost"));
  let name = "";
  events.once("pool:create", ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList: toTaskList(context, jobs),
    parsedCronItems: parseCronItems(crontab),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: pace,
    logger: graphileLogger(context.log),
    preset: { worker: { gracefulShutdownAbortTimeout: patience } },
  });
  runner.promise.catch((error: unknown) =>
    context.log.error({ err: error }, "queue worker stopped unexpectedly"),
  );
  return { name, first: first.promise, stop: () => runner.stop() };
}

/**
 * How often the last of the queue's own statements is looked for, which it does not wait for itself: for some seconds, and for as
 * often where the program was held up meanwhile.
 */
const looks = 400;

async function untilNothingIsHeld(db: Executor, name: string): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const { rows } = await sql`
      select from graphile_worker._private_jobs where locked_by = ${name} limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(5);
  }
}

/** The jobs as the queue's worker calls them, by name. */
export function toTaskList(context: Context, jobs: readonly Job[]): TaskList {
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
