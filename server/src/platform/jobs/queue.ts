import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger,
  makeWorkerUtils,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type { z } from "zod";
import { readQuarantine } from "../backup/quarantine.data.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { type Executor, sql } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { type JobObserver, observeJobs } from "./job-observer.ts";

/** Effects outside of this site. */
export const sentKinds = ["mails", "payments", "transactions", "webhooks"] as const;
export type SentKind = (typeof sentKinds)[number];

/**
 * Waiting jobs run in the order of their priority. `urgent`: a user waits for it, as for a login code; these jobs also have a
 * slot of their own in each worker. `bulk`: heavy or numerous, and nothing else depends on it.
 */
export type JobPriority = "urgent" | "normal" | "bulk";

/** The queue runs smaller numbers first. Jobs of versions without priorities have 0. */
const PRIORITY_NUMBERS = { urgent: -10, normal: 0, bulk: 10 } as const satisfies Record<JobPriority, number>;

/**
 * A job: a literal name, a payload schema, the maximum number of attempts, and a handler that re-reads the state
 * first, because it may run twice or late.
 */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string;
  payload: Payload;
  tries: number;
  priority: JobPriority;
  /** Cron expression with five fields, UTC: also enqueues the job with an empty payload. */
  cron: string | ((config: Config) => string | undefined) | undefined;
  /** Kind of message that the job sends to others. A quarantine holds it back. */
  sends: SentKind | undefined;
  run(context: Context, payload: z.output<Payload>): Promise<void>;
};

export function job<Payload extends z.ZodType>(described: {
  name: string;
  payload: Payload;
  tries: number;
  priority?: JobPriority;
  cron?: Job["cron"];
  sends?: SentKind;
  run(context: Context, payload: z.output<Payload>): Promise<void>;
}): Job<Payload> {
  return { cron: undefined, priority: "normal", sends: undefined, ...described };
}

export type EnqueueOptions = {
  /** A new job replaces a waiting job with the same key. */
  key?: string;
  runAt?: Date;
  /** Instead of the job's own. */
  priority?: JobPriority;
};

export type Queue = {
  /** Enqueues a job in the caller's transaction: it exists if and only if that commits. */
  enqueue<Payload extends z.ZodType>(
    tx: Executor,
    job: Job<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
};

export const queue: Queue = {
  async enqueue(tx, enqueued, payload, options = {}) {
    const priority = PRIORITY_NUMBERS[options.priority ?? enqueued.priority];
    await sql`
      select graphile_worker.add_job(
        ${enqueued.name}, ${JSON.stringify(payload)}::json,
        run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${enqueued.tries}::int, job_key => ${options.key ?? null},
        priority => ${priority}::int
      )`.execute(tx);
  },
};

/** Creates the tables of the queue. Safe to run on several nodes concurrently. */
export async function migrateQueue(pool: pg.Pool, log: Log): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: graphileLogger(log) });
  await worker.migrate();
  await worker.release();
}

/**
 * Unlocks jobs of killed workers, which would otherwise wait for hours. Only if this program is the queue's single user
 * and no worker runs yet.
 */
export async function unlockOrphanedJobs(db: Executor): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_by is not null having count(*) > 0`.execute(db);
}

/** Time for running jobs to finish at shutdown; after it, they return to the queue. */
const SHUTDOWN_TIMEOUT_MS = 8_000;

/** For jobs whose notification was missed. */
export const POLL_INTERVAL_MS = 2_000;

/** Slots of a worker with the jobs that they run. */
export type Lane = {
  name: string;
  jobs: readonly Job[];
  concurrency: number;
  /** Enqueues the scheduled jobs. */
  isScheduler: boolean;
};
type RunnerOptions = { pool: pg.Pool; lane: Lane; heartbeat: Heartbeat; observer: JobObserver };

/**
 * Runs the jobs of a lane. Replaces a runner whose first query failed, because graphile-worker caches that failure forever, and
 * one that ended because a scheduled job could not be enqueued.
 */
export async function keepRunning(
  context: Context,
  options: RunnerOptions,
): Promise<{ stop(): Promise<void> }> {
  const stopped = Promise.withResolvers<"stopped">();
  const pause = () => Promise.race([stopped.promise, sleep(POLL_INTERVAL_MS)]);
  let runner = await startRunner(context, options);
  const waitForRelease = async (waiting: StartedRunner) => {
    if (!waiting.isQuarantined) return stopped.promise;
    while (waiting === runner && (await isQuarantined(context)))
      if ((await pause()) === "stopped") return "stopped";
    return "released";
  };
  const keeping = (async () => {
    for (;;) {
      const end = await Promise.race([stopped.promise, runner.lost, waitForRelease(runner)]);
      if (end === "stopped") return;
      if (end === "lost") {
        context.log.warn("queue worker restarting");
        await pause();
      } else context.log.info("held jobs released");
      await runner.stop().catch(() => undefined);
      runner = await startRunner(context, options).catch(() => failedRunner);
    }
  })();
  return {
    async stop() {
      stopped.resolve("stopped");
      await keeping;
      // It may have ended already.
      await runner.stop().catch(() => undefined);
      // The database itself may have failed and caused the shutdown.
      await waitUntilUnlocked(context.db, runner.name).catch(() => undefined);
    },
  };
}

/** A database that does not answer releases nothing. */
async function isQuarantined({ db }: Context): Promise<boolean> {
  return readQuarantine(db).then(
    (quarantine) => quarantine !== undefined,
    () => true,
  );
}

type StartedRunner = {
  name: string;
  /** Resolves if the runner finds no more jobs: its first query failed, or an error in it has ended it. */
  lost: Promise<"lost">;
  /** Whether it leaves the jobs that send something in the queue. */
  isQuarantined: boolean;
  stop(): Promise<void>;
};

const failedRunner: StartedRunner = {
  name: "",
  lost: Promise.resolve("lost"),
  isQuarantined: false,
  stop: () => Promise.resolve(),
};

/** All of its jobs are held. */
const idleRunner: StartedRunner = {
  name: "",
  lost: new Promise(() => undefined),
  isQuarantined: true,
  stop: () => Promise.resolve(),
};

function withoutSending(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ sends }) => sends === undefined);
}

async function startRunner(
  context: Context,
  { pool, lane, heartbeat, observer }: RunnerOptions,
): Promise<StartedRunner> {
  const isHeld = (await readQuarantine(context.db)) !== undefined;
  const jobs = isHeld ? withoutSending(lane.jobs) : lane.jobs;
  if (isHeld && jobs.length === 0) return idleRunner;
  const events: WorkerEvents = new EventEmitter();
  observeJobs(events, observer);
  const lost = Promise.withResolvers<"lost">();
  let hasQueried = false;
  for (const found of ["worker:getJob:empty", "job:start"] as const)
    events.once(found, () => {
      hasQueried = true;
    });
  events.once("worker:getJob:error", () => {
    if (!hasQueried) lost.resolve("lost");
  });
  let name = "";
  events.once("pool:create", ({ workerPool }) => {
    name = workerPool.id;
    heartbeat.setQueueWorker(lane.name, name);
  });
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList: toTaskList(context, jobs, heartbeat.assertAlive),
    parsedCronItems: lane.isScheduler ? toCronItems(jobs, context.config) : [],
    concurrency: lane.concurrency,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    logger: graphileLogger(context.log),
    preset: { worker: { gracefulShutdownAbortTimeout: SHUTDOWN_TIMEOUT_MS } },
  });
  runner.promise.catch((error: unknown) =>
    context.log.error({ err: error }, "queue worker stopped unexpectedly"),
  );
  void runner.promise.catch(() => undefined).then(() => lost.resolve("lost"));
  return {
    name,
    lost: lost.promise,
    isQuarantined: isHeld,
    stop: () => runner.stop(),
  };
}

/** Runs the due jobs among `jobs` until none is left, in a process that is no worker. */
export async function runDueJobs(context: Context, pool: pg.Pool, jobs: readonly Job[]): Promise<void> {
  if ((await readQuarantine(context.db)) !== undefined && withoutSending(jobs).length < jobs.length) return;
  await runOnce({
    pgPool: pool,
    taskList: toTaskList(context, jobs),
    concurrency: 1,
    noHandleSignals: true,
    logger: graphileLogger(context.log),
  });
}

function toCronItems(jobs: readonly Job[], config: Config): ParsedCronItem[] {
  return parseCronItems(
    jobs.flatMap(({ name, cron, tries, priority }) => {
      const match = typeof cron === "function" ? cron(config) : cron;
      const options = { maxAttempts: tries, backfillPeriod: 0, priority: PRIORITY_NUMBERS[priority] };
      return match === undefined ? [] : [{ task: name, match, options }];
    }),
  );
}

/**
 * Polls for the queue's last statement, which graphile-worker does not await. Counts polls instead of time, so that a
 * stalled process still polls often enough.
 */
const MAX_POLLS = 400;

async function waitUntilUnlocked(db: Executor, name: string): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { rows } = await sql`
      select from graphile_worker._private_jobs where locked_by = ${name} limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(5);
  }
}

/**
 * Converts jobs to graphile-worker's task list. Checks before a job that its worker is alive, and again after it: the
 * queue completes a job by its id, although another worker may have a newer payload for it by then.
 */
export function toTaskList(
  context: Context,
  jobs: readonly Job[],
  assertAlive: () => void = () => undefined,
): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        assertAlive();
        await job.run(context, job.payload.parse(withoutCron(payload)));
        assertAlive();
      },
    ]),
  );
}

/** Removes the `_cron` key of scheduled jobs. */
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
