import type { RawBuilder } from "kysely";
import { type Executor, sql } from "./database.ts";

/**
 * Runs `run` under a session-level advisory lock. Returns false, without running it, if another connection has the lock.
 * PostgreSQL releases the lock of a process that dies. `key` is an expression of type bigint.
 */
export async function tryWithAdvisoryLock(
  db: Executor,
  key: RawBuilder<unknown>,
  run: () => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
      connection,
    );
    if (rows[0]?.locked !== true) return false;
    try {
      await run();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
