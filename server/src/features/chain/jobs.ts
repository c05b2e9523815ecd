import { z } from "zod";
import type { Executor } from "../../platform/database/database.ts";
import { type Job, job, type Queue } from "../../platform/jobs/queue.ts";
import { getJobKeyShard, listBusyNetworks } from "./txmgr/network-lock.data.ts";
import { runTxManager } from "./txmgr/tx-manager.ts";
import { walletJobs } from "./wallets/jobs.ts";

/** Works off what waits for a network, and comes back as long as something is under way. */
export const runTxManagerJob = job({
  name: "work-on-chain",
  payload: z.object({ network: z.string() }),
  tries: 3,
  async run(context, { network }) {
    const again = await runTxManager(context, network);
    if (again === undefined) return;
    // By the time of day, as the queue reckons.
    const runAt = new Date(Date.now() + again);
    await context.queue.enqueue(
      context.db,
      runTxManagerJob,
      { network },
      { key: `chain ${network} again`, runAt },
    );
  },
});

/**
 * Calls a worker in the caller's transaction. One job would do for all who ask at once, but whoever enqueues under the same key
 * waits until the other's transaction ends; so there are a few, and one of them for all that a transaction asks for.
 */
export async function scheduleTxManager(queue: Queue, tx: Executor, network: string): Promise<void> {
  const key = `chain ${network} ${await getJobKeyShard(tx)}`;
  await queue.enqueue(tx, runTxManagerJob, { network }, { key });
}

/** A job that died with its process comes back after hours; this brings one within a minute. */
const rescheduleTxManagersJob = job({
  name: "watch-chains",
  payload: z.object({}),
  tries: 1,
  cron: "* * * * *",
  async run({ db, queue }) {
    for (const network of await listBusyNetworks(db)) {
      await queue.enqueue(db, runTxManagerJob, { network }, { key: `chain ${network} watch` });
    }
  },
});

export const chainJobs: readonly Job[] = [runTxManagerJob, rescheduleTxManagersJob, ...walletJobs];
