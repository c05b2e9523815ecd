import { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { invalidatePageCache } from "../../../../platform/pages/page-invalidation.ts";
import { type Outcome, outcome } from "../../../chain/index.ts";
import { hasOpenLines, lockOpenBatch, markBatchCompleted, readBatch } from "../batches/batches.data.ts";
import { notifyFailuresJob, sendBatchSummary } from "../orders/order-mails.ts";
import { updateMintOutcome } from "./failures.data.ts";

/** Name of the job that the chain continues with. */
export const PARTICIPANT_MINTED = "participant-minted";

/** Runs when a token is minted, or has failed permanently. */
export const participantMintedJob = job({
  name: PARTICIPANT_MINTED,
  payload: z.object({ campaignId: z.number().int(), participantId: z.number().int(), outcome }),
  tries: 25,
  run: completeMint,
});

async function completeMint(
  context: Context,
  { outcome, ...key }: { campaignId: number; participantId: number; outcome: Outcome },
): Promise<void> {
  const problem = outcome.ok ? null : outcome.problem;
  await context.db.transaction().execute((tx) => recordMintOutcome(context, tx, key, problem));
}

/** Records the outcome of a participant once, and completes its batch or notifies the publisher of a failure. */
export async function recordMintOutcome(
  context: Context,
  tx: Executor,
  which: { campaignId: number; participantId: number },
  problem: string | null,
): Promise<void> {
  const ended = await updateMintOutcome(tx, which, { problem, now: context.clock.now() });
  if (ended === undefined) return;
  if (ended.isShown) await invalidatePageCache(tx);
  if (ended.batchId !== null) await completeBatch(context, tx, ended.batchId);
  // The sender of a wallet list gets the summary mail instead.
  else if (problem !== null)
    await context.queue.enqueue(tx, notifyFailuresJob, { campaignId: which.campaignId });
}

/** Completes a batch when all of its lines have ended, and mails its sender; once, however often it is called. */
export async function completeBatch(context: Context, tx: Executor, batchId: number): Promise<void> {
  const batch = await lockOpenBatch(tx, batchId);
  if (batch === undefined || (await hasOpenLines(tx, batchId))) return;
  await markBatchCompleted(tx, batchId, context.clock.now());
  if (batch.mailed_at !== null) return;
  const { minted, failed } = await readBatch(tx, batchId);
  await sendBatchSummary(context, tx, { batch, minted, failed });
}
