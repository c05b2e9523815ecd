import pg from "pg";
import { createTimeZoneSetter } from "./database.ts";

/**
 * Opens a pool with one connection to the server of another pool, for checks that never wait for the connections of requests. A
 * connection is replaced when it exceeds the limit.
 */
export function openProbePool({ options }: pg.Pool, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    ...(options.onConnect === undefined ? {} : { onConnect: createTimeZoneSetter(timeoutMs) }),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Returns a function that breaks the connections in use, whose statements then fail. */
export function trackConnections(pool: pg.Pool): () => void {
  const active = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => void active.add(client));
  pool.on("release", (_error, client) => void active.delete(client));
  return () => {
    for (const client of active) client.connection.stream.destroy();
  };
}
