import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { FeatureGauge, FeatureHealth, HealthIssue } from "../health/health.ts";
import type { Log } from "../log.ts";
import { openProbePool, trackConnections } from "./probe-pool.ts";
import {
  fetchPosition,
  fetchReplayedPosition,
  readReplicaLag,
  type WalPosition,
} from "./wal-position.data.ts";

export type ReplicaTiming = {
  /** Interval of the checks. */
  probeMs: number;
  /** Limit of a check, and of a new connection. */
  timeoutMs: number;
};

/** While reads wait for a position, the replica is checked at intervals that grow between these limits. */
const MIN_REPLAY_POLL_MS = 10;
const MAX_REPLAY_POLL_MS = 250;
/** A replica that is this late is reported. */
const LAGGING_AFTER_MS = 30_000;

/** The state of a replica, which decides whether reads use it. */
export type ReplicaMonitor = {
  isUsable(): boolean;
  /** Sends reads to the primary until the next successful check. */
  leave(error: unknown): void;
  requirePosition(position: WalPosition): void;
  requireLatest(): void;
  health: FeatureHealth;
  stop(): Promise<void>;
};

/** Checks the replica in the background, on a connection of its own. */
export function startReplicaMonitor(options: {
  pool: pg.Pool;
  primary: pg.Pool;
  log: Log;
  timing: ReplicaTiming;
}): ReplicaMonitor {
  const { pool, log, timing } = options;
  const replica = openProbePool(pool, timing.timeoutMs);
  const primary = openProbePool(options.primary, timing.timeoutMs);
  const breakConnections = trackConnections(pool);
  const end = new AbortController();
  let wake = new AbortController();
  let unavailableSince: Date | undefined;
  let lateSince: Date | undefined;
  let required: WalPosition = 0n;
  let replayed: WalPosition = -1n;
  /** Requests of the primary's position. Until the last one is answered, the replica may be late. */
  let requests = 1;
  let answeredRequests = 0;
  let replayPollMs = MIN_REPLAY_POLL_MS;

  const isLatestUnknown = () => answeredRequests < requests;
  const isCurrent = () => !isLatestUnknown() && replayed >= required;
  const isUsable = () => unavailableSince === undefined && isCurrent();

  function leave(error: unknown): void {
    if (unavailableSince !== undefined) return;
    unavailableSince = new Date();
    log.warn({ err: error }, "replica unavailable; reads use the primary");
    // Their statements would hang for as long as the replica does. They are repeated on the primary.
    breakConnections();
  }

  async function learnLatest(): Promise<void> {
    const request = requests;
    try {
      const position = await fetchPosition(primary);
      if (position > required) required = position;
      answeredRequests = request;
    } catch (error) {
      log.debug({ err: error }, "position of the primary unknown");
    }
  }

  async function checkReplica(): Promise<void> {
    if (isLatestUnknown()) await learnLatest();
    try {
      replayed = await fetchReplayedPosition(replica);
      if (unavailableSince !== undefined) log.warn("replica available again");
      unavailableSince = undefined;
    } catch (error) {
      // While the program stops, the check may be cancelled.
      if (!end.signal.aborted) leave(error);
    }
    noteLateness();
  }

  function noteLateness(): void {
    if (!isCurrent()) lateSince ??= new Date();
    else {
      lateSince = undefined;
      replayPollMs = MIN_REPLAY_POLL_MS;
    }
  }

  function nextCheckMs(): number {
    if (unavailableSince !== undefined || isCurrent()) return timing.probeMs;
    replayPollMs = Math.min(2 * replayPollMs, MAX_REPLAY_POLL_MS);
    return replayPollMs;
  }

  async function repeatChecks(): Promise<void> {
    while (!end.signal.aborted) {
      wake = new AbortController();
      await checkReplica();
      await sleep(nextCheckMs(), undefined, { signal: wake.signal }).catch(() => undefined);
    }
  }

  function checkSoon(): void {
    noteLateness();
    if (!isCurrent()) wake.abort();
  }

  function listIssues(): HealthIssue[] {
    const issue = (kind: string, since: Date) => ({
      part: "database",
      of: "replica",
      kind,
      since: since.toISOString(),
    });
    if (unavailableSince !== undefined) return [issue("REPLICA_UNAVAILABLE", unavailableSince)];
    const isLagging = lateSince !== undefined && Date.now() - lateSince.getTime() > LAGGING_AFTER_MS;
    return isLagging && lateSince !== undefined ? [issue("REPLICA_LAGGING", lateSince)] : [];
  }

  const repeating = repeatChecks();
  return {
    isUsable,
    leave,
    requirePosition(position) {
      if (position > required) required = position;
      checkSoon();
    },
    requireLatest() {
      requests += 1;
      checkSoon();
    },
    health: {
      part: "database",
      alarmsPerInstance: true,
      issues: async () => listIssues(),
      gauges: [usedGauge(isUsable), ...lagGauges({ primary, replica })],
    },
    async stop() {
      end.abort();
      wake.abort();
      await repeating;
      await Promise.all([replica.end(), primary.end()]);
    },
  };
}

const usedGauge = (isUsable: () => boolean): FeatureGauge => ({
  name: "wrapsody_replica_used",
  help: "1 while reads use the replica, 0 while the primary takes its place.",
  labels: [],
  read: async () => [{ labels: {}, value: isUsable() ? 1 : 0 }],
});

/** Both gauges of a scrape share one reading. */
function lagGauges(servers: { primary: pg.Pool; replica: pg.Pool }): FeatureGauge[] {
  let reading: ReturnType<typeof readReplicaLag> | undefined;
  const read = () => {
    reading ??= readReplicaLag(servers).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return [
    {
      name: "wrapsody_replica_lag_seconds",
      help: "Age of the newest transaction that the replica has replayed; 0 if it has replayed everything. Missing if the replica is unavailable.",
      labels: [],
      read: async () => [{ labels: {}, value: (await read()).seconds }],
    },
    {
      name: "wrapsody_replica_lag_bytes",
      help: "Bytes of the write-ahead log that the replica has not replayed. Missing if the replica is unavailable.",
      labels: [],
      read: async () => [{ labels: {}, value: (await read()).bytes }],
    },
  ];
}
