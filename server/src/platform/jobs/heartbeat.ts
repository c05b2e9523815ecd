import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import {
  deleteHeartbeat,
  insertHeartbeat,
  releaseDeadWorkers,
  renewHeartbeat,
  type WorkerProcess,
} from "./heartbeat.data.ts";

export type HeartbeatTiming = {
  beatMs: number;
  /** Interval of looking for dead workers. */
  sweepMs: number;
  /** Age at which a heartbeat has lapsed: others release the worker's jobs, and the worker stops. */
  deadAfterMs: number;
};

/** Another worker runs a dead worker's jobs after at most 45 + 5 seconds, and 2 more until it polls the queue. */
export const HEARTBEAT_TIMING: HeartbeatTiming = { beatMs: 10_000, sweepMs: 5_000, deadAfterMs: 45_000 };

/**
 * The heartbeat of this process in the database, which also releases the jobs of dead workers.
 *
 * A frozen process (SIGSTOP, a paused machine) does not know that its jobs run elsewhere. When it wakes, jobs get no
 * connection to the database, and the connections of open transactions are broken, which rolls their transactions back. A call to another
 * service may still be made. That is safe because a job may run twice concurrently anyway: payments carry idempotency keys,
 * tokens have one outbox row and one nonce each, mails one Message-ID.
 */
export type Heartbeat = {
  /** Resolves with a message when the heartbeat has lapsed. The jobs that run under it must not finish. */
  lapsed: Promise<string>;
  isAlive(): boolean;
  /** @throws Error if the heartbeat has lapsed */
  assertAlive(): void;
  /** Sets the name under which a lane of this process locks jobs. */
  setQueueWorker(lane: string, name: string): void;
  /** Deletes the heartbeat. */
  stop(): Promise<void>;
  /** Stops renewing a lapsed heartbeat. Workers that find it release its jobs. */
  abandon(): Promise<void>;
};

/** Starts with one heartbeat stored. `pool` gives the address of the database; the heartbeat has its own connection. */
export async function startHeartbeat(options: {
  pool: pg.Pool;
  roles: readonly string[];
  /** The `application_name` of the sessions that end with the heartbeat. */
  sessionName: string;
  log: Log;
  timing: HeartbeatTiming;
}): Promise<Heartbeat> {
  const { log, timing, roles, sessionName } = options;
  const worker: WorkerProcess = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    roles,
    sessionName,
  };
  const pool = openHeartbeatPool(options.pool, timing, log);
  const lapse = openLapse(timing);
  const end = new AbortController();
  const queueWorkers = new Map<string, string>();

  async function sendHeartbeat(): Promise<void> {
    const sentAt = performance.now();
    if (await renewHeartbeat(pool, { id: worker.id, queueWorkers: [...queueWorkers.values()] }))
      lapse.postpone(sentAt);
    else if (!end.signal.aborted) lapse.declare(released);
  }

  async function releaseOrphanedJobs(): Promise<void> {
    const orphaned = await releaseDeadWorkers(pool, { ...worker, deadAfterMs: timing.deadAfterMs });
    if (orphaned !== undefined) log.warn(orphaned, "jobs of dead workers released");
  }

  async function runRepeatedly(run: () => Promise<void>, intervalMs: number): Promise<void> {
    while (await waitUnlessAborted(intervalMs, end.signal)) await run().catch(logFailure);
  }

  function logFailure(error: unknown): void {
    log.warn({ err: error }, "worker heartbeat failed");
  }

  const insertedAt = performance.now();
  try {
    await insertHeartbeat(pool, worker);
  } catch (error) {
    await pool.end();
    throw error;
  }
  lapse.postpone(insertedAt);
  const loops = Promise.all([
    runRepeatedly(sendHeartbeat, timing.beatMs),
    runRepeatedly(releaseOrphanedJobs, timing.sweepMs),
  ]);
  return {
    lapsed: lapse.lapsed,
    isAlive: lapse.isAlive,
    assertAlive: lapse.assertAlive,
    setQueueWorker(lane, name) {
      queueWorkers.set(lane, name);
      void sendHeartbeat().catch(logFailure);
    },
    async stop() {
      end.abort();
      await loops;
      // The database itself may have failed and caused the shutdown.
      await deleteHeartbeat(pool, worker.id).catch(() => undefined);
      await pool.end();
      lapse.cancel();
    },
    async abandon() {
      end.abort();
      await loops;
      await pool.end();
    },
  };
}

const released =
  "Another worker has taken over the jobs of this process, because its heartbeat was too old. It drops them and goes on as a new worker.";

function tooOld({ deadAfterMs }: HeartbeatTiming): string {
  return `This process could not renew its heartbeat in the database within ${deadAfterMs / 1_000} s, so other workers take over its jobs. It drops them and goes on as a new worker when the database responds.`;
}

/** Lapses at the limit by this process's monotonic clock, counted from when the last successful beat was sent. */
function openLapse(timing: HeartbeatTiming) {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isLapsed = false;
  let aliveUntil = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const declare = (message: string) => {
    isLapsed = true;
    clearTimeout(timer);
    resolve(message);
  };
  const isAlive = () => {
    // After a freeze, a job may continue before the timer fires.
    if (!isLapsed && performance.now() >= aliveUntil) declare(tooOld(timing));
    return !isLapsed;
  };
  return {
    lapsed: promise,
    declare,
    postpone(sentAt: number) {
      if (isLapsed) return;
      aliveUntil = sentAt + timing.deadAfterMs;
      clearTimeout(timer);
      timer = setTimeout(() => declare(tooOld(timing)), aliveUntil - performance.now());
    },
    cancel() {
      clearTimeout(timer);
    },
    isAlive,
    assertAlive() {
      if (!isAlive()) throw new Error("the heartbeat of this worker has lapsed");
    },
  };
}

/** Has one connection, so that a heartbeat never waits for the connections of jobs and requests. */
function openHeartbeatPool({ options }: pg.Pool, { deadAfterMs }: HeartbeatTiming, log: Log): pg.Pool {
  const timeoutMs = Math.ceil(deadAfterMs / 4);
  const pool = new pg.Pool({
    ...options,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  pool.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  // A lost connection rejects its query; without a listener, the error event would also crash the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Returns false if the signal aborts the wait. */
function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
