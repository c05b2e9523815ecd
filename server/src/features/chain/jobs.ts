import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { type Job, job, type Queue } from "../../platform/jobs/queue.ts";
import { confirmHandover } from "./handover/signing-permission.ts";
import { getJobKeyShard, listBusyNetworks } from "./txmgr/network-lock.data.ts";
import { runTxManager } from "./txmgr/tx-manager.ts";
import { walletJobs } from "./wallets/jobs.ts";

/** Runs the transaction manager of a network, and enqueues itself again while work is left. */
export const runTxManagerJob = job({
  name: "work-on-chain",
  sends: "transactions",
  payload: z.object({ network: z.string() }),
  tries: 3,
  async run(context, { network }) {
    const nextRunMs = await runTxManager(context, network);
    if (nextRunMs === undefined) return;
    // By the system clock, which the queue goes by.
    const runAt = new Date(Date.now() + nextRunMs);
    await context.queue.enqueue(
      context.db,
      runTxManagerJob,
      { network },
      { key: `chain ${network} again`, runAt },
    );
  },
});

/**
 * Enqueues a run in the caller's transaction. The job key is sharded by connection: transactions that enqueue under the same key
 * wait for each other, and under a few keys most do not, while each transaction still enqueues only one run.
 */
export async function scheduleTxManager(queue: Queue, tx: Executor, network: string): Promise<void> {
  const key = `chain ${network} ${await getJobKeyShard(tx)}`;
  await queue.enqueue(tx, runTxManagerJob, { network }, { key });
}

/** Replaces jobs that died with their process within a minute. The queue itself would retry them only after hours. */
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

/** Ends the pause of a handover to this node's OPERATOR_KEY, and continues the waiting work. */
export async function confirmOperatorKey(context: Context): Promise<void> {
  if (await confirmHandover(context)) await rescheduleTxManagersJob.run(context, {});
}

export const chainJobs: readonly Job[] = [runTxManagerJob, rescheduleTxManagersJob, ...walletJobs];
