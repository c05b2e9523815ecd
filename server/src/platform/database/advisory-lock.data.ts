import type { RawBuilder } from "kysely";
import { type Executor, sql } from "./database.ts";

/**
 * Runs `run` under an advisory lock. Returns false, without running it, if another transaction has the lock. PostgreSQL
 * releases the lock of a process that dies. `key` is an expression of type bigint.
 *
 * An open transaction holds the lock, because a session does not belong to one client behind a pooler in transaction mode.
 * It is idle and has no snapshot meanwhile, so it does not hold vacuum back. `run` uses other connections.
 */
export async function tryWithAdvisoryLock(
  db: Executor,
  key: RawBuilder<unknown>,
  run: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      locked: boolean;
    }>`select pg_try_advisory_xact_lock(${key}) as locked`.execute(tx);
    if (rows[0]?.locked !== true) return false;
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await run();
    return true;
  });
}
