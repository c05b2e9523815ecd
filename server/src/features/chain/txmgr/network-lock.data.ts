import { tryWithAdvisoryLock } from "../../../platform/database/advisory-lock.data.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

/**
 * Runs `run` under the network's advisory lock. Returns false, without running it, if another worker has the lock. One lock per
 * network and not per signer: with two operators both would take the same work.
 */
export function withNetworkLock(db: Executor, network: string, run: () => Promise<void>): Promise<boolean> {
  return tryWithAdvisoryLock(db, sql`hashtextextended(${`chain ${network}`}, 0)`, run);
}

/** Checks whether any request is queued or any transaction is open. */
export async function hasWork(db: Executor, network: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from chain_task where network = ${network} and state = 'WAITING')
      or exists (select from chain_mint where network = ${network} and state = 'WAITING')
      or exists (select from chain_transaction where network = ${network} and status in ('SIGNED', 'SENT', 'MINED'))
      as found`.execute(db);
  return rows[0]?.found === true;
}

/** Lists the networks with queued requests, open transactions, or confirmed ones that may still be reorganised. */
export async function listBusyNetworks(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select network from chain_task where state = 'WAITING'
    union select network from chain_mint where state = 'WAITING'
    union select network from chain_transaction
      where status in ('SIGNED', 'SENT', 'MINED') or (status = 'CONFIRMED' and final_at is null)`.execute(db);
  return rows.map(({ network }) => network);
}

/** Returns a number from 0 to 15 by the caller's connection, to shard a job key; see `scheduleTxManager`. */
export async function getJobKeyShard(tx: Executor): Promise<number> {
  const { rows } = await sql<{ shard: number }>`select pg_backend_pid() % 16 as shard`.execute(tx);
  return rows[0]?.shard ?? 0;
}
