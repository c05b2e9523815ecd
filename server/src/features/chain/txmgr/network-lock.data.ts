import { type Executor, sql } from "../../../platform/database/database.ts";

const lockKey = (network: string) => sql`hashtextextended(${`chain ${network}`}, 0)`;

/**
 * Runs what no other worker does for the network meanwhile; false where one does. Of a process that dies nothing stays
 * behind. One for a network, whoever signs: with two operators both would take the same work.
 */
export async function withNetworkLock(
  db: Executor,
  network: string,
  run: () => Promise<void>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${lockKey(network)}) as locked`.execute(connection);
    if (rows[0]?.locked !== true) return false;
    try {
      await run();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lockKey(network)})`.execute(connection);
    }
  });
}

/** Whether anything waits, or is under way. */
export async function hasWork(db: Executor, network: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from chain_task where network = ${network} and state = 'WAITING')
      or exists (select from chain_mint where network = ${network} and state = 'WAITING')
      or exists (select from chain_transaction where network = ${network} and status in ('SIGNED', 'SENT', 'MINED'))
      as found`.execute(db);
  return rows[0]?.found === true;
}

/** Networks that have to be looked at: something waits, is under way, or may still be taken back. */
export async function listBusyNetworks(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select network from chain_task where state = 'WAITING'
    union select network from chain_mint where state = 'WAITING'
    union select network from chain_transaction
      where status in ('SIGNED', 'SENT', 'MINED') or (status = 'CONFIRMED' and final_at is null)`.execute(db);
  return rows.map(({ network }) => network);
}

/** One of a few names for the caller's connection; see `requestWork`. */
export async function getJobKeyShard(tx: Executor): Promise<number> {
  const { rows } = await sql<{ lane: number }>`select pg_backend_pid() % 16 as lane`.execute(tx);
  return rows[0]?.lane ?? 0;
}
