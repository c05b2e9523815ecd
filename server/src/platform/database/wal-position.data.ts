import type pg from "pg";

/** A position in the primary's write-ahead log, which only grows. */
export type WalPosition = bigint;

/** Parses PostgreSQL's form, such as `16/B374D848`. */
export function parseWalPosition(text: string): WalPosition {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Returns the position of the primary, after every transaction that is visible by now. */
export async function fetchPosition(primary: pg.Pool): Promise<WalPosition> {
  return readPosition(primary, `select ${CURRENT_POSITION} as position`);
}

/**
 * The end of what was written. A transaction that does not wait for its log is visible before that, so its position is the
 * end of what was inserted.
 */
export const CURRENT_POSITION = `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_lsn() end`;

/** Returns the position up to which a replica shows the primary's data. A server that is no replica shows all. */
export async function fetchReplayedPosition(replica: pg.Pool): Promise<WalPosition> {
  return readPosition(
    replica,
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as position`,
  );
}

async function readPosition(pool: pg.Pool, text: string): Promise<WalPosition> {
  const { rows } = await pool.query<{ position: string | null }>(text);
  const position = rows[0]?.position;
  if (position == null) throw new Error("the server reports no position in the write-ahead log");
  return parseWalPosition(position);
}

type ReplicaLag = {
  /** Bytes of write-ahead log that the replica has not replayed. */
  bytes: number;
  /** Age of the newest transaction that it replayed; 0 if it has replayed everything. */
  seconds: number;
};

/**
 * Compares the positions of both servers, because a replica that lost its connection believes that it has replayed
 * everything. Needs no privileges, unlike pg_stat_replication.
 */
export async function readReplicaLag(servers: { primary: pg.Pool; replica: pg.Pool }): Promise<ReplicaLag> {
  const position = await fetchPosition(servers.primary);
  const bytes = Number(position - (await fetchReplayedPosition(servers.replica)));
  if (bytes <= 0) return { bytes: 0, seconds: 0 };
  const { rows } = await servers.replica.query<{ age: number | null }>(
    "select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age",
  );
  return { bytes, seconds: Math.max(0, rows[0]?.age ?? 0) };
}
