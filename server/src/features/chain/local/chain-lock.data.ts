import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export type ChainLock = {
  /** Resolves when the connection is gone, and with it the lock. */
  lost: Promise<void>;
  release(): Promise<void>;
};

/** Long enough for the database to notice that an earlier program was killed. */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_INTERVAL_MS = 50;

/**
 * Acquires the advisory lock that lets one program per database run the local chain: two chains under one name would each get half
 * of the transactions. Holds a connection of its own. Returns undefined if another program has the lock.
 */
export async function acquireChainLock(url: string, signal: AbortSignal): Promise<ChainLock | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "wrapsody-chain",
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // The `end` event reports the loss. Without a listener for `error`, it would end the program.
  client.on("error", () => undefined);
  const lost = new Promise<void>((resolve) => client.once("end", () => resolve()));
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('keeper of the local chain', 0)) as taken",
      );
      if (rows[0]?.taken === true) return { lost, release };
      if (performance.now() > deadline || signal.aborted) break;
      await sleep(RETRY_INTERVAL_MS);
    }
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}
