import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import type { FeatureGauge } from "./health.ts";

type ReplicaState = {
  /** Bytes of write-ahead log that the replica has not replayed. */
  bytes: number;
  /** Age of the newest transaction that it replayed; 0 if it has replayed everything. */
  seconds: number;
};

/** Gauges of the replica, if one is configured. */
export function replicaGauges({ db, replica }: Context): FeatureGauge[] {
  if (replica === db) return [];
  // Both gauges of a scrape share one reading.
  let reading: Promise<ReplicaState> | undefined;
  const read = () => {
    reading ??= readReplicaState({ db, replica }).finally(() => {
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

/**
 * Compares the positions of both servers, because a replica that lost its connection believes that it has replayed
 * everything. Needs no privileges, unlike pg_stat_replication.
 */
async function readReplicaState({ db, replica }: Pick<Context, "db" | "replica">): Promise<ReplicaState> {
  const { rows: primary } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(db);
  const { rows } = await sql<{ bytes: number; age: number | null; is_replica: boolean }>`
    select pg_is_in_recovery() as is_replica,
      greatest(0, pg_wal_lsn_diff(${primary[0]?.lsn}::pg_lsn, pg_last_wal_replay_lsn()))::float8 as bytes,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age`.execute(
    replica,
  );
  const [state] = rows;
  // A server that does not recover is the primary itself, under another address.
  if (state?.is_replica !== true || state.bytes === 0) return { bytes: 0, seconds: 0 };
  return { bytes: state.bytes, seconds: Math.max(0, state.age ?? 0) };
}
