import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Context } from "../context.ts";
import {
  createKysely,
  createSessionName,
  isConnectionFailure,
  replaceMember,
  toKyselyPool,
} from "../database/database.ts";
import { trackConnections } from "../database/probe-pool.ts";
import type { Log } from "../log.ts";
import { HEARTBEAT_TIMING, type Heartbeat, type HeartbeatTiming, startHeartbeat } from "./heartbeat.ts";
import { type JobObserver, noObserver } from "./job-observer.ts";
import { type Job, keepRunning, type Lane, POLL_INTERVAL_MS } from "./queue.ts";

export type Worker = {
  /** Waits for running jobs and until their completion is stored. */
  stop(): Promise<void>;
};

type WorkerOptions = {
  /** Gives the address for the statements of jobs, if they use a pooler that the queue cannot use. */
  mainPool?: pg.Pool;
  timing?: HeartbeatTiming;
  observer?: JobObserver;
  /** False: unnamed statements, see `openDatabase`. */
  isPrepared?: boolean;
};

/**
 * Runs jobs until stopped. When the heartbeat lapses, it drops the jobs that run, and continues as a new worker as soon as
 * the database responds. `pool` gives the address of the database; each worker has connections of its own.
 */
export async function startWorker(
  context: Context,
  pool: pg.Pool,
  jobs: readonly Job[],
  options: WorkerOptions = {},
): Promise<Worker> {
  const { log } = context;
  const { mainPool = pool, timing = HEARTBEAT_TIMING, observer = noObserver, isPrepared = true } = options;
  observer.started(jobs.map(({ name }) => name));
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  const join = () => joinQueue(context, { pool, jobs, mainPool, timing, observer, isPrepared });
  let member = await join().catch((error: unknown) => {
    if (!(error instanceof LapsedError)) throw error;
    reportFailure(error);
    return rejoinQueue();
  });

  function reportFailure(error: unknown): void {
    if (error instanceof LapsedError) log.error(error.message);
    else log.warn({ err: error }, "queue worker cannot start yet");
  }

  async function rejoinQueue(): Promise<QueueMember | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await join();
      } catch (error) {
        reportFailure(error);
        await Promise.race([stopped, sleep(POLL_INTERVAL_MS)]);
      }
    }
    return undefined;
  }

  async function stayInQueue(): Promise<void> {
    while (member !== undefined) {
      const message = await Promise.race([stopped, member.lapsed]);
      if (message === undefined) return;
      log.error(message);
      member.abandon();
      member = await rejoinQueue();
    }
  }

  const running = stayInQueue();
  return {
    async stop() {
      stopping.abort();
      await running;
      await member?.stop();
    },
  };
}

/** The heartbeat lapsed while the worker was joining the queue. */
class LapsedError extends Error {
  override name = "LapsedError";
}

/** A worker under one heartbeat, with a connection pool that ends with it. */
type QueueMember = {
  /** Resolves with a message when the heartbeat has lapsed. */
  lapsed: Promise<string>;
  stop(): Promise<void>;
  /** Cuts running jobs off from the database, after the heartbeat has lapsed. Does not wait for them. */
  abandon(): void;
};

type MemberOptions = Required<WorkerOptions> & { pool: pg.Pool; jobs: readonly Job[] };

async function joinQueue(context: Context, options: MemberOptions): Promise<QueueMember> {
  const { jobs, timing, observer, isPrepared } = options;
  const { log, config } = context;
  const sessionName = createSessionName();
  const queue = openMemberPool(options.pool, sessionName, log);
  const main = options.mainPool === options.pool ? queue : openMemberPool(options.mainPool, sessionName, log);
  const runners: { stop(): Promise<void> }[] = [];
  const stopRunners = async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
  };
  const endPools = async () => {
    await Promise.allSettled([...new Set([queue.pool, main.pool])].map((pool) => pool.end()));
  };
  let heartbeat: Heartbeat | undefined;
  const abandon = () => {
    void endPools();
    queue.breakConnections();
    main.breakConnections();
    void stopRunners().catch((error: unknown) => log.debug({ err: error }, "lapsed queue worker stopped"));
    void heartbeat?.abandon();
  };
  try {
    heartbeat = await startHeartbeat({ pool: queue.pool, roles: config.roles, sessionName, log, timing });
    const { isAlive, lapsed, stop } = heartbeat;
    const db = createKysely(toKyselyPool(main.pool, { isPrepared, isAvailable: isAlive }));
    const jobContext = { ...context, db, replica: db };
    const pool = toQueuePool(queue.pool, isAlive);
    const failure = lapsed.then((message) => Promise.reject(new LapsedError(message)));
    failure.catch(() => undefined);
    for (const lane of toLanes(jobs, config.workerConcurrency)) {
      const starting = keepRunning(jobContext, { pool, lane, heartbeat, observer });
      // After a lapse, a runner that is still starting never ends.
      runners.push(await Promise.race([starting, failure]));
    }
    return {
      lapsed,
      stop: () => stopRunners().finally(stop).finally(endPools),
      abandon,
    };
  } catch (error) {
    if (error instanceof LapsedError) abandon();
    else {
      await stopRunners();
      await heartbeat?.stop();
      await endPools();
    }
    throw error;
  }
}

/** One slot more than the configured concurrency is for urgent jobs, which would otherwise wait while long jobs take all of them. */
function toLanes(jobs: readonly Job[], concurrency: number): Lane[] {
  const urgentJobs = jobs.filter(({ priority }) => priority === "urgent");
  const lanes: Lane[] = [
    { name: "all", jobs, concurrency, isScheduler: true },
    { name: "urgent", jobs: urgentJobs, concurrency: 1, isScheduler: false },
  ];
  return lanes.filter(({ jobs }) => jobs.length > 0);
}

function openMemberPool({ options }: pg.Pool, sessionName: string, log: Log) {
  const pool = new pg.Pool({ ...options, application_name: sessionName });
  pool.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return { pool, breakConnections: trackConnections(pool) };
}

/**
 * Wraps a pool for graphile-worker, which does not await the statements that complete a job or store its failure: a failure of
 * theirs would be an unhandled rejection and end the process. Reports a lost connection by a code for which graphile-worker
 * repeats such statements until the database is back. After a lapse they never end.
 */
function toQueuePool(pool: pg.Pool, isAlive: () => boolean): pg.Pool {
  const rethrow = (error: unknown): Promise<never> => {
    if (!isAlive()) return new Promise(() => undefined);
    return Promise.reject(isConnectionFailure(error) ? new DatabaseAwayError(error) : error);
  };
  const wrap = (client: pg.PoolClient) =>
    replaceMember(client, "query", (...query: unknown[]) => {
      const result: Promise<unknown> = Reflect.apply(client.query, client, query);
      return result.catch(rethrow);
    });
  return replaceMember(pool, "connect", (callback?: Parameters<pg.Pool["connect"]>[0]) => {
    // The connection that listens for new jobs. Its errors are handled, but a lost one may be released twice.
    if (callback !== undefined)
      return pool.connect((error, client, release) => callback(error, client, callOnce(release)));
    return isAlive() ? pool.connect().then(wrap, rethrow) : new Promise(() => undefined);
  });
}

function callOnce(release: (error?: Error | boolean) => void): (error?: Error | boolean) => void {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
}

class DatabaseAwayError extends Error {
  override name = "DatabaseAwayError";
  /** "Cannot connect now". */
  readonly code = "57P03";

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
