import pg from "pg";
import type { FeatureHealth } from "../health/health.ts";
import type { Log } from "../log.ts";
import {
  createKysely,
  type Database,
  type DatabaseOptions,
  DatabaseUnavailableError,
  executeOn,
  isConnectionFailure,
  openPool,
  replaceMember,
  toKyselyPool,
} from "./database.ts";
import { type ReplicaMonitor, type ReplicaTiming, startReplicaMonitor } from "./replica-monitor.ts";
import type { WalPosition } from "./wal-position.data.ts";
import type { WatchedDatabase } from "./watched-database.ts";

/**
 * A streaming replica for reads that tolerate lag. Its state decides for each statement whether the replica or the primary
 * executes it: the primary does while the replica is unavailable, and while it has not replayed a change that readers must
 * see. A statement that fails on the replica is repeated on the primary.
 */
export type Replica = {
  /** Executes single statements, no transactions. */
  db: Database;
  pool: pg.Pool;
  /** Sends reads to the primary until the replica has replayed this position of the primary's write-ahead log. */
  requirePosition(position: WalPosition): void;
  /** Sends reads to the primary until the replica has replayed everything that is committed by now. */
  requireLatest(): void;
  /** Whether reads go to the replica. */
  isUsed(): boolean;
  health: FeatureHealth;
  close(): Promise<void>;
};

/** A replica that hangs is left after at most 2 + 3 seconds. */
const REPLICA_TIMING: ReplicaTiming = { probeMs: 2_000, timeoutMs: 3_000 };

/** Connects when it is first used. */
export function openReplica(
  options: DatabaseOptions & { primary: Primary; log: Log; timing?: ReplicaTiming },
): Replica {
  const { primary, log, timing = REPLICA_TIMING } = options;
  const pool = openPool({ ...options, connectionTimeoutMs: timing.timeoutMs });
  const monitor = startReplicaMonitor({ pool, primary: primary.pool, log, timing });
  const routed = routeStatements({ replica: pool, primary, monitor }, options);
  const db = createKysely(routed);
  return {
    db,
    pool,
    requirePosition: monitor.requirePosition,
    requireLatest: monitor.requireLatest,
    isUsed: monitor.isUsable,
    health: monitor.health,
    async close() {
      await monitor.stop();
      await db.destroy();
    },
  };
}

type Primary = Pick<WatchedDatabase, "pool" | "isAvailable">;
type Routing = { replica: pg.Pool; primary: Primary; monitor: ReplicaMonitor };

/** Wraps the replica's pool for kysely. A connection from it takes a real one for each statement, from either pool. */
function routeStatements(
  { replica, primary, monitor }: Routing,
  options: Pick<DatabaseOptions, "isPrepared">,
): pg.Pool {
  const onReplica = toKyselyPool(replica, options);
  const onPrimary = toKyselyPool(primary.pool, { ...options, isAvailable: primary.isAvailable });
  async function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    if (/^(begin|start transaction)/.test(text)) throw new Error("transactions run on the primary");
    if (!monitor.isUsable()) return executeOn(onPrimary, text, values);
    try {
      return await executeOn(onReplica, text, values);
    } catch (error) {
      if (isQueryCanceled(error)) throw error;
      const { cause } = error instanceof DatabaseUnavailableError ? error : {};
      if (isConnectionFailure(cause)) monitor.leave(cause);
      return executeOn(onPrimary, text, values);
    }
  }
  const client = { query, release: () => undefined };
  return replaceMember(replica, "connect", async () => client);
}

/** A statement over its time limit would only load the primary, too. */
function isQueryCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014";
}
