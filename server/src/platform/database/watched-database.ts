import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log.ts";
import { stretchTimeout } from "../timeouts.ts";
import { createKysely, type DatabaseOptions, type OpenDatabase, openPool, toKyselyPool } from "./database.ts";
import { openProbePool, trackConnections } from "./probe-pool.ts";

export type WatchTiming = {
  /** Interval of the checks. */
  probeMs: number;
  /** Interval of the checks while the database is away. */
  retryMs: number;
  /** Limit of a check. */
  timeoutMs: number;
};

/**
 * A server that hangs is noticed after at most 2 + 5 seconds; statements that wait for it fail 5 seconds later. Both are
 * longer than the pauses of a loaded machine.
 */
const watchTiming = (): WatchTiming => ({
  probeMs: 2_000,
  retryMs: 500,
  timeoutMs: stretchTimeout(5_000),
});

export type WatchedDatabase = OpenDatabase & {
  /** False: the server is known not to respond. */
  isAvailable(): boolean;
};

/**
 * Opens a database whose statements fail with DatabaseUnavailableError within seconds while the server is away: it may
 * refuse connections, or accept them without responding.
 */
export function openWatchedDatabase(
  options: DatabaseOptions & { log: Log; timing?: WatchTiming },
): WatchedDatabase {
  const pool = openPool(options);
  const watch = watchServer(pool, options);
  const db = createKysely(toKyselyPool(pool, { ...options, isAvailable: watch.isAvailable }));
  return {
    db,
    pool,
    isAvailable: watch.isAvailable,
    async close() {
      await watch.stop();
      await db.destroy();
    },
  };
}

function watchServer(pool: pg.Pool, { log, timing = watchTiming() }: { log: Log; timing?: WatchTiming }) {
  const probes = openProbePool(pool, timing.timeoutMs);
  const breakConnections = trackConnections(pool);
  const end = new AbortController();
  let isAvailable = true;

  async function checkConnection(): Promise<void> {
    try {
      await probes.query("select 1");
      if (!isAvailable) log.warn("database available again");
      isAvailable = true;
    } catch (error) {
      // The second failed check in a row: what waits since before the first one will not end.
      if (!isAvailable) breakConnections();
      else log.error({ err: error }, "database unavailable");
      isAvailable = false;
    }
  }

  async function repeatChecks(): Promise<void> {
    while (!end.signal.aborted) {
      await checkConnection();
      const pauseMs = isAvailable ? timing.probeMs : timing.retryMs;
      await sleep(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  }

  const repeating = repeatChecks();
  return {
    isAvailable: () => isAvailable,
    async stop() {
      end.abort();
      await repeating;
      await probes.end();
    },
  };
}
